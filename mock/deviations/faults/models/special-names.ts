import type { MockConfig } from '../../../core/config.ts'
import { breaking } from '../../deviation.ts'
import { ignore } from '../../edits/decisions.ts'
import { served } from './catalog.ts'

const FOR_ANY = new Set(['default', 'auto', 'latest', 'any', 'best', 'fallback', 'router', 'model', 'chat'])

/** The same catalog under the names of another vendor. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'svc/echo-1': 'gpt-4o', 'svc/small-1': 'gpt-4o-mini' }

const renamed = (id: string): string => OTHER_NAMES[id] ?? id

const underOtherNames = (config: MockConfig): MockConfig => ({
  ...config,
  models: Object.fromEntries(Object.entries(config.models).map(([id, model]) => [renamed(id), model])),
  projects: Object.fromEntries(
    Object.entries(config.projects).map(([name, project]) => [
      name,
      { ...project, models: project.models.map(renamed) },
    ]),
  ),
})

/** Unlisted names that are served (4.2, rule 7). */
export const faults = () => [
  breaking(['model-not-found'], served, {
    'serves-names-of-gpt: names that begin with gpt are served by the first model': (id, project) =>
      id.startsWith('svc/gpt-') ? [...project.models.values()][0] : undefined,
    'serves-any-model-by-default: names such as svc/default are served by the first model': (id, project) =>
      FOR_ANY.has(id.slice('svc/'.length)) ? [...project.models.values()][0] : undefined,
    'serves-an-alias-of-a-listed-model: a listed model is also served under its name and -latest': (id, { models }) =>
      models.get(id.replace(/-latest$/, '')),
    'serves-names-of-digits: a name of digits is taken for a place in the list': (id, project) =>
      /^svc\/\d+$/.test(id) ? [...project.models.values()][0] : undefined,
  }),
  breaking(
    ['model-id', 'request-model-pattern', 'stream-invalid-request', 'auth-project-catalog', 'model-not-authorized'],
    {
      'model-ids-of-another-vendor: models are listed and served as gpt-4o, and model may have any form': {
        apply: ignore('model.pattern'),
        configure(config, emit) {
          emit()
          return underOtherNames(config)
        },
      },
    },
  ),
]
