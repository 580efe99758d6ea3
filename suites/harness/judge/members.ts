/** What several judgements say in the same words: breaches, quotes, and members that bodies and chunks share. */
import { isObject, type Json } from '../json.ts'

/** Says that a requirement held on this exchange, or where it broke. */
export type Report = (requirement: string, breach?: Breach | undefined) => void

export interface Breach {
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  readonly at?: string
}

/** Items of an array that an excerpt begins with: more would be cut off anyway. */
const MOST_ITEMS = 50

/** A text cut to the size of a report. */
export function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** The value at a JSON pointer, cut to size. */
export function excerpt(value: Json, pointer: string): string {
  let found: Json | undefined = value
  for (const step of pointer
    .split('/')
    .slice(1)
    .filter((part) => part !== '')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(found)) found = found[Number(name)]
    else if (isObject(found)) found = found[name]
  }
  return clip(JSON.stringify(Array.isArray(found) ? found.slice(0, MOST_ITEMS) : found) ?? '(absent)')
}

/** 2.4 and 2.6, at level should: the id is filled. */
export function judgeNames(body: { [name: string]: Json }, report: Report): void {
  if (typeof body.id === 'string')
    report(
      'completion-id-filled',
      body.id === '' ? { message: 'the id is empty', at: '/id', expected: 'a text', actual: '""' } : undefined,
    )
}

/** 2.5, at level should. Sums near the bound are beyond doubles and are left alone. */
export function judgeSum(usage: Json | undefined, report: Report): void {
  if (usage === undefined || usage === null) report('usage-total-sum')
  if (!isObject(usage)) return
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage
  if (typeof prompt !== 'number' || typeof completion !== 'number' || typeof total !== 'number') return
  if (![prompt, completion, total].every(Number.isSafeInteger)) return
  report(
    'usage-total-sum',
    total === prompt + completion
      ? undefined
      : {
          message: 'total_tokens is not the sum',
          at: '/usage/total_tokens',
          expected: String(prompt + completion),
          actual: String(total),
        },
  )
}
