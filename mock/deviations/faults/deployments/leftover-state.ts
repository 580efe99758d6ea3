import { DONE } from '../../../core/answers/done.ts'
import { authenticate } from '../../../core/auth.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Answer } from '../../../core/http.ts'
import type { Problem } from '../../../core/request/problems.ts'
import type { Behaviour, Call, Project } from '../../../core/types.ts'
import { breaking, type Change, type Emit } from '../../deviation.ts'
import { refuse } from '../../edits/decisions.ts'
import { afterLeaving } from '../../edits/disconnects.ts'
import { chunkOf, editEvents, framed } from '../../edits/events.ts'
import { instead } from '../../edits/instead.ts'
import { withHeader } from '../../edits/json.ts'
import { drop, idOf, put } from '../../edits/request-id.ts'
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
  breaking([...VALID], afterLeaving, {
    'after-a-hang-up-400: the next completion after a caller has disconnected is refused with 400': (next) =>
      refuse(() => next() !== undefined && 'model'),
  }),
  breaking([...NO_LIST, 'auth-challenge'], afterLeaving, {
    'after-a-hang-up-lists-are-401: the next model list after a caller has disconnected is refused with 401':
      (next) => (behaviour, emit) => ({
        ...behaviour,
        authenticate(head, accounts, call) {
          if (call.operation !== 'models' || next() === undefined) return behaviour.authenticate(head, accounts, call)
          emit()
          return new Refusal('unauthenticated', 'The session of this connection has ended.')
        },
      }),
  }),
  breaking(['stream-one-id'], afterLeaving, {
    'after-a-hang-up-the-stream-goes-on: the next stream after a caller has disconnected begins with the id of the one that was left':
      (next) =>
        editEvents(([first = '', ...rest]) => {
          const left = next()
          return left && [framed({ ...chunkOf(first), id: `left-by-request-${left.call.number}` }), ...rest]
        }),
  }),
  breaking(['stream-done'], afterLeaving, {
    'after-a-hang-up-the-stream-has-no-end: the next stream after a caller has disconnected lacks [DONE]': (next) =>
      editEvents((events) => next() && events.filter((event) => event !== DONE)),
  }),
  breaking(['request-id-unique'], afterLeaving, {
    'after-a-hang-up-the-request-id-comes-again: the next answer after a caller has disconnected has the request id of the one that was left':
      (next) => (behaviour, emit) => ({
        ...behaviour,
        sealed: [
          ...behaviour.sealed,
          (answer) => {
            const left = next()
            if (left) emit()
            return left ? put(answer, idOf(left.answer)) : answer
          },
        ],
      }),
  }),
  breaking([...VALID, ...REFUSALS, ...UNAUTHENTICATED, ...ON_ANY_REQUEST, ...NO_LIST], {
    'after-a-401-the-connection-is-501: after a completion with a wrong key, the next request on its connection gets 501 with a page and no request id':
      onPoisonedConnections,
    'keeps-the-case-of-a-header: an Authorization that an earlier request on the connection had in another case is read as the earlier one':
      withCachedAuthorization,
    'keeps-the-key-of-a-connection: the first valid key of a connection counts for all of its requests': withFirstKey,
  }),
  breaking([...VALID, 'request-size-accepted'], ofSlowUploads, {
    'slow-uploads-are-400: a body that takes its time is refused with 400': (problems) => [
      ...problems,
      { rule: 'slow', code: 'invalid_value', param: 'messages', message: 'arrived too late; send it faster' },
    ],
  }),
  breaking([...REFUSALS], {
    'slow-uploads-are-not-validated: a body that takes its time is accepted whatever it holds': ofSlowUploads(() => []),
  }),
]

/** The body of a refused request stays unread, and is read as the next request of the connection. */
function onPoisonedConnections(behaviour: Behaviour, emit: Emit): Behaviour {
  const poisoned = new WeakSet<object>()
  const sealed = (answer: Answer, { head: { connection }, operation }: Call): Answer => {
    if (connection === undefined) return answer
    if (poisoned.delete(connection)) {
      emit()
      const { size: _, error: __, ...rest } = drop(answer)
      const headers = withHeader(rest.headers, 'content-type', 'text/html')
      return { ...rest, status: 501, headers, body: '<h1>Unsupported method</h1>' }
    }
    if (operation === 'completion' && answer.status === 401) poisoned.add(connection)
    return answer
  }
  return { ...behaviour, sealed: [...behaviour.sealed, sealed] }
}

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
