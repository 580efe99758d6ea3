/** A breach that can be combined with any condition. */

import type { Ask } from '../../red-team/layer/ask.ts'
import type { Json } from '../../red-team/layer/conditions.ts'
import { type Reply, writeJson } from '../../red-team/layer/reply.ts'
import type { Broken } from '../../red-team/rows.ts'
import type { Form, Kind } from '../kinds.ts'

export interface Deviation {
  readonly name: string
  /** The row of the table of rates to which it belongs. */
  readonly group: string
  readonly weight: number
  readonly fits: (kind: Kind) => boolean
  /** At least one of these must turn red. */
  readonly breaks: readonly Broken[]
  /** Changes the response in place. */
  readonly change: (reply: Reply, ask: Ask) => void
  /** The number of responses needed to show it; default: one. For example, a reused id is new the first time. */
  readonly fewest?: number
  /** Whether it is a breach only if it occurs each time, because a single occurrence may be a transient error. */
  readonly lasting?: true
  /** Whether a warning counts as caught if only headers cause it, because the readings then say `should`. */
  readonly mayWarn?: true
  /** The dimension that its condition must have. */
  readonly under?: 'tracing'
}

type Rest = Partial<Pick<Deviation, 'fewest' | 'lasting' | 'mayWarn' | 'under'>>

/** Rows by their names: the weight, the requirements that may fail, the change, and rare options. */
type Rows = Readonly<Record<string, readonly [Deviation['weight'], Deviation['breaks'], Deviation['change'], Rest?]>>

/** Deviations of one group, on the same kinds of responses. */
export const deviating = (group: string, fits: Deviation['fits'], rows: Rows, of = ''): Deviation[] =>
  Object.entries(rows).map(([name, [weight, breaks, change, rest]]) => {
    return { name: of + name, group, weight, fits, breaks, change, ...rest }
  })

/** Deviations of one form of response, whose names begin with the form. */
export const deviatingOn = (form: Form, group: string, rows: Rows): Deviation[] =>
  deviating(group, of(form), rows, `${form}: `)

/** Truncates a response in the middle. */
export const halved: Deviation['change'] = (reply) => void (reply.body = reply.body.subarray(0, reply.body.length / 2))

export const of =
  (...forms: readonly Form[]) =>
  ({ form }: Kind): boolean =>
    forms.includes(form)

/** Changes the JSON of a response. If `edit` returns nothing, it has edited in place. */
export const inJson =
  (edit: (body: Json, ask: Ask) => unknown) =>
  (reply: Reply, ask: Ask): void => {
    const body: Json = JSON.parse(reply.body.toString())
    reply.body = Buffer.from(writeJson(edit(body, ask) ?? body))
  }

/** Changes the events of a stream: texts such as `data: {}\n\n`. */
export const inEvents =
  (edit: (events: string[]) => readonly string[]) =>
  (reply: Reply): void => {
    reply.body = Buffer.from(edit(reply.body.toString().match(/[\s\S]*?\n\n/g) ?? []).join(''))
  }

/** Changes the chunks of a stream without its end mark. */
export const inChunks = (edit: (chunks: Json[]) => readonly Json[] | undefined): ((reply: Reply) => void) =>
  inEvents((events) => {
    const chunks: Json[] = events.slice(0, -1).map((event) => JSON.parse(event.slice(6)))
    return [...(edit(chunks) ?? chunks).map((chunk) => `data: ${writeJson(chunk)}\n\n`), 'data: [DONE]\n\n']
  })
