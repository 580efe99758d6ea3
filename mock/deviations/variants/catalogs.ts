import type { MockConfig, ModelConfig, ProjectConfig } from '../../core/config.ts'
import { type Change, type Variant, variant } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'

const CATALOGS_ARE_FREE = '2.2, 5.3: which models a project has, and whether they answer, is not shown'

type Reconfigure = (config: MockConfig) => MockConfig

/** Changes what each project that has models may call. */
function catalogs(change: (models: string[], name: string) => string[]): Reconfigure {
  return (config) => ({
    ...config,
    projects: mapped(
      config.projects,
      (project, name): ProjectConfig =>
        project.models.length === 0 ? project : { ...project, models: change(project.models, name) },
    ),
  })
}

/** Changes the models of the deployment. */
function models(change: (model: ModelConfig, id: string) => ModelConfig): Reconfigure {
  return (config) => ({ ...config, models: mapped(config.models, change) })
}

/** Adds models to the deployment and to every catalog that is not empty. */
function more(ids: string[], where: 'first' | 'last' = 'last'): Reconfigure {
  return (config) => {
    const added = Object.fromEntries(ids.map((id): [string, ModelConfig] => [id, { created: 1, reply: 'echo' }]))
    const listed = catalogs((all) => (where === 'first' ? [...ids, ...all] : [...all, ...ids]))
    return listed({ ...config, models: { ...config.models, ...added } })
  }
}

/** Catalogs and models of every kind. */
export const catalogVariants = (): readonly Variant[] => [
  variant('empty-catalog', CATALOGS_ARE_FREE, 'no project has any model', configured(catalogs(() => []))),
  variant(
    'empty-catalog-of-first-project',
    CATALOGS_ARE_FREE,
    'the first project has no model',
    configured(catalogs((all, name) => (name === 'main' ? [] : all))),
  ),
  variant(
    'models-always-unavailable',
    CATALOGS_ARE_FREE,
    'no model answers',
    configured(models((model) => ({ ...model, available: false }))),
  ),
  variant(
    'models-by-the-thousand',
    CATALOGS_ARE_FREE,
    'the catalogs have 3000 models more',
    configured(more(Array.from({ length: 3000 }, (_, at) => `svc/many-${at}`))),
  ),
  variant(
    'models-turned-round',
    CATALOGS_ARE_FREE,
    'the catalogs come in reverse order',
    configured(catalogs((all) => [...all].reverse())),
  ),
  variant(
    'models-unavailable-first',
    CATALOGS_ARE_FREE,
    'unavailable models are listed first',
    configured((config) =>
      catalogs((all) =>
        [...all].sort(
          (one, other) =>
            Number(config.models[one]?.available !== false) - Number(config.models[other]?.available !== false),
        ),
      )(config),
    ),
  ),
  variant(
    'model-names-of-one-character',
    CATALOGS_ARE_FREE,
    'a model has a name of one digit',
    configured(more(['svc/1'], 'first')),
  ),
  variant(
    'model-names-of-hyphens',
    CATALOGS_ARE_FREE,
    'models have hyphens at any place',
    configured(more(['svc/-', 'svc/--a--', 'svc/0-'], 'first')),
  ),
  variant(
    'model-names-very-long',
    CATALOGS_ARE_FREE,
    'a model has a name of 300 characters',
    configured(more([`svc/${'long-'.repeat(60)}`], 'first')),
  ),
  variant(
    'models-without-usage',
    CATALOGS_ARE_FREE,
    'usage of every model is unknown',
    configured(models((model) => ({ ...model, usage: 'unknown' }))),
  ),
  variant(
    'models-at-their-own-pace',
    CATALOGS_ARE_FREE,
    'streams of every model have short pauses',
    configured(models((model) => ({ ...model, pace: { first_ms: 2, gap_ms: 1 } }))),
  ),
  variant(
    'models-of-few-words',
    CATALOGS_ARE_FREE,
    'no model says more than one token',
    configured(models((model) => ({ ...model, max_tokens: 1 }))),
  ),
  variant(
    'one-model-for-each-project',
    CATALOGS_ARE_FREE,
    'every project has one model, and each another one',
    configured(
      catalogs((all, name) =>
        name === 'second' ? all.slice(-1) : all.filter((id) => id === 'svc/echo-1' || id === 'svc/unavailable'),
      ),
    ),
  ),
]

/** These variants change the configuration, where most others change the behaviour. */
function configured(change: Reconfigure): Change {
  return { configure: (config, emit) => emitting(emit, change)(config) }
}

function mapped<T>(entries: Record<string, T>, change: (entry: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry, name)]))
}
