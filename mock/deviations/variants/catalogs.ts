import type { MockConfig, ModelConfig } from '../../core/config.ts'
import { allowed, type Change } from '../deviation.ts'
import { emitting } from '../edits/instead.ts'

type Reconfigure = (config: MockConfig) => MockConfig

/** Changes the catalog of each project with models. */
const catalogs = (change: (models: string[], name: string) => string[]): Reconfigure => {
  return (config) => ({
    ...config,
    projects: mapped(config.projects, (project, name) =>
      project.models.length === 0 ? project : { ...project, models: change(project.models, name) },
    ),
  })
}

/** Changes the models of the deployment. */
const models = (change: Partial<ModelConfig>): Reconfigure => {
  return (config) => ({ ...config, models: mapped(config.models, (model) => ({ ...model, ...change })) })
}

const echo = (created: number): ModelConfig => ({ created, reply: 'echo' })

/** Adds models to the deployment and to every catalog that is not empty. */
const more = (ids: string[], where: 'first' | 'last' = 'last'): Reconfigure => {
  const added = Object.fromEntries(ids.map((id) => [id, echo(1)]))
  const listed = catalogs((all) => (where === 'first' ? [...ids, ...all] : [...all, ...ids]))
  return (config) => listed({ ...config, models: { ...config.models, ...added } })
}
const severalOfSecond: Reconfigure = (config) =>
  catalogs((all, name) => (name === 'second' ? [...all, 'svc/team-1', 'svc/team-2'] : all))({
    ...config,
    models: { ...config.models, 'svc/team-1': echo(1), 'svc/team-2': echo(2) },
  })
const notForFirst = catalogs((all, name) => (name === 'main' ? [] : all))
const unavailableFirst: Reconfigure = (config) => {
  const isAvailable = (id: string): number => Number(config.models[id]?.available !== false)
  return catalogs((all) => [...all].sort((one, other) => isAvailable(one) - isAvailable(other)))(config)
}
const MANY = Array.from({ length: 3000 }, (_, at) => `svc/many-${at}`)
const onlyFirst = ['svc/echo-1', 'svc/unavailable']
const oneForEach = catalogs((all, name) =>
  name === 'second' ? all.slice(-1) : all.filter((id) => onlyFirst.includes(id)),
)

/** Catalogs and models of every kind. */
export const variants = () => [
  allowed('2.2, 5.3: which models a project has, and whether they respond, is not specified', configured, {
    'empty-catalog: no project has any model': catalogs(() => []),
    'empty-catalog-of-first-project: the first project has no model': notForFirst,
    'models-always-unavailable: no model responds': models({ available: false }),
    'models-of-second-project-several: the second project has models that the first may not call': severalOfSecond,
    'models-by-the-thousand: the catalogs have 3000 models more': more(MANY),
    'models-turned-round: the catalogs are in reverse order': catalogs((all) => [...all].reverse()),
    'models-unavailable-first: unavailable models are listed first': unavailableFirst,
    'model-names-of-one-character: a model has a name of one digit': more(['svc/1'], 'first'),
    'model-names-of-hyphens: models have hyphens at any position': more(['svc/-', 'svc/--a--', 'svc/0-'], 'first'),
    'model-names-very-long: a model has a name of 300 characters': more([`svc/${'long-'.repeat(60)}`], 'first'),
    'models-without-usage: usage of every model is unknown': models({ usage: 'unknown' }),
    'models-at-their-own-pace: streams have short pauses': models({ pace: { first_ms: 2, gap_ms: 1 } }),
    'models-of-few-words: no model says more than one token': models({ max_tokens: 1 }),
    'one-model-for-each-project: every project has one model, and each another one': oneForEach,
  }),
]

/** A change of the configuration; most other variants change the behaviour. */
const configured = (change: Reconfigure): Change => ({ configure: (config, emit) => emitting(emit, change)(config) })

function mapped<T>(entries: Record<string, T>, change: (entry: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry, name)]))
}
