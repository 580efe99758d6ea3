import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Accounts, Call, Model, Project } from '../../../core/types.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { emitting } from '../../edits/emitting.ts'
import { editJson, type Json } from '../../edits/json.ts'
import { both, everyNth, ofSecondProject, onList, type When } from '../../edits/when.ts'

/** Finds a model for an id that should have none. */
type Found = (id: string, project: Project, accounts: Accounts, call: Call) => Model | undefined

const first: Found = (_, { models }) => [...models.values()].find(({ available }) => available)
const foreign: Found = (id, _, { models }) => models.get(id)
const known = (project: Project, test: (id: string) => boolean): Model | undefined =>
  [...project.models.values()].find(({ id, available }) => available && test(id))

const LIST_AND_CALL: readonly RequirementId[] = [
  'model-listed-callable',
  'auth-project-catalog',
  'model-not-authorized',
]

/** Models that are listed and cannot be called, or the other way round (4.2 rule 7, 5.3). */
export const catalogFaults = (): readonly Fault[] => [
  fault(
    'serves-unknown-model',
    ['model-not-found', 'status-order'],
    'a model that does not exist is served by another one',
    served((id, project, accounts, call) => (accounts.models.has(id) ? undefined : first(id, project, accounts, call))),
  ),
  fault(
    'serves-unknown-model-on-streams',
    ['model-not-found'],
    'a model that does not exist is served by another one in a stream',
    served((id, project, accounts, call) =>
      call.body?.stream !== true || accounts.models.has(id) ? undefined : first(id, project, accounts, call),
    ),
  ),
  fault(
    'serves-unknown-model-with-known-start',
    ['model-not-found'],
    'a model is served when its id begins with that of a listed one',
    served((id, project) => known(project, (candidate) => id.startsWith(candidate))),
  ),
  fault(
    'serves-start-of-known-model',
    ['model-not-found'],
    'a model is served when its id is the beginning of a listed one',
    served((id, project) => known(project, (candidate) => candidate.startsWith(id))),
  ),
  fault(
    'serves-model-of-another-project',
    ['model-not-authorized', 'auth-project-catalog'],
    'a model of another project is served',
    served(foreign),
  ),
  fault(
    'serves-model-of-another-project-on-streams',
    ['model-not-authorized', 'auth-project-catalog'],
    'a model of another project is served in a stream',
    served((id, project, accounts, call) =>
      call.body?.stream === true ? foreign(id, project, accounts, call) : undefined,
    ),
  ),
  fault(
    'serves-model-of-first-to-second-project',
    ['model-not-authorized', 'auth-project-catalog'],
    'the second project is served the models of the first',
    served((id, project, accounts, call) => (project.ordinal === 1 ? foreign(id, project, accounts, call) : undefined)),
  ),
  fault(
    'lists-models-of-all-projects',
    [...LIST_AND_CALL, 'list-empty'],
    'every project is listed all models of the deployment, and may call its own',
    (behaviour, emit) => ({
      ...behaviour,
      listJson: emitting(emit, (_, accounts, call) => behaviour.listJson(accounts.models.values(), accounts, call)),
    }),
  ),
  fault(
    'lists-models-of-first-project-to-second',
    LIST_AND_CALL,
    'the second project is listed the models of the first',
    (behaviour, emit) => ({
      ...behaviour,
      listJson(models, accounts, call) {
        const [first] = accounts.projects
        if (call.project?.ordinal !== 1 || !first) return behaviour.listJson(models, accounts, call)
        emit()
        return behaviour.listJson(first.models.values(), accounts, call)
      },
    }),
  ),
  fault(
    'lists-a-model-that-is-gone',
    ['model-listed-callable', 'auth-project-catalog'],
    'a listed model is unknown to completions',
    listed((list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' })),
  ),
  fault(
    'lists-a-model-that-is-gone-to-second-project',
    ['model-listed-callable', 'auth-project-catalog'],
    'a model listed to the second project is unknown to completions',
    listed((list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' }), ofSecondProject),
  ),
  fault(
    'lists-the-foreign-model',
    ['model-listed-callable', 'auth-project-catalog', 'model-not-authorized'],
    'a model of another project is listed and refused',
    listed(
      (list) => list.data.push({ ...list.data[0], id: 'svc/other-project' }),
      (_, { project }) => project?.ordinal === 0,
    ),
  ),
  fault(
    'list-lacks-what-is-unavailable',
    ['model-callable-listed'],
    'a model that is unavailable is not listed, and answers 503',
    listed((list) => {
      const models = list.data.length
      list.data = list.data.filter(({ id }: Json) => id !== 'svc/unavailable')
      return list.data.length < models
    }),
  ),
  fault(
    'list-loses-a-model-now-and-then',
    ['list-steady'],
    'every seventh list of the first project lacks a model',
    listed(
      (list) => list.data.length > 1 && list.data.pop(),
      (answer, call) => call.project?.ordinal === 0 && everyNth(7)(answer, call),
    ),
  ),
  fault(
    'list-of-another-instance',
    ['list-steady', 'model-listed-callable'],
    'some lists hold a model that was taken away long ago',
    listed(
      (list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' }),
      (answer, call) => call.project?.ordinal === 0 && everyNth(5)(answer, call),
    ),
  ),
  fault(
    'list-invents-a-model-for-empty-projects',
    ['list-empty'],
    'a project without models is listed one',
    editJson(
      onList,
      (list) =>
        list.data.length === 0 && list.data.push({ id: 'svc/default', object: 'model', created: 1, owned_by: 'svc' }),
    ),
  ),
  fault(
    'list-of-empty-projects-is-refused',
    ['list-empty', 'models-list'],
    'a project without models gets 401 for the list',
    refusedList('unauthenticated'),
  ),
  fault(
    'list-of-empty-projects-is-forbidden',
    ['list-empty', 'models-list'],
    'a project without models gets 403 for the list',
    refusedList('disabled'),
  ),
  fault(
    'list-of-empty-projects-is-not-found',
    ['list-empty', 'models-list', 'models-statuses'],
    'a project without models gets 404 for the list',
    refusedList('route_not_found'),
  ),
  fault(
    'listed-model-is-unknown',
    ['model-listed-callable', 'auth-project-catalog'],
    'a model is listed to two projects and can be called by none',
    (behaviour, emit) => ({
      ...behaviour,
      findModel(id, project, accounts, call) {
        const model = behaviour.findModel(id, project, accounts, call)
        if (model instanceof Refusal || id !== 'svc/small-1') return model
        emit()
        return new Refusal('model_not_found', 'A fault of this mock does not find the model.', { param: 'model' })
      },
    }),
  ),
]

/** Serves what is not found with another model. */
export function served(find: Found): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    findModel(id, project, accounts, call) {
      const found = behaviour.findModel(id, project, accounts, call)
      const instead = found instanceof Refusal && typeof id === 'string' ? find(id, project, accounts, call) : undefined
      if (!instead) return found
      emit()
      // The answer names the model that was asked for: nothing but the rule is broken.
      return { ...instead, id: String(id) }
    },
  })
}

function listed(edit: (list: Json) => unknown, when: When = () => true): Apply {
  return editJson(both(onList, when), (list) => list.data.length > 0 && edit(list))
}

function refusedList(kind: ErrorKind): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    refuseDisabled(project, operation, call) {
      if (operation !== 'models' || project.models.size > 0) return behaviour.refuseDisabled(project, operation, call)
      emit()
      return new Refusal(kind, 'A fault of this mock refuses an empty list.', {
        headers: kind === 'unauthenticated' ? ['www-authenticate', 'Bearer'] : [],
      })
    },
  })
}
