/** One value under which a deviation shows, in words and as a predicate of its own. */
import type { Ask } from '../../red-team/layer/ask.ts'
import type { Form, Kind } from '../kinds.ts'

/** What differs between two requests that get the same kind of answer. */
export type Dimension =
  | 'accept'
  | 'accept-encoding'
  | 'at once'
  | 'client'
  | 'connection'
  | 'content-type'
  | 'messages'
  | 'model'
  | 'order'
  | 'options'
  | 'project'
  | 'spelling'
  | 'streaming'
  | 'text'
  | 'times'
  | 'tracing'
  | 'writing'

/** What is known of a request beside itself. */
export interface Moment {
  /** How many answers of the kind came before this one. */
  readonly before: number
  /** How many other requests were on their way when this one came. */
  readonly others: number
  /** How many requests came before on the same connection. */
  readonly onConnection: number
}

export interface Condition {
  readonly name: string
  readonly dimension: Dimension
  readonly weight: number
  /** May throw: bodies can be anything, and a condition that throws does not hold. */
  readonly when: (ask: Ask, moment: Moment) => boolean
  /** It looks at the body, so that it applies where a gateway has read it. */
  readonly ofBody?: true
  /** Forms of answers that it makes sense for; all where nothing is said. */
  readonly forms?: readonly Form[]
  readonly beyondOneKey?: true
  /** It depends on what was asked before: what it spoils once may be right when it is asked again. */
  readonly passing?: true
}

/** Whether a gateway can know a condition when it gives a kind of answer. */
export function applies(condition: Condition, { form, reach }: Kind): boolean {
  return (!condition.ofBody || reach === 'body') && (condition.forms?.includes(form) ?? true)
}
