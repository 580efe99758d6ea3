import { authenticate } from '../../../core/auth.ts'
import { type ErrorKind, Refusal } from '../../../core/errors.ts'
import type { Problem } from '../../../core/request/problems.ts'
import { DONE } from '../../../core/responses/done.ts'
import type { Call, Project } from '../../../core/types.ts'
import { type Apply, breaking, type Change } from '../../deviation.ts'
import { errorInStream } from '../../edits/body-first.ts'
import { refuse } from '../../edits/decisions.ts'
import { afterLeaving, type Next } from '../../edits/disconnects.ts'
import { chunkOf, editEvents, framed } from '../../edits/events.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { all } from '../../edits/json.ts'
import { drop, editResponse, editSealed, idOf, put, replaceHeader, typed, withBody } from '../../edits/responses.ts'
import { always, both, onReason } from '../../edits/when.ts'
import { NO_LIST, REFUSALS, UNAUTHENTICATED, VALID } from '../breaks.ts'

/** The number of milliseconds from which a body counts as slow; on a busy machine, every body takes some time. */
const SLOW = 140

/** Requirements that a wrong response to an arbitrary next request on the connection may break. */
const ON_ANY_REQUEST = (
  [
    ['error-media-type', 'error-body', 'request-id-present', 'completion-statuses', 'models-statuses', 'unknown-path'],
    ['message-role-order', 'message-content-nul', 'message-content-long', 'list-steady'],
    ['request-size-refused', 'request-size-accepted'],
    ['request-defaults', 'model-not-found', 'model-not-authorized', 'model-listed-callable', 'model-callable-listed'],
    ['auth-disabled'],
  ] as const
).flat()

/** The number of requests after which a gateway forgets that a project is disabled. */
const REMEMBERED = 5

const onInternalOfList = both(onReason('internal'), (_, { operation }) => operation === 'models')
const listWithoutId = editSealed(onInternalOfList, drop)
const tooShort = replaceHeader(onReason('limited'), 'retry-after', '1')

/** State that affects the next request or the next caller, or that lasts longer than announced. */
export const faults = () => [
  breaking([], afterLeaving, {
    'after-a-hang-up-400: the completion after an abort is refused with 400': [refusedOnce, ...VALID],
    'after-a-hang-up-lists-are-401: a list after an abort is a 401': [listRefusedOnce, ...NO_LIST, 'auth-challenge'],
    'after-a-hang-up-the-stream-goes-on: the next stream begins with an aborted id': [goingOn, 'stream-one-id'],
    'after-a-hang-up-the-stream-has-no-end: the stream after an abort lacks [DONE]': [endlessOnce, 'stream-done'],
    'after-a-hang-up-the-request-id-comes-again: an aborted request id is repeated': [withItsId, 'request-id-unique'],
  }),
  breaking([...VALID, ...REFUSALS, ...UNAUTHENTICATED, ...ON_ANY_REQUEST, ...NO_LIST], {
    'after-a-401-the-connection-is-501: after a 401 on a connection, its next response is a page with 501': poisoned,
    'keeps-the-case-of-a-header: an Authorization is read as an earlier one in another case': withCachedAuthorization,
    'keeps-the-key-of-a-connection: the first valid key of a connection counts for all of its requests': withFirstKey,
  }),
  breaking([], ofSlowUploads, {
    'slow-uploads-are-400: a body that takes its time is refused': [late, ...VALID, 'request-size-accepted'],
    'slow-uploads-are-not-validated: a body that takes its time is accepted as it is': [() => [], ...REFUSALS],
  }),
  breaking([], sticks, {
    'limited-leaks-to-other-project: a 429 is repeated for the next project': ['limited', 'limit-per-project'],
    'disabled-sticks-to-next-key: a 403 is repeated for the next project': ['disabled', 'auth-valid-key'],
    'unavailable-sticks-to-next-request: a 503 is repeated for the next project': ['unavailable', 'failures-apart'],
    'internal-sticks-to-next-request: a 500 is repeated for the next project': ['internal', 'failures-apart'],
  }),
  breaking([], inStream, {
    'internal-streams-200-then-error: an internal error is the only event of a stream': ['internal', 'internal-500'],
    'unavailable-streams-200-then-error: a 503 is the only event of a stream': ['unavailable', 'unavailable-503'],
  }),
  breaking([], {
    'disabled-is-forgotten: a disabled project is served from its sixth completion on': [forgetful, 'auth-disabled'],
    'internal-list-loses-the-request-id: a 500 for a list has no request id': [listWithoutId, 'request-id-present'],
    'retry-after-too-short: Retry-After of a 429 is 1 instead of a minute': [tooShort, 'retry-after-enough'],
  }),
]

const refusedOnce = (next: Next) => refuse(() => next() !== undefined && 'model')
const ended = new Refusal('unauthenticated', 'The session of this connection has ended.')
const listRefusedOnce = (next: Next) =>
  instead('authenticate', (plain, _, __, { operation }) => (operation === 'models' && next() ? ended : plain()))
const goingOn = (next: Next) =>
  editEvents(([first = '', ...rest]) => {
    const left = next()
    return left && [framed({ ...chunkOf(first), id: `left-by-request-${left.call.number}` }), ...rest]
  })
const endlessOnce = (next: Next) => editEvents((events) => next() && events.filter((event) => event !== DONE))
const withItsId = (next: Next) =>
  editSealed(always, (response) => {
    const left = next()
    return left && put(response, idOf(left.response))
  })

/** Leaves the body of a refused request unread, so that it is taken for the next request on the connection. */
const poisoned = remembering(() => {
  const connections = new WeakSet<object>()
  return editSealed(always, (response, { head: { connection }, operation }) => {
    if (connection === undefined) return undefined
    if (connections.delete(connection)) {
      const { error: _, ...page } = withBody(typed(drop(response), 'text/html'), '<h1>Unsupported method</h1>')
      return { ...page, status: 501 }
    }
    if (operation === 'completion' && response.status === 401) connections.add(connection)
    return undefined
  })
})

/** By connection: the project of its first valid key, and the first Authorization for each lower-case value. */
const owners = new WeakMap<object, Project>()
const cached = new WeakMap<object, Map<string, string>>()

const withFirstKey = instead('authenticate', (plain, { connection = {} }) => {
  const project = owners.get(connection) ?? plain()
  if (!(project instanceof Refusal)) owners.set(connection, project)
  return project
})

/** Caches the headers of a connection, and looks them up case-insensitively, as Jetty does by default. */
const withCachedAuthorization = instead('authenticate', (plain, head, accounts) => {
  const { connection = head } = head
  const known = cached.get(connection) ?? new Map<string, string>()
  const own = head.header('authorization') ?? ''
  const first = known.get(own.toLowerCase()) ?? own
  cached.set(connection, known.set(own.toLowerCase(), first))
  return first === own ? plain() : authenticate({ ...head, header: () => first }, accounts)
})

const LATE = { rule: 'slow', code: 'invalid_value', param: 'messages' } as const
const late = (problems: readonly Problem[]): Problem[] => [
  ...problems,
  { ...LATE, message: 'arrived too late; send it faster' },
]

/** Changes the problems of requests whose body is slow. */
function ofSlowUploads(change: (problems: readonly Problem[]) => readonly Problem[]): Change {
  const slow = new WeakSet<Call>()
  return {
    wrap: (pipeline) =>
      function* timed(call, gateway) {
        const run = pipeline(call, gateway)
        const step = run.next()
        if (step.done) return step.value
        const asked = gateway.clock.now()
        const arrived = yield step.value
        if (gateway.clock.now() - asked >= SLOW) slow.add(call)
        const end = run.next(arrived)
        if (!end.done) throw new Error('a request has one body')
        return end.value
      },
    apply: instead('problemsOf', (plain, _, call) => (slow.has(call) ? change(plain()) : plain())),
  }
}

const inStream = (kind: ErrorKind): Change => errorInStream([kind], (error) => `data: ${error}\n\n${DONE}`)

const forgetful = remembering(() => {
  let refused = 0
  return instead('refuseDisabled', (plain, _, operation) =>
    plain() && operation === 'completion' && ++refused > REMEMBERED ? undefined : plain(),
  )
})

/** After a refusal of this kind, refuses the next completion of another project in the same way. */
const sticks = (kind: ErrorKind): Apply =>
  remembering(() => {
    const headers = kind === 'limited' ? ['retry-after', '1'] : []
    const stuck = new WeakSet<Call>()
    let left: Project | undefined
    const remember = editResponse(onReason(kind), (_, call) => {
      if (!stuck.has(call)) left = call.project
      return false
    })
    const repeat = instead('findModel', (plain, _, project, __, call) => {
      if (!left || left === project) return plain()
      left = undefined
      stuck.add(call)
      return new Refusal(kind, 'A fault of this mock responds as it has responded before.', { headers })
    })
    return all(remember, repeat)
  })
