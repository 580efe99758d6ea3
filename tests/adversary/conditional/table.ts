/** Tables of the rates by deviation, by kind of response, and by dimension of the condition. */
import { aligned } from '../aligned.ts'
import type { Row } from './rows.ts'

export type Rate = ReturnType<typeof rateOf>
type Rates = ReturnType<typeof ratesOf>

export function rateOf(name: string, rows: readonly Row[]) {
  const count = (outcome: Row['outcome']): number => rows.filter((row) => row.outcome === outcome).length
  return {
    name,
    draws: rows.length,
    caught: count('caught'),
    notProvoked: count('not provoked'),
    leftOpen: count('left open'),
    notJudged: count('not judged'),
    misblamed: count('misblamed'),
  }
}

function ratesBy(rows: readonly Row[], namesOf: (row: Row) => readonly string[]): Rate[] {
  const names = [...new Set(rows.flatMap(namesOf))].sort()
  const rowsOf = (name: string): Row[] => rows.filter((row) => namesOf(row).includes(name))
  return names.map((name) => rateOf(name, rowsOf(name)))
}

export function ratesOf(rows: readonly Row[]) {
  const requests = rows.reduce((sum, row) => sum + row.requests, 0) / Math.max(rows.length, 1)
  return {
    all: rateOf('all', rows),
    groups: ratesBy(rows, ({ group }) => [group]),
    kinds: ratesBy(rows, ({ kind }) => [kind]),
    dimensions: ratesBy(rows, ({ dimensions }) => dimensions),
    /** The average per run. */
    requests: Math.round(requests),
  }
}

/** A share of the draws: `97.5 %`. */
export function percent({ caught, draws }: Pick<Rate, 'caught' | 'draws'>): string {
  return draws === 0 ? '-' : `${((100 * caught) / draws).toFixed(1)} %`
}

export const HEAD = ['drawn', 'caught', 'rate', 'not provoked', 'left open', 'not judged', 'misblamed']

export const cellsOf = (rate: Rate): string[] => [
  String(rate.draws),
  String(rate.caught),
  percent(rate),
  ...[rate.notProvoked, rate.leftOpen, rate.notJudged, rate.misblamed].map((count) =>
    count === 0 ? '' : String(count),
  ),
]

const tableOf = (title: string, rates: readonly Rate[]): string =>
  aligned([[title, ...HEAD], ...rates.map((rate) => [rate.name, ...cellsOf(rate)])])

export function summaryOf({ all, groups, kinds, dimensions, requests }: Rates): string {
  return [
    tableOf('what breaks', groups),
    tableOf('kind of response', kinds),
    tableOf('dimension of the condition', dimensions),
    tableOf('', [all]),
    `requests of a run, on average: ${requests}`,
  ].join('\n\n')
}
