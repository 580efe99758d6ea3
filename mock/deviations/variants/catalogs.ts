import type { MockConfig, ModelConfig, ProjectConfig } from '../../core/config.ts'
import { allowed, type Change } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'

const CATALOGS_ARE_FREE = '2.2, 5.3: which models a project has, and whether they answer, is not shown'

type Reconfigure = (config: MockConfig) => MockConfig

/** Changes the catalog of each project with models. */
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
export const variants = () => [
  allowed(CATALOGS_ARE_FREE, configured, {
    'empty-catalog: no project has any model': catalogs(() => []),
    'empty-catalog-of-first-project: the first project has no model': catalogs((all, name) =>
      name === 'main' ? [] : all,
    ),
    'models-always-unavailable: no model answers': models((model) => ({ ...model, available: false })),
    'models-of-second-project-several: the second project has models that the first one may not call': (config) =>
      catalogs((all, name) => (name === 'second' ? [...all, 'svc/team-1', 'svc/team-2'] : all))({
        ...config,
        models: {
          ...config.models,
          'svc/team-1': { created: 1, reply: 'echo' },
          'svc/team-2': { created: 2, reply: 'echo' },
        },
      }),
    'models-by-the-thousand: the catalogs have 3000 models more': more(
      Array.from({ length: 3000 }, (_, at) => `svc/many-${at}`),
    ),
    'models-turned-round: the catalogs come in reverse order': catalogs((all) => [...all].reverse()),
    'models-unavailable-first: unavailable models are listed first': (config) =>
      catalogs((all) =>
        [...all].sort(
          (one, other) =>
            Number(config.models[one]?.available !== false) - Number(config.models[other]?.available !== false),
        ),
      )(config),
    'model-names-of-one-character: a model has a name of one digit': more(['svc/1'], 'first'),
    'model-names-of-hyphens: models have hyphens at any place': more(['svc/-', 'svc/--a--', 'svc/0-'], 'first'),
    'model-names-very-long: a model has a name of 300 characters': more([`svc/${'long-'.repeat(60)}`], 'first'),
    'models-without-usage: usage of every model is unknown': models((model) => ({ ...model, usage: 'unknown' })),
    'models-at-their-own-pace: streams of every model have short pauses': models((model) => ({
      ...model,
      pace: { first_ms: 2, gap_ms: 1 },
    })),
    'models-of-few-words: no model says more than one token': models((model) => ({ ...model, max_tokens: 1 })),
    'one-model-for-each-project: every project has one model, and each another one': catalogs((all, name) =>
      name === 'second' ? all.slice(-1) : all.filter((id) => id === 'svc/echo-1' || id === 'svc/unavailable'),
    ),
  }),
]

/** These variants change the configuration, where most others change the behaviour. */
function configured(change: Reconfigure): Change {
  return { configure: (config, emit) => emitting(emit, change)(config) }
}

function mapped<T>(entries: Record<string, T>, change: (entry: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry, name)]))
}
