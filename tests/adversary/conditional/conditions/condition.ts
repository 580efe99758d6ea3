/** A condition under which a deviation occurs, in words and as a predicate. */
import type { Ask } from '../../red-team/layer/ask.ts'
import type { Form, Kind } from '../kinds.ts'

/**
 * The dimensions in which requests differ. Weights are higher for what the proxies and caches of gateways read.
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

/** What is known about the context of a request. */
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
  /** May throw, because bodies can be anything; then the condition does not hold. */
  readonly when: (ask: Ask, timing: Timing) => boolean
  /** Whether it needs the body, so that it can apply only after a gateway has read the body. */
  readonly ofBody?: true
  /** Forms of responses for which it makes sense; default: all. */
  readonly forms?: readonly Form[]
  readonly beyondOneKey?: true
  /** Whether it depends on earlier requests, so that a repeated request may succeed. */
  readonly passing?: true
}

/** Whether a gateway can evaluate a condition before it sends a kind of response. */
export function applies(condition: Condition, { form, reach }: Kind): boolean {
  return (!condition.ofBody || reach === 'body') && (condition.forms?.includes(form) ?? true)
}
