import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Call } from '../../../core/types.ts'
import { breaking } from '../../deviation.ts'
import { served } from './catalog.ts'

const CATALOG: readonly RequirementId[] = ['model-not-authorized', 'auth-project-catalog']

const streams = ({ body }: Call): boolean => body?.stream === true

/** What is wrong with the models of one project among several (4.2 rule 7, 5.3). */
export const faults = () => [
  breaking(CATALOG, {
    'serves-streams-to-empty-projects': [
      'a project without models is served streams',
      served((id, project, { models }, call) =>
        project.models.size === 0 && streams(call) ? models.get(id) : undefined,
      ),
    ],
  }),
  breaking(['model-not-found', 'auth-project-catalog'], {
    'serves-unknown-model-to-second-project': [
      'the second project is served models that do not exist',
      served((id, { ordinal, models }, accounts) =>
        ordinal === 1 && !accounts.models.has(id) ? [...models.values()][0] : undefined,
      ),
    ],
  }),
  breaking(['model-listed-callable', 'auth-project-catalog'], {
    'listed-model-is-unknown-in-streams-of-second-project': [
      'the second project cannot stream a model that it is listed',
      (behaviour, emit) => ({
        ...behaviour,
        findModel(id, project, accounts, call) {
          const model = behaviour.findModel(id, project, accounts, call)
          if (model instanceof Refusal || project.ordinal !== 1 || id !== 'svc/small-1' || !streams(call)) return model
          emit()
          return new Refusal('model_not_found', 'A fault of this mock does not find the model.', { param: 'model' })
        },
      }),
    ],
  }),
]
