import type { MockConfig } from '../../../core/config.ts'
import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Accounts, Call, Model, Project } from '../../../core/types.ts'
import { type Apply, breaking, type Change } from '../../deviation.ts'
import { ignore } from '../../edits/decisions.ts'
import { instead } from '../../edits/instead.ts'
import { all, editJson, type Json } from '../../edits/json.ts'
import { editResponse } from '../../edits/responses.ts'
import { always, both, everyNth, ofSecondProject, onList, onReason, type When, withoutLimit } from '../../edits/when.ts'

/** A request for a model that should not be found. */
interface Wanted {
  readonly id: string
  readonly project: Project
  readonly accounts: Accounts
  readonly call: Call
}

/** Finds a model nevertheless. */
type Find = (wanted: Wanted) => Model | undefined | false

const firstOf = ({ models }: Project): Model | undefined => [...models.values()][0]
const known = ({ project }: Wanted, test: (id: string) => boolean): Model | undefined =>
  [...project.models.values()].find(({ id, available }) => available && test(id))
const onStreams = (find: Find): Find => {
  return (wanted) => wanted.call.body?.stream === true && find(wanted)
}
const ofSecond = (find: Find): Find => {
  return (wanted) => wanted.project.ordinal === 1 && find(wanted)
}

const existing: Find = ({ id, accounts }) => accounts.models.get(id)
const any: Find = (wanted) => !existing(wanted) && known(wanted, () => true)
const toSecond = ofSecond((wanted) => !existing(wanted) && firstOf(wanted.project))
const ofKnownStart: Find = (wanted) => known(wanted, (id) => wanted.id.startsWith(id))
const ofStart: Find = (wanted) => known(wanted, (id) => id.startsWith(wanted.id))
const onStreamsOfEmpty = onStreams((wanted) => wanted.project.models.size === 0 && existing(wanted))
const teamToFirst: Find = (wanted) => wanted.id === OF_SECOND && wanted.project.ordinal === 0 && existing(wanted)
const ofGpt: Find = ({ id, project }) => id.startsWith('svc/gpt-') && firstOf(project)
const byDefault: Find = ({ id, project }) => FOR_ANY.has(id.slice('svc/'.length)) && firstOf(project)
const byDigits: Find = ({ id, project }) => /^svc\/\d+$/.test(id) && firstOf(project)
const withHyphen: Find = ({ id, project }) => project.models.get(id.replace(/-$/, ''))
const alias: Find = ({ id, project }) => project.models.get(id.replace(/-latest$/, ''))

const FOR_ANY = new Set(['default', 'auto', 'latest', 'any', 'best', 'fallback', 'router', 'model', 'chat'])
const OF_SECOND = 'svc/team-1'
const RETIRED = 'svc/retired-1'
const EXISTING = ['svc/echo-1', 'svc/unavailable']
const wants = (...ids: unknown[]): When => {
  return (_, { body }) => ids.includes(body?.model)
}
const isOfFirst: When = (_, { project }) => project?.ordinal === 0
const ofSecondForUnknown = both(ofSecondProject, (_, { body }) => !EXISTING.includes(String(body?.model)))
const ofSecondForFirst = both(ofSecondProject, wants('svc/echo-1'))

const CATALOG = ['model-not-authorized', 'auth-project-catalog'] as const
const LISTED = ['model-listed-callable', 'auth-project-catalog'] as const

/** Adds a model that only the second project may call. */
function withModelOfSecond(config: MockConfig): MockConfig {
  const { second } = config.projects
  if (!second) return config
  const projects = { ...config.projects, second: { ...second, models: [...second.models, OF_SECOND] } }
  return { ...config, models: { ...config.models, [OF_SECOND]: { created: 1, reply: 'echo' } }, projects }
}

/** Models of the catalog under the names of another vendor. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'svc/echo-1': 'gpt-4o', 'svc/small-1': 'gpt-4o-mini' }
const renamed = (id: string): string => OTHER_NAMES[id] ?? id
const mapped = <T, U>(of: Readonly<Record<string, T>>, change: (name: string, entry: T) => [string, U]) =>
  Object.fromEntries(Object.entries(of).map(([name, entry]) => change(name, entry)))
const underOtherNames: Change = {
  apply: ignore('model.pattern'),
  configure: (config, emit) => {
    emit()
    const models = mapped(config.models, (id, model) => [renamed(id), model])
    const projects = mapped(config.projects, (name, one) => [name, { ...one, models: one.models.map(renamed) }])
    return { ...config, models, projects }
  },
}

/** Models that are listed but not callable or the reverse, and unlisted names that are accepted (4.2 rule 7, 5.3). */
export const faults = () => [
  breaking(['model-not-found'], served, {
    'serves-unknown-model: a model that does not exist is served by another one': [any, 'status-order'],
    'serves-unknown-model-on-streams: a model that does not exist is served by another one in a stream': onStreams(any),
    'serves-unknown-model-to-second-project: the second project may call any model': [toSecond, 'auth-project-catalog'],
    'serves-unknown-model-with-known-start: an id may begin with a listed one': ofKnownStart,
    'serves-start-of-known-model: an id may be the beginning of a listed one': ofStart,
    'serves-names-of-gpt: names that begin with gpt are served by the first model': ofGpt,
    'serves-any-model-by-default: names such as svc/default are served by the first model': byDefault,
    'serves-an-alias-of-a-listed-model: a listed model is also served under its name and -latest': alias,
    'serves-a-listed-model-with-a-hyphen: a hyphen after a listed id is left out': withHyphen,
    'serves-names-of-digits: a name of digits is taken for a position in the list': byDigits,
  }),
  breaking(['model-not-found'], forbidden, {
    'forbids-unknown-models-to-the-second-project: a model that does not exist is a 403 for it': ofSecondForUnknown,
  }),
  breaking(['model-not-found'], {
    'unknown-model-without-a-limit-as-400: a model that does not exist is a 400 if the request has no limit': unlimited,
  }),
  breaking(['model-not-authorized'], {
    'forbids-models-of-the-first-project-to-the-second: a model of the first is a 403': forbidden(ofSecondForFirst),
    'second-project-has-a-model-that-is-forbidden-to-the-first: a model of the second is a 403': teamForbidden,
  }),
  breaking(['model-callable-listed'], {
    'second-project-has-a-model-that-the-first-may-call: a model of the second is served to the first': teamServed,
  }),
  breaking(CATALOG, served, {
    'serves-model-of-another-project: a model of another project is served': existing,
    'serves-model-of-another-project-on-streams: a model of another project is streamed': onStreams(existing),
    'serves-model-of-first-to-second-project: the second project is served the models of the first': ofSecond(existing),
    'serves-streams-to-empty-projects: a project without models is served streams': onStreamsOfEmpty,
  }),
  breaking([...LISTED, 'model-not-authorized'], {
    'lists-the-foreign-model: a model of another project is listed': listing('svc/other-project', isOfFirst),
    'lists-models-of-all-projects: all models of the deployment are listed': [listingAll, 'list-empty'],
    'lists-models-of-first-project-to-second: the second project is listed the models of the first': listingFirst,
  }),
  breaking(LISTED, {
    'lists-a-model-that-is-gone: a listed model is unknown to completions': listing(RETIRED),
    'lists-a-model-that-is-gone-to-second-project: a removed model is listed': listing(RETIRED, ofSecondProject),
    'listed-model-is-unknown: a model is listed to two projects and can be called by none': lost(() => true),
    'listed-model-is-unknown-in-streams-of-second-project: a listed model cannot be streamed': lost(streamsOfSecond),
  }),
  breaking(['model-listed-callable'], {
    'second-project-needs-a-stream: the second project gets 400 without stream': lost(unstreamed, NEEDS_STREAM),
  }),
  breaking(['request-max-tokens'], {
    'a-listed-model-takes-max-completion-tokens-alone: it refuses max_tokens': lost(limitedByOldName, NEEDS_NEW_NAME),
  }),
  breaking([], {
    'list-lacks-what-is-unavailable: unavailable models are unlisted': [withoutUnavailable, 'model-unavailable-listed'],
    'list-invents-a-model-for-empty-projects: a project without models is listed one': [invented, 'list-empty'],
  }),
  breaking(['list-steady'], {
    // The last model is unavailable.
    'list-loses-a-model-now-and-then: about every third list lacks its last model': [
      listed(withoutLast, everyNth(3)),
      'model-unavailable-listed',
    ],
    // This is allowed, but no run can distinguish it from two instances.
    'list-loses-a-model-for-good: after 300 requests, a model is neither listed nor found': withdrawn,
    'list-of-another-instance: some lists have a removed model': [fromAnotherInstance, 'model-listed-callable'],
  }),
  breaking(['list-empty', 'models-list'], refusedList, {
    'list-of-empty-projects-is-refused: a project without models gets 401 for the list': 'unauthenticated',
    'list-of-empty-projects-is-forbidden: a project without models gets 403 for the list': 'disabled',
    'list-of-empty-projects-is-not-found: an empty list is a 404': ['route_not_found', 'models-statuses'],
  }),
  breaking([...CATALOG, 'model-id', 'request-model-pattern', 'stream-invalid-request'], {
    'model-ids-of-another-vendor: models are listed and served as gpt-4o; any form is valid': underOtherNames,
  }),
]

/** Serves requests for unknown models with another model. */
function served(find: Find): Apply {
  return instead('findModel', (plain, id, project, accounts, call) => {
    const found = plain()
    const other = found instanceof Refusal && typeof id === 'string' && find({ id, project, accounts, call })
    // Name the requested model in the response, so that only this rule is broken.
    return other ? { ...other, id: String(id) } : found
  })
}

/** Returns 403 instead of 404 if a model is not found. */
const forbidden = (when: When): Apply => editResponse(both(onReason('model_not_found'), when), { status: 403 })

const unlimited: Apply = editResponse(both(onReason('model_not_found'), withoutLimit), { status: 400 })

const streamsOfSecond = ({ ordinal }: Project, { body }: Call): boolean => ordinal === 1 && body?.stream === true

const teamForbidden: Change = { configure: withModelOfSecond, apply: forbidden(wants(OF_SECOND)) }
const teamServed: Change = { configure: withModelOfSecond, apply: served(teamToFirst) }

const unstreamed = ({ ordinal }: Project, { body }: Call): boolean => ordinal === 1 && body?.stream !== true
const limitedByOldName = (_: Project, { body }: Call): boolean => body?.max_tokens !== undefined
const NEEDS_NEW_NAME = new Refusal('invalid', 'A fault of this mock refuses it.', { param: 'max_tokens' })
const NEEDS_STREAM = new Refusal('invalid', 'A fault of this mock serves streams alone.')
const NOT_FOUND = new Refusal('model_not_found', 'A fault of this mock does not find the model.', { param: 'model' })

/** Refuses a listed model in some requests. */
function lost(when: (project: Project, call: Call) => boolean, refusal = NOT_FOUND): Apply {
  return instead('findModel', (plain, id, project, _, call) =>
    id === 'svc/small-1' && when(project, call) && !(plain() instanceof Refusal) ? refusal : plain(),
  )
}

function listed(edit: (list: Json) => unknown, when: When = always): Apply {
  return editJson(both(onList, when), (list) => list.data.length > 0 && edit(list))
}

const isLate = ({ number }: Call): boolean => number > 300
const withoutSmall = (list: Json): unknown => (list.data = list.data.filter(({ id }: Json) => id !== 'svc/small-1'))
const withdrawn = all(
  lost((_, call) => isLate(call)),
  listed(withoutSmall, (_, call) => isLate(call)),
)

/** Lists one additional model. */
const listing = (id: string, when?: When): Apply => listed((list) => list.data.push({ ...list.data[0], id }), when)

const fromAnotherInstance = listing(RETIRED, both(isOfFirst, everyNth(5)))
const listingAll = instead('listJson', (plain, _, accounts, call) => plain(accounts.models.values(), accounts, call))
const listingFirst = instead('listJson', (plain, _, accounts, call) => {
  const [first] = accounts.projects
  return call.project?.ordinal === 1 && first ? plain(first.models.values(), accounts, call) : plain()
})

const withoutUnavailable = listed((list) => {
  const models = list.data.length
  list.data = list.data.filter(({ id }: Json) => id !== 'svc/unavailable')
  return list.data.length < models
})

const withoutLast = ({ data }: Json): unknown => data.length > 1 && data.pop()

const invented = editJson(
  onList,
  ({ data }) => data.length === 0 && data.push({ id: 'svc/default', object: 'model', created: 1, owned_by: 'svc' }),
)

function refusedList(kind: ErrorKind): Apply {
  const headers = kind === 'unauthenticated' ? ['www-authenticate', 'Bearer'] : []
  const refusal = new Refusal(kind, 'A fault of this mock refuses an empty list.', { headers })
  return instead('refuseDisabled', (plain, project, operation) =>
    operation === 'models' && project.models.size === 0 ? refusal : plain(),
  )
}
