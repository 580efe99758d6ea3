import type { Usage } from '../responses/usage.ts'
import { CELL, type Cells } from './cells.ts'
import { addTo, type Count, plus, sumAt, times } from './sums.ts'

/**
 * The usage of a project, as the gateway meters it (contract 1), without any text of prompts or responses. Tokens and
 * price are exact: bigints from 2^53 on.
 */
export interface LedgerEntry {
  /** Authenticated requests, refused ones included. */
  readonly requests: number
  /** Completions that reached a model, failed ones included. */
  readonly attempts: number
  /** Requests that got 4xx, a limit included. */
  readonly refused: number
  /** Requests that got 5xx. */
  readonly failed: number
  /** Completions that were cut off; they are metered up to the point where they ended. */
  readonly aborted: number
  /** Completions with known and with unknown usage. Unknown is not zero (2.5), so it is counted separately. */
  readonly usage_known: number
  readonly usage_unknown: number
  readonly prompt_tokens: Count
  readonly completion_tokens: Count
  /** Shadow price in millionths of a unit of account; no charge is made. */
  readonly price_micros: Count
}

/** Prices per token, in millionths of a unit of account. */
export interface Price {
  readonly prompt: number
  readonly completion: number
}

/** Counts a request that was refused (4xx) or failed (5xx). */
export function countRefusal(cells: Cells, status: number): void {
  cells.count(status < 500 ? CELL.refused : CELL.failed)
}

/** Books one completion; its usage is undefined if it is unknown. */
// keeps: service-shadow-pricing
export function book(cells: Cells, usage: Usage | undefined, price: Price, aborted: boolean): void {
  cells.locked(() => {
    if (aborted) cells.add(CELL.aborted, 1)
    cells.add(usage ? CELL.known : CELL.unknown, 1)
    if (!usage) return
    addTo(cells, CELL.promptTokens, usage.prompt)
    addTo(cells, CELL.completionTokens, usage.completion)
    addTo(cells, CELL.price, plus(times(usage.prompt, price.prompt), times(usage.completion, price.completion)))
  })
}

/** The current totals of one project. */
// keeps: service-metering
export function ledgerIn(cells: Cells): LedgerEntry {
  const entry = cells.locked(() => ({
    requests: cells.get(CELL.requests),
    attempts: cells.get(CELL.attempts),
    refused: cells.get(CELL.refused),
    failed: cells.get(CELL.failed),
    aborted: cells.get(CELL.aborted),
    usage_known: cells.get(CELL.known),
    usage_unknown: cells.get(CELL.unknown),
    prompt_tokens: sumAt(cells, CELL.promptTokens),
    completion_tokens: sumAt(cells, CELL.completionTokens),
    price_micros: sumAt(cells, CELL.price),
  }))
  return Object.freeze(entry)
}

/** The sum of two ledgers. */
export function addEntries(one: LedgerEntry, other: LedgerEntry): LedgerEntry {
  const names = Object.keys(one) as (keyof LedgerEntry)[]
  return Object.fromEntries(names.map((name) => [name, plus(one[name], other[name])])) as unknown as LedgerEntry
}
