import { DONE } from '../../../core/answers/done.ts'
import { authenticate } from '../../../core/auth.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Problem } from '../../../core/request/problems.ts'
import type { Call, Project } from '../../../core/types.ts'
import { breaking, type Change } from '../../deviation.ts'
import { refuse } from '../../edits/decisions.ts'
import { afterLeaving, type Next } from '../../edits/disconnects.ts'
import { chunkOf, editEvents, framed } from '../../edits/events.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { typed, withBody } from '../../edits/json.ts'
import { drop, editSealed, idOf, put } from '../../edits/request-id.ts'
import { always } from '../../edits/when.ts'
import { NO_LIST, REFUSALS, UNAUTHENTICATED, VALID } from '../breaks.ts'

/** Milliseconds from which on a body counts as slow: on a busy machine any takes some time. */
const SLOW = 140

/** Requirements on the next request of a connection, besides those on its response. */
const ON_ANY_REQUEST = (
  [
    ['error-media-type', 'error-body', 'request-id-present', 'completion-statuses', 'models-statuses', 'unknown-path'],
    ['message-role-order', 'message-content-nul', 'message-content-long', 'list-steady'],
    ['request-size-refused', 'request-size-accepted'],
    ['request-defaults', 'model-not-found', 'model-not-authorized', 'model-listed-callable', 'model-callable-listed'],
    ['auth-disabled'],
  ] as const
).flat()

/** Leftover state of callers that disconnect or send slowly: it affects the next caller. */
export const faults = () => [
  breaking([], afterLeaving, {
    'after-a-hang-up-400: the next completion after a caller has disconnected is a 400': [refusedOnce, ...VALID],
    'after-a-hang-up-lists-are-401: the next list is refused with 401': [listRefusedOnce, ...NO_LIST, 'auth-challenge'],
    'after-a-hang-up-the-stream-goes-on: the next stream begins as the one left': [goingOn, 'stream-one-id'],
    'after-a-hang-up-the-stream-has-no-end: the next stream lacks [DONE]': [endlessOnce, 'stream-done'],
    'after-a-hang-up-the-request-id-comes-again: the next id is repeated': [withItsId, 'request-id-unique'],
  }),
  breaking([...VALID, ...REFUSALS, ...UNAUTHENTICATED, ...ON_ANY_REQUEST, ...NO_LIST], {
    'after-a-401-the-connection-is-501: after a 401 on a connection, the next answer is a page with 501': poisoned,
    'keeps-the-case-of-a-header: Authorization is read in the case of an earlier one': withCachedAuthorization,
    'keeps-the-key-of-a-connection: the first valid key of a connection counts for all of its requests': withFirstKey,
  }),
  breaking([], ofSlowUploads, {
    'slow-uploads-are-400: a body that takes its time is refused': [late, ...VALID, 'request-size-accepted'],
    'slow-uploads-are-not-validated: a body that takes its time is accepted as it is': [() => [], ...REFUSALS],
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
  editSealed(always, (answer) => {
    const left = next()
    return left && put(answer, idOf(left.answer))
  })

/** The body of a refused request stays unread, and is read as the next request of the connection. */
const poisoned = remembering(() => {
  const connections = new WeakSet<object>()
  return editSealed(always, (answer, { head: { connection }, operation }) => {
    if (connection === undefined) return undefined
    if (connections.delete(connection)) {
      const { error: _, ...page } = withBody(typed(drop(answer), 'text/html'), '<h1>Unsupported method</h1>')
      return { ...page, status: 501 }
    }
    if (operation === 'completion' && answer.status === 401) connections.add(connection)
    return undefined
  })
})

/** By connection: the project of its first valid key, and the first Authorization for each of its lower-case forms. */
const owners = new WeakMap<object, Project>()
const cached = new WeakMap<object, Map<string, string>>()

const withFirstKey = instead('authenticate', (plain, { connection = {} }) => {
  const project = owners.get(connection) ?? plain()
  if (!(project instanceof Refusal)) owners.set(connection, project)
  return project
})

/** As Jetty does by default: it keeps the headers of a connection, and finds them again without regard to case. */
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

/** Adds other problems to those of a slow body. */
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
    apply: (behaviour, emit) => ({
      ...behaviour,
      problemsOf(body, call) {
        const problems = behaviour.problemsOf(body, call)
        if (!slow.has(call)) return problems
        emit()
        return change(problems)
      },
    }),
  }
}
