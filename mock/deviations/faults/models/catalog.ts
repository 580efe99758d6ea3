import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import type { MockConfig } from '../../../core/config.ts'
import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Accounts, Call, Model, Project } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { emitting } from '../../edits/emitting.ts'
import { editAnswer, editJson, type Json } from '../../edits/json.ts'
import { both, everyNth, ofSecondProject, onList, onReason, type When } from '../../edits/when.ts'

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

const OF_SECOND = 'svc/team-1'

/** A deployment whose second project has one more model. */
function withModelOfSecond(config: MockConfig): MockConfig {
  const { second } = config.projects
  if (!second) return config
  const projects = { ...config.projects, second: { ...second, models: [...second.models, OF_SECOND] } }
  return { ...config, models: { ...config.models, [OF_SECOND]: { created: 1, reply: 'echo' } }, projects }
}

/** Models that are listed and cannot be called, or the other way round (4.2 rule 7, 5.3). */
export const faults = () => [
  breaking(['model-not-found'], {
    'serves-unknown-model-on-streams': [
      'a model that does not exist is served by another one in a stream',
      served((id, project, accounts, call) =>
        call.body?.stream !== true || accounts.models.has(id) ? undefined : first(id, project, accounts, call),
      ),
    ],
    'serves-unknown-model-with-known-start': [
      'a model is served when its id begins with that of a listed one',
      served((id, project) => known(project, (candidate) => id.startsWith(candidate))),
    ],
    'serves-start-of-known-model': [
      'a model is served when its id is the beginning of a listed one',
      served((id, project) => known(project, (candidate) => candidate.startsWith(id))),
    ],
    'forbids-unknown-models-to-the-second-project': [
      'a model that does not exist is answered 403 with the second key',
      editAnswer(
        (answer, call) =>
          onReason('model_not_found')(answer, call) &&
          ofSecondProject(answer, call) &&
          !['svc/echo-1', 'svc/unavailable'].includes(String(call.body?.model)),
        { status: 403 },
      ),
    ],
    'serves-unknown-model': [
      'a model that does not exist is served by another one',
      served((id, project, accounts, call) =>
        accounts.models.has(id) ? undefined : first(id, project, accounts, call),
      ),
      'status-order',
    ],
  }),
  breaking(['model-not-authorized', 'auth-project-catalog'], {
    'serves-model-of-another-project': ['a model of another project is served', served(foreign)],
    'serves-model-of-another-project-on-streams': [
      'a model of another project is served in a stream',
      served((id, project, accounts, call) =>
        call.body?.stream === true ? foreign(id, project, accounts, call) : undefined,
      ),
    ],
    'serves-model-of-first-to-second-project': [
      'the second project is served the models of the first',
      served((id, project, accounts, call) =>
        project.ordinal === 1 ? foreign(id, project, accounts, call) : undefined,
      ),
    ],
    'lists-the-foreign-model': [
      'a model of another project is listed and refused',
      listed(
        (list) => list.data.push({ ...list.data[0], id: 'svc/other-project' }),
        (_, { project }) => project?.ordinal === 0,
      ),
      'model-listed-callable',
    ],
  }),
  breaking([...LIST_AND_CALL, 'list-empty'], {
    'lists-models-of-all-projects': [
      'every project is listed all models of the deployment, and may call its own',
      (behaviour, emit) => ({
        ...behaviour,
        listJson: emitting(emit, (_, accounts, call) => behaviour.listJson(accounts.models.values(), accounts, call)),
      }),
    ],
  }),
  breaking(LIST_AND_CALL, {
    'lists-models-of-first-project-to-second': [
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
    ],
  }),
  breaking(['model-listed-callable', 'auth-project-catalog'], {
    'lists-a-model-that-is-gone': [
      'a listed model is unknown to completions',
      listed((list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' })),
    ],
    'lists-a-model-that-is-gone-to-second-project': [
      'a model listed to the second project is unknown to completions',
      listed((list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' }), ofSecondProject),
    ],
    'listed-model-is-unknown': [
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
    ],
  }),
  breaking(['model-unavailable-listed'], {
    'list-lacks-what-is-unavailable': [
      'a model that is unavailable is not listed, and answers 503',
      listed((list) => {
        const models = list.data.length
        list.data = list.data.filter(({ id }: Json) => id !== 'svc/unavailable')
        return list.data.length < models
      }),
    ],
  }),
  breaking(['model-callable-listed'], {
    'second-project-has-a-model-that-the-first-may-call': [
      'a model that only the second project is listed is served to the first as well',
      {
        configure: withModelOfSecond,
        apply: served((id, project, { models }) =>
          id === OF_SECOND && project.ordinal === 0 ? models.get(id) : undefined,
        ),
      },
    ],
  }),
  breaking(['model-not-authorized'], {
    'second-project-has-a-model-that-is-forbidden-to-the-first': [
      'a model that only the second project is listed is answered 403 with the first key',
      {
        configure: withModelOfSecond,
        apply: editAnswer(
          (answer, call) => onReason('model_not_found')(answer, call) && call.body?.model === OF_SECOND,
          { status: 403 },
        ),
      },
    ],
    'forbids-models-of-the-first-project-to-the-second': [
      'a model that only the first project is listed is answered 403 with the second key',
      editAnswer(
        (answer, call) =>
          onReason('model_not_found')(answer, call) &&
          ofSecondProject(answer, call) &&
          call.body?.model === 'svc/echo-1',
        { status: 403 },
      ),
    ],
  }),
  breaking(['list-steady'], {
    'list-loses-a-model-now-and-then': [
      'every seventh list of the first project lacks a model',
      listed(
        (list) => list.data.length > 1 && list.data.pop(),
        (answer, call) => call.project?.ordinal === 0 && everyNth(7)(answer, call),
      ),
    ],
    'list-of-another-instance': [
      'some lists hold a model that was taken away long ago',
      listed(
        (list) => list.data.push({ ...list.data[0], id: 'svc/retired-1' }),
        (answer, call) => call.project?.ordinal === 0 && everyNth(5)(answer, call),
      ),
      'model-listed-callable',
    ],
  }),
  breaking(['list-empty'], {
    'list-invents-a-model-for-empty-projects': [
      'a project without models is listed one',
      editJson(
        onList,
        (list) =>
          list.data.length === 0 && list.data.push({ id: 'svc/default', object: 'model', created: 1, owned_by: 'svc' }),
      ),
    ],
  }),
  breaking(['list-empty', 'models-list'], {
    'list-of-empty-projects-is-refused': [
      'a project without models gets 401 for the list',
      refusedList('unauthenticated'),
    ],
    'list-of-empty-projects-is-forbidden': ['a project without models gets 403 for the list', refusedList('disabled')],
    'list-of-empty-projects-is-not-found': [
      'a project without models gets 404 for the list',
      refusedList('route_not_found'),
      'models-statuses',
    ],
  }),
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
