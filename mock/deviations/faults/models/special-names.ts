import { type Fault, fault } from '../../deviation.ts'
import { served } from './catalog.ts'

const FOR_ANY = new Set(['default', 'auto', 'latest', 'any', 'best', 'fallback', 'router', 'model', 'chat'])

/** Names that nobody lists and that are served all the same (4.2, rule 7). */
export const specialNameFaults = (): readonly Fault[] => [
  fault(
    'serves-names-of-gpt',
    ['model-not-found'],
    'names that begin with gpt are served by the first model',
    served((id, project) => (id.startsWith('svc/gpt-') ? [...project.models.values()][0] : undefined)),
  ),
  fault(
    'serves-any-model-by-default',
    ['model-not-found'],
    'names such as svc/default are served by the first model',
    served((id, project) => (FOR_ANY.has(id.slice('svc/'.length)) ? [...project.models.values()][0] : undefined)),
  ),
  fault(
    'serves-names-of-digits',
    ['model-not-found'],
    'a name of digits is taken for a place in the list',
    served((id, project) => (/^svc\/\d+$/.test(id) ? [...project.models.values()][0] : undefined)),
  ),
]
