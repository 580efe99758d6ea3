import type { HttpResponse } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'

/** Selects the responses to edit. */
export type When = (response: HttpResponse, call: Call) => boolean

export const always: When = () => true

/** Any response of one of the two operations. */
export const onOperations: When = (_, { operation }) => operation !== undefined

/** A completion, as JSON or as a stream. */
export const onCompletions: When = ({ status }, { operation }) => operation === 'completion' && status === 200

/** A model list. */
export const onList: When = ({ status }, { operation }) => operation === 'models' && status === 200

/** A completion as one JSON body. */
export const onCompletion: When = ({ status }, { operation, streams }) =>
  operation === 'completion' && status === 200 && !streams

/** A completion as a stream. */
export const onStream: When = ({ status }, { streams }) => status === 200 && streams

/** Any refusal. */
export const onError: When = ({ error }) => error !== undefined

/** A refusal on one of the two operations, not on an unknown path. */
export const onOperationError: When = ({ error }, { operation }) => error !== undefined && operation !== undefined

/** A refusal with one of these statuses on one of the two operations. */
export const onStatus =
  (...statuses: number[]): When =>
  (response, call) =>
    onOperationError(response, call) && statuses.includes(response.status)

/** A refusal for one of these reasons: rows of the error table. */
export const onReason =
  (...kinds: string[]): When =>
  ({ error }) =>
    error !== undefined && kinds.includes(error)

/** Responses to clients whose `Accept` begins with this type, such as `text/html` for browsers. */
export const preferring = (type: string): When => {
  return (_, { head }) => head.header('accept')?.startsWith(type) ?? false
}

/** The responses of the second project of the configuration. */
export const ofSecondProject: When = (_, { project }) => project?.ordinal === 1

/** Requests without a limit of output tokens. */
export const withoutLimit: When = (_, { body }) =>
  body?.max_tokens === undefined && body?.max_completion_tokens === undefined

/** Every n-th request of the gateway. */
export const everyNth =
  (n: number): When =>
  (_, { number }) =>
    number % n === 0

/** From the n-th request of a connection on. @param unknown the connection if the transport has none; default: none */
export const fromNthOfConnection = (n: number, unknown?: object): When => {
  const counts = new WeakMap<object, number>()
  return (_, { head: { connection = unknown ?? {} } }) => {
    const count = (counts.get(connection) ?? 0) + 1
    counts.set(connection, count)
    return count >= n
  }
}

/** Both conditions. */
export const both =
  (one: When, other: When): When =>
  (response, call) =>
    one(response, call) && other(response, call)

/** Either condition. */
export const either =
  (...all: When[]): When =>
  (response, call) =>
    all.some((when) => when(response, call))
