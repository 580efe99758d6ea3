import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Accounts, Call, Model, Project } from '../../../core/types.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { editJson, type Json } from '../../edits/json.ts'
import { telling } from '../../edits/telling.ts'
import { both, ofSecondProject, onList, type When } from '../../edits/when.ts'

/** A model for an id that should have found none. */
type Found = (id: string, project: Project, accounts: Accounts, call: Call) => Model | undefined

const first: Found = (_, { models }) => [...models.values()].find(({ available }) => available)
const foreign: Found = (id, _, { models }) => models.get(id)
const known = (project: Project, test: (id: string) => boolean): Model | undefined =>
  [...project.models.values()].find(({ id, available }) => available && test(id))

const LIST_AND_CALL = ['model-listed-callable', 'auth-project-catalog', 'model-not-authorized']

/** Where list and callable models come apart (4.2 rule 7, 5.3). */
export const catalogFaults = (): readonly Fault[] => [
  served(
    'unknown-model',
    'a model that does not exist is served by another one',
    (id, project, accounts, call) => (accounts.models.has(id) ? undefined : first(id, project, accounts, call)),
    ['model-not-found', 'status-order'],
  ),
  served(
    'unknown-model-on-streams',
    'a model that does not exist is served by another one in a stream',
    (id, project, accounts, call) =>
      call.body?.stream !== true || accounts.models.has(id) ? undefined : first(id, project, accounts, call),
    ['model-not-found'],
  ),
  served(
    'unknown-model-with-known-start',
    'a model is served when its id begins with that of a listed one',
    (id, project) => known(project, (candidate) => id.startsWith(candidate)),
    ['model-not-found'],
  ),
  served(
    'start-of-known-model',
    'a model is served when its id is the beginning of a listed one',
    (id, project) => known(project, (candidate) => candidate.startsWith(id)),
    ['model-not-found'],
  ),
  served('model-of-another-project', 'a model of another project is served', foreign, [
    'model-not-authorized',
    'auth-project-catalog',
  ]),
  served(
    'model-of-another-project-on-streams',
    'a model of another project is served in a stream',
    (id, project, accounts, call) => (call.body?.stream === true ? foreign(id, project, accounts, call) : undefined),
    ['model-not-authorized', 'auth-project-catalog'],
  ),
  served(
    'model-of-first-to-second-project',
    'the second project is served the models of the first',
    (id, project, accounts, call) => (project.ordinal === 1 ? foreign(id, project, accounts, call) : undefined),
    ['model-not-authorized', 'auth-project-catalog'],
  ),
  {
    name: 'lists-models-of-all-projects',
    breaks: [...LIST_AND_CALL, 'list-empty'],
    shows: 'every project is listed all models of the deployment, and may call its own',
    apply: (behaviour, emit) => ({
      ...behaviour,
      listJson: telling(emit, (_, accounts, call) => behaviour.listJson(accounts.models.values(), accounts, call)),
    }),
  },
  {
    name: 'lists-models-of-first-project-to-second',
    breaks: LIST_AND_CALL,
    shows: 'the second project is listed the models of the first',
    apply: (behaviour, emit) => ({
      ...behaviour,
      listJson(models, accounts, call) {
        const [first] = accounts.projects
        if (call.project?.ordinal !== 1 || !first) return behaviour.listJson(models, accounts, call)
        emit()
        return behaviour.listJson(first.models.values(), accounts, call)
      },
    }),
  },
  listed(
    'lists-a-model-that-is-gone',
    'a listed model is unknown to completions',
    (list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' }),
    ['model-listed-callable', 'auth-project-catalog'],
  ),
  listed(
    'lists-a-model-that-is-gone-to-second-project',
    'a model listed to the second project is unknown to completions',
    (list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' }),
    ['model-listed-callable', 'auth-project-catalog'],
    ofSecondProject,
  ),
  listed(
    'lists-the-foreign-model',
    'a model of another project is listed and refused',
    (list) => list.data.push({ ...list.data[0], id: 'svc/other-project' }),
    LIST_AND_CALL,
    (_, { project }) => project?.ordinal === 0,
  ),
  {
    name: 'list-invents-a-model-for-empty-projects',
    breaks: ['list-empty'],
    shows: 'a project without models is listed one',
    apply: editJson(
      onList,
      (list) =>
        list.data.length === 0 && list.data.push({ id: 'svc/default', object: 'model', created: 1, owned_by: 'svc' }),
    ),
  },
  {
    name: 'list-of-empty-projects-is-refused',
    breaks: ['list-empty', 'models-list'],
    shows: 'a project without models gets 401 for the list',
    apply: refusedList('unauthenticated'),
  },
  {
    name: 'list-of-empty-projects-is-forbidden',
    breaks: ['list-empty', 'models-list'],
    shows: 'a project without models gets 403 for the list',
    apply: refusedList('disabled'),
  },
  {
    name: 'list-of-empty-projects-is-not-found',
    breaks: ['list-empty', 'models-list', 'models-statuses'],
    shows: 'a project without models gets 404 for the list',
    apply: refusedList('route_not_found'),
  },
  {
    name: 'listed-model-is-unknown',
    breaks: ['model-listed-callable', 'auth-project-catalog'],
    shows: 'a model is listed to two projects and can be called by none',
    apply: (behaviour, emit) => ({
      ...behaviour,
      findModel(id, project, accounts, call) {
        const model = behaviour.findModel(id, project, accounts, call)
        if (model instanceof Refusal || id !== 'svc/small-1') return model
        emit()
        return new Refusal('model_not_found', 'A fault of this mock does not find the model.', { param: 'model' })
      },
    }),
  },
]

function served(name: string, shows: string, find: Found, breaks: readonly string[]): Fault {
  return {
    name: `serves-${name}`,
    breaks,
    shows,
    apply: (behaviour, emit) => ({
      ...behaviour,
      findModel(id, project, accounts, call) {
        const found = behaviour.findModel(id, project, accounts, call)
        const instead =
          found instanceof Refusal && typeof id === 'string' ? find(id, project, accounts, call) : undefined
        if (!instead) return found
        emit()
        // The answer names the model that was asked for: nothing but the rule is broken.
        return { ...instead, id: String(id) }
      },
    }),
  }
}

function listed(
  name: string,
  shows: string,
  edit: (list: Json) => unknown,
  breaks: readonly string[],
  when: When = () => true,
): Fault {
  return { name, breaks, shows, apply: editJson(both(onList, when), (list) => list.data.length > 0 && edit(list)) }
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
