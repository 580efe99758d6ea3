/** One value under which a deviation shows, in words and as its own predicate. */
import type { Ask } from '../../red-team/layer/ask.ts'
import type { Form, Kind } from '../kinds.ts'

/**
 * Differences between two requests with the same kind of response, with their weights: gateways decide more often by what their proxies and caches read.
 */
export const WEIGHTS = {
  accept: 3,
  'accept-encoding': 6,
  'at once': 3,
  client: 5,
  connection: 3,
  'content-type': 2,
  messages: 3,
  model: 4,
  options: 6,
  order: 2,
  project: 1,
  spelling: 1,
  streaming: 4,
  text: 6,
  times: 3,
  tracing: 5,
  writing: 2,
} as const

export type Dimension = keyof typeof WEIGHTS

/** What is known of a request besides itself. */
export interface Timing {
  /** The number of earlier responses of this kind. */
  readonly before: number
  /** The number of concurrent requests at the arrival of this one. */
  readonly others: number
  /** The number of earlier requests on the same connection. */
  readonly onConnection: number
}

export interface Condition {
  readonly name: string
  readonly dimension: Dimension
  readonly weight: number
  /** May throw: bodies can be anything, and a condition that throws does not hold. */
  readonly when: (ask: Ask, timing: Timing) => boolean
  /** It needs the body, so it applies only after a gateway has read it. */
  readonly ofBody?: true
  /** Forms of responses that it makes sense for; all by default. */
  readonly forms?: readonly Form[]
  readonly beyondOneKey?: true
  /** It depends on earlier requests: the same request may succeed when it is repeated. */
  readonly passing?: true
}

/** Whether a gateway can know a condition when it gives a kind of response. */
export function applies(condition: Condition, { form, reach }: Kind): boolean {
  return (!condition.ofBody || reach === 'body') && (condition.forms?.includes(form) ?? true)
}
