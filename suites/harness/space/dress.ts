/** Puts a dress on a request: it says the same as before, in the way of another caller. */
import { createHash } from 'node:crypto'
import type { Header, SentRequest } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import { CLIENTS, type Dimension, dimensionNames, dimensions, plainRow, type Row, TRACING } from './dimensions.ts'
import { writtenAs } from './writing.ts'

const isPlainType = ([name, value]: Header): boolean => name === 'content-type' && value === 'application/json'

/** What a provocation adds, and nothing else, may stand beside the headers of the harness. */
export function canBeDressed(plan: Plan, own: readonly Header[] = []): boolean {
  if (plan.operation === 'other' || plan.framing === 'chunked' || plan.body instanceof Uint8Array) return false
  const others = plan.headers.filter((header) => !own.includes(header))
  return plan.operation === 'models' ? others.length === 0 : others.length === 1 && others.every(isPlainType)
}

/** The dimensions that can show in a request. */
export function dimensionsFor(plan: Plan): readonly Dimension[] {
  return plan.operation === 'completions' ? (plan.json ? dimensionNames : OF_BYTES) : plan.json ? OF_WRITING : OF_HEADS
}

const OF_BYTES = dimensionNames.filter((name) => name !== 'writing')
const OF_WRITING = dimensionNames.filter((name) => name !== 'content-type')
const OF_HEADS = OF_BYTES.filter((name) => name !== 'content-type')

/** A row as it shows in a request: dimensions that cannot show in it have their plain value. */
export function shownIn(plan: Plan, row: Row): Row {
  const shown = dimensionsFor(plan)
  if (shown === dimensionNames) return row
  return Object.fromEntries(
    dimensionNames.map((name) => [name, shown.includes(name) ? row[name] : plainRow[name]]),
  ) as Row
}

/** @param salt decides the tracing ids: each request has its own, as that of a real caller has */
export function dressed(plan: Plan, row: Row, salt: string): Plan {
  const id = createHash('sha256').update(salt).digest('hex').slice(0, 32)
  const { accept, client, tracing, spelling, connection, writing } = shownIn(plan, row)
  const headers: Header[] = plan.headers.map((header) =>
    isPlainType(header) ? ['content-type', row['content-type']] : header,
  )
  if (accept !== 'none') headers.push(['accept', accept])
  if (row['accept-encoding'] !== 'none') headers.push(['accept-encoding', row['accept-encoding']])
  headers.push(...CLIENTS[client], ...TRACING[tracing](id))
  if (connection === 'close') headers.push(['connection', 'close'])
  return {
    ...plan,
    headers,
    body: plan.json && typeof plan.body === 'string' ? writtenAs(plan.body, writing) : plan.body,
    ...(spelling === 'lower' ? {} : { spelling }),
  }
}

/** Dimensions that can be read in the head of any request. */
export const readable = ['accept', 'accept-encoding', 'client', 'tracing', 'spelling', 'connection'] as const

/** The dress that the head of a request shows; undefined where a value is none of the space. */
export function dressOf({ headers }: SentRequest): Pick<Row, (typeof readable)[number]> | undefined {
  const headerOf = (name: string): string | undefined => headers.find(([key]) => key.toLowerCase() === name)?.[1]
  const sent = new Set(headers.map(([name]) => name.toLowerCase()))
  const agent = headerOf('user-agent')
  const [first = ''] = headers[0] ?? []
  const read: Record<(typeof readable)[number], string | undefined> = {
    accept: headerOf('accept') ?? 'none',
    'accept-encoding': headerOf('accept-encoding') ?? 'none',
    client:
      agent === undefined
        ? 'none'
        : Object.entries(CLIENTS).find(([, set]) =>
            set.some(([name, value]) => name === 'user-agent' && value === agent),
          )?.[0],
    tracing: Object.entries(TRACING).find(([, make]) => make('').some(([name]) => sent.has(name)))?.[0] ?? 'none',
    spelling: first === first.toLowerCase() ? 'lower' : first === first.toUpperCase() ? 'upper' : 'title',
    connection: headerOf('connection') === 'close' ? 'close' : 'reuse',
  }
  const known = readable.every((name) => (dimensions[name] as readonly (string | undefined)[]).includes(read[name]))
  return known ? (read as Pick<Row, (typeof readable)[number]>) : undefined
}
