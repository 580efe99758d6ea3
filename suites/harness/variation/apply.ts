/** Varies a request: it says the same as before, in the way of another caller. */
import { createHash } from 'node:crypto'
import type { Header } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import { clientHeaders } from './callers.ts'
import { callerIn, type Dimension, dimensionNames, isContent, plainRow, type Row, TRACING } from './dimensions.ts'
import { contentsIn, filled } from './filling.ts'
import { writtenAs } from './writing.ts'

const isPlainType = ([name, value]: Header): boolean => name === 'content-type' && value === 'application/json'

/** What a provocation adds, and nothing else, may be added to the headers of the harness. */
export function canVary(plan: Plan, own: readonly Header[] = []): boolean {
  if (plan.operation === 'other' || plan.framing === 'chunked' || plan.body instanceof Uint8Array) return false
  const others = plan.headers.filter((header) => !own.includes(header))
  return plan.operation === 'models' ? others.length === 0 : others.length === 1 && others.every(isPlainType)
}

/** Dimensions by the plan in which they can show. */
const showing = new WeakMap<Plan, readonly Dimension[]>()

/** Each set of dimensions once, so that it can be a key. */
const sets = new Map<string, readonly Dimension[]>()

/**
 * The dimensions that can show in a request: the same array for the same dimensions.
 *
 * @param maxTokens of plain requests
 */
export function dimensionsFor(plan: Plan, maxTokens: number): readonly Dimension[] {
  let names = showing.get(plan)
  if (!names) {
    const contents = contentsIn(plan, maxTokens)
    const found = dimensionNames.filter((name) => {
      if (isContent(name)) return contents.includes(name)
      if (name === 'content-type') return plan.operation === 'completions'
      return name !== 'writing' || plan.json === true
    })
    names = sets.get(found.join()) ?? found
    sets.set(names.join(), names)
    showing.set(plan, names)
  }
  return names
}

/** A row as it shows in a request: dimensions that cannot show in it have their plain value. */
export function shownIn(plan: Plan, row: Row, maxTokens: number): Row {
  const shown = dimensionsFor(plan, maxTokens)
  if (shown.length === dimensionNames.length) return row
  return {
    ...Object.fromEntries(dimensionNames.map((name) => [name, shown.includes(name) ? row[name] : plainRow[name]])),
    turn: row.turn,
    caller: row.caller,
  } as Row
}

interface VariationOptions {
  /** Decides the tracing ids: each request has its own, as that of a real caller has. */
  readonly salt: string
  /** The limit of plain requests. */
  readonly maxTokens: number
}

/** How a request was varied, by the resulting request. */
const variations = new WeakMap<Plan, { readonly bare: Plan; readonly row: Row; readonly options: VariationOptions }>()

/** A varied request with plain values in some dimensions; undefined where it was not varied. */
export function plainIn(plan: Plan, names: readonly Dimension[]): Plan | undefined {
  const variation = variations.get(plan)
  if (!variation || names.length === 0) return undefined
  const { bare, row, options } = variation
  return varied(bare, { ...row, ...Object.fromEntries(names.map((name) => [name, plainRow[name]])) }, options)
}

export function varied(bare: Plan, row: Row, options: VariationOptions): Plan {
  const { salt, maxTokens } = options
  const plan = filled(bare, row, maxTokens)
  const id = createHash('sha256').update(salt).digest('hex').slice(0, 32)
  // Of a head all dimensions show, and the writing counts only where it can show.
  const { accept, client, tracing, spelling, connection, writing } = row
  const headers: Header[] = plan.headers.map((header) =>
    isPlainType(header) ? ['content-type', row['content-type']] : header,
  )
  if (accept !== 'none') headers.push(['accept', accept])
  if (row['accept-encoding'] !== 'none') headers.push(['accept-encoding', row['accept-encoding']])
  const caller = callerIn(row)
  if (client !== 'none' && caller) {
    const operation = plan.operation === 'models' ? 'list' : plan.stream ? 'stream' : 'completion'
    headers.push(...clientHeaders(caller, { family: client, operation, retry: row.turn % 2 }))
  }
  headers.push(...TRACING[tracing](id))
  if (connection === 'close') headers.push(['connection', 'close'])
  const varied: Plan = {
    ...plan,
    headers,
    body: plan.json && typeof plan.body === 'string' ? writtenAs(plan.body, writing, row.turn) : plan.body,
    ...(spelling === 'lower' ? {} : { spelling }),
  }
  variations.set(varied, { bare, row, options })
  return varied
}
