import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import type { MockConfig } from '../../../core/config.ts'
import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Accounts, Call, Model, Project } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { emitting } from '../../edits/emitting.ts'
import { instead } from '../../edits/instead.ts'
import { editAnswer, editJson, type Json } from '../../edits/json.ts'
import { always, both, everyNth, ofSecondProject, onList, onReason, type When } from '../../edits/when.ts'

/** Finds a model for an id that should have none. */
type Found = (id: string, project: Project, accounts: Accounts, call: Call) => Model | undefined | false

const isStream = ({ body }: Call): boolean => body?.stream === true
const firstOf = ({ models }: Project): Model | undefined => [...models.values()].find(({ available }) => available)
const known = (project: Project, test: (id: string) => boolean): Model | undefined =>
  [...project.models.values()].find(({ id, available }) => available && test(id))

const CATALOG: readonly RequirementId[] = ['model-not-authorized', 'auth-project-catalog']
const LIST_AND_CALL: readonly RequirementId[] = ['model-listed-callable', ...CATALOG]

const OF_SECOND = 'svc/team-1'
const RETIRED = 'svc/retired-1'
const isOfFirst: When = (_, { project }) => project?.ordinal === 0

/** A deployment whose second project has one more model. */
function withModelOfSecond(config: MockConfig): MockConfig {
  const { second } = config.projects
  if (!second) return config
  const projects = { ...config.projects, second: { ...second, models: [...second.models, OF_SECOND] } }
  return { ...config, models: { ...config.models, [OF_SECOND]: { created: 1, reply: 'echo' } }, projects }
}

/** Models that are listed but cannot be called, or the other way round (4.2 rule 7, 5.3). */
export const faults = () => [
  breaking(['model-not-found'], served, {
    'serves-unknown-model-on-streams: a model that does not exist is served by another one in a stream': (
      id,
      project,
      { models },
      call,
    ) => isStream(call) && !models.has(id) && firstOf(project),
    'serves-unknown-model-with-known-start: a model is served when its id begins with that of a listed one': (
      id,
      project,
    ) => known(project, (candidate) => id.startsWith(candidate)),
    'serves-start-of-known-model: a model is served when its id is the beginning of a listed one': (id, project) =>
      known(project, (candidate) => candidate.startsWith(id)),
    'serves-unknown-model: a model that does not exist is served by another one': [
      (id, project, { models }) => !models.has(id) && firstOf(project),
      'status-order',
    ],
    'serves-unknown-model-to-second-project: the second project is served models that do not exist': [
      (id, { ordinal, models }, accounts) => ordinal === 1 && !accounts.models.has(id) && [...models.values()][0],
      'auth-project-catalog',
    ],
  }),
  breaking(['model-not-found'], forbidden, {
    'forbids-unknown-models-to-the-second-project: a model that does not exist is answered 403 with the second key':
      both(ofSecondProject, (_, { body }) => !['svc/echo-1', 'svc/unavailable'].includes(String(body?.model))),
  }),
  breaking(CATALOG, served, {
    'serves-model-of-another-project: a model of another project is served': (id, _, { models }) => models.get(id),
    'serves-model-of-another-project-on-streams: a model of another project is served in a stream': (
      id,
      _,
      { models },
      call,
    ) => isStream(call) && models.get(id),
    'serves-model-of-first-to-second-project: the second project is served the models of the first': (
      id,
      { ordinal },
      { models },
    ) => ordinal === 1 && models.get(id),
    'serves-streams-to-empty-projects: a project without models is served streams': (id, project, { models }, call) =>
      project.models.size === 0 && isStream(call) && models.get(id),
  }),
  breaking(CATALOG, {
    'lists-the-foreign-model: a model of another project is listed and refused': [
      listing('svc/other-project', isOfFirst),
      'model-listed-callable',
    ],
  }),
  breaking(LIST_AND_CALL, {
    'lists-models-of-all-projects: every project is listed all models of the deployment, and may call its own': [
      (behaviour, emit) => ({
        ...behaviour,
        listJson: emitting(emit, (_, accounts, call) => behaviour.listJson(accounts.models.values(), accounts, call)),
      }),
      'list-empty',
    ],
    'lists-models-of-first-project-to-second: the second project is listed the models of the first': (
      behaviour,
      emit,
    ) => ({
      ...behaviour,
      listJson(models, accounts, call) {
        const [first] = accounts.projects
        if (call.project?.ordinal !== 1 || !first) return behaviour.listJson(models, accounts, call)
        emit()
        return behaviour.listJson(first.models.values(), accounts, call)
      },
    }),
  }),
  breaking(['model-listed-callable', 'auth-project-catalog'], {
    'lists-a-model-that-is-gone: a listed model is unknown to completions': listing(RETIRED),
    'lists-a-model-that-is-gone-to-second-project: a model listed to the second project is unknown to completions':
      listing(RETIRED, ofSecondProject),
    'listed-model-is-unknown: a model is listed to two projects and can be called by none': lost(() => true),
    'listed-model-is-unknown-in-streams-of-second-project: the second project cannot stream a model that it is listed':
      lost(({ ordinal }, call) => ordinal === 1 && isStream(call)),
  }),
  breaking(['model-unavailable-listed'], listed, {
    'list-lacks-what-is-unavailable: a model that is unavailable is not listed, and answers 503': (list) => {
      const models = list.data.length
      list.data = list.data.filter(({ id }: Json) => id !== 'svc/unavailable')
      return list.data.length < models
    },
  }),
  breaking(['model-callable-listed'], {
    'second-project-has-a-model-that-the-first-may-call: a model that only the second project is listed is served to the first as well':
      {
        configure: withModelOfSecond,
        apply: served((id, { ordinal }, { models }) => id === OF_SECOND && ordinal === 0 && models.get(id)),
      },
  }),
  breaking(['model-not-authorized'], {
    'second-project-has-a-model-that-is-forbidden-to-the-first: a model that only the second project is listed is answered 403 with the first key':
      { configure: withModelOfSecond, apply: forbidden((_, { body }) => body?.model === OF_SECOND) },
    'forbids-models-of-the-first-project-to-the-second: a model that only the first project is listed is answered 403 with the second key':
      forbidden(both(ofSecondProject, (_, { body }) => body?.model === 'svc/echo-1')),
  }),
  breaking(['list-steady'], {
    'list-loses-a-model-now-and-then: about every third list lacks its last model': listed(
      (list) => list.data.length > 1 && list.data.pop(),
      everyNth(3),
    ),
    'list-of-another-instance: some lists hold a model that was taken away long ago': [
      listing(RETIRED, both(isOfFirst, everyNth(5))),
      'model-listed-callable',
    ],
  }),
  breaking(['list-empty'], {
    'list-invents-a-model-for-empty-projects: a project without models is listed one': editJson(
      onList,
      (list) =>
        list.data.length === 0 && list.data.push({ id: 'svc/default', object: 'model', created: 1, owned_by: 'svc' }),
    ),
  }),
  breaking(['list-empty', 'models-list'], refusedList, {
    'list-of-empty-projects-is-refused: a project without models gets 401 for the list': 'unauthenticated',
    'list-of-empty-projects-is-forbidden: a project without models gets 403 for the list': 'disabled',
    'list-of-empty-projects-is-not-found: a project without models gets 404 for the list': [
      'route_not_found',
      'models-statuses',
    ],
  }),
]

/** Serves requests for unknown models with another model. */
export function served(find: Found): Apply {
  return instead('findModel', (plain, id, project, accounts, call) => {
    const found = plain()
    const other = found instanceof Refusal && typeof id === 'string' && find(id, project, accounts, call)
    // The answer names the requested model, so that only the rule is broken.
    return other ? { ...other, id: String(id) } : found
  })
}

/** Answers 403 where a model is not found. */
function forbidden(when: When): Apply {
  return editAnswer(both(onReason('model_not_found'), when), { status: 403 })
}

/** Does not find a listed model in some requests. */
function lost(when: (project: Project, call: Call) => boolean): Apply {
  return instead('findModel', (plain, id, project, _, call) =>
    id === 'svc/small-1' && when(project, call) && !(plain() instanceof Refusal)
      ? new Refusal('model_not_found', 'A fault of this mock does not find the model.', { param: 'model' })
      : plain(),
  )
}

function listed(edit: (list: Json) => unknown, when: When = always): Apply {
  return editJson(both(onList, when), (list) => list.data.length > 0 && edit(list))
}

/** Lists one model more. */
function listing(id: string, when?: When): Apply {
  return listed((list) => list.data.push({ ...list.data[0], id }), when)
}

function refusedList(kind: ErrorKind): Apply {
  return instead('refuseDisabled', (plain, project, operation) =>
    operation === 'models' && project.models.size === 0
      ? new Refusal(kind, 'A fault of this mock refuses an empty list.', {
          headers: kind === 'unauthenticated' ? ['www-authenticate', 'Bearer'] : [],
        })
      : plain(),
  )
}
