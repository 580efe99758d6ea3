/** Judges bodies by their media type and schema, and the members that completions and chunks share. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { isObject, type Json, type Parsed, valueAt } from '../http/exact-json.ts'
import { essence, type HttpResponse, headerValues } from '../http/exchange.ts'
import { jsonOf, quote } from '../http/response.ts'
import { shortened } from '../text/printable.ts'
import type { Finding } from './evidence.ts'
import { ABSENT, requirementsOf, schemaBreaches, type WireName } from './schema.ts'

/** Reports that a requirement held on this exchange, or how it was broken. */
export type Report = (requirement: RequirementId, breach?: Breach | undefined) => void

export type Breach = Pick<Finding, 'message' | 'expected' | 'actual' | 'at' | 'statuses' | 'rule'>

/** Parsed JSON, with its numbers as they were written. */
export type Body = Extract<Parsed, { readonly ok: true }>

/** @param meant see judgeSchema */
export function judgeMediaType(
  response: HttpResponse,
  requirement: RequirementId,
  expected: string,
  meant: boolean,
  report: Report,
): void {
  const values = headerValues(response, 'content-type')
  const right = values.length > 0 && values.every((value) => essence(value) === expected)
  if (right && !meant) return
  const message = `the content type is ${values.length === 0 ? 'missing' : 'wrong'}`
  report(requirement, right ? undefined : { message, expected, actual: values.join(' | ') || '(no such header)' })
}

/** The body as JSON, or undefined after the reason was reported. */
export function objectOf(response: HttpResponse, requirement: RequirementId, report: Report): Body | undefined {
  const json = jsonOf(response)
  if (json.ok) return json
  report(requirement, { message: `the body is not JSON: ${json.reason}`, expected: 'JSON', actual: quote(response) })
  return undefined
}

/**
 * Judges bodies of one kind by their schema. Of each requirement, the first breach counts.
 *
 * @param documents the bodies; those of a stream with the offset of their event
 * @param meant whether they are recognised as what the schema describes, even if broken: only then passes count
 */
export function judgeSchema(
  name: WireName,
  documents: readonly { readonly body: Body; readonly offset?: number }[],
  meant: boolean,
  report: Report,
): void {
  const broken = new Map<RequirementId, Breach>()
  for (const { body, offset } of documents)
    for (const { requirement, message: own, expected, place, rule } of schemaBreaches(name, body.value)) {
      if (broken.has(requirement)) continue
      const at = offset === undefined ? place : `byte ${offset}, ${place}`
      const message = offset === undefined ? own : `event at byte ${offset}: ${own}`
      broken.set(requirement, { message, expected, at, rule, actual: excerpt(body, place) })
    }
  for (const [requirement, breach] of broken) report(requirement, breach)
  if (!meant) return
  for (const requirement of new Set(documents.flatMap(({ body }) => [...requirementsOf(name, body.value)])))
    if (!broken.has(requirement)) report(requirement)
}

/** 2.4 and 2.6, at level should: the id is not empty. */
export function judgeNames(body: { [name: string]: Json }, report: Report): void {
  const empty = { message: 'the id is empty', at: '/id', expected: 'a text', actual: '""' }
  if (typeof body.id === 'string') report('completion-id-filled', body.id === '' ? empty : undefined)
}

/** 2.5, at level should. Counts that a double cannot represent exactly are not judged. */
export function judgeSum(usage: Json | undefined, report: Report): void {
  if (usage === undefined || usage === null) report('usage-total-sum')
  if (!isObject(usage)) return
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage
  if (typeof prompt !== 'number' || typeof completion !== 'number' || typeof total !== 'number') return
  if (![prompt, completion, total].every(Number.isSafeInteger)) return
  const [expected, actual] = [String(prompt + completion), String(total)]
  const wrong = { message: 'total_tokens is not the sum', at: '/usage/total_tokens', expected, actual }
  report('usage-total-sum', total === prompt + completion ? undefined : wrong)
}

/** 2.5, at level should: unknown usage is left out, or null in a chunk, but not zero. A cached prompt may count as zero. */
export function judgeCount(usage: Json | undefined, text: string, report: Report): void {
  if (usage === undefined || usage === null) report('usage-not-zero')
  if (!isObject(usage)) return
  const expected = 'at least 1, or no usage where it is unknown'
  const zero = { message: 'the token count of a text is 0', at: '/usage/completion_tokens', expected, actual: '0' }
  if (text !== '') report('usage-not-zero', usage.completion_tokens === 0 ? zero : undefined)
  else if (usage.prompt_tokens !== 0) report('usage-not-zero')
}

/** A text cut to the size of a report. */
export const clip = (text: string): string => shortened(text, 200)

/** The maximum number of array items in an excerpt: more would be cut off anyway. */
const MAX_ITEMS = 50

/** The value at a JSON pointer, cut to the size of a report. */
export function excerpt({ value, literals }: Body, pointer: string): string {
  const found = valueAt(value, pointer.replaceAll(/\/(?=\/|$)/g, ''))
  return clip(found === undefined ? ABSENT : written(found, literals))
}

/** JSON text in which each number has all its digits, as received. */
export function written(value: Json, literals: ReadonlyMap<number, string>): string {
  if (typeof value === 'number') return literals.get(value) ?? String(value)
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => written(item, literals))
    return `[${items.join(',')}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${written(member, literals)}`)
  return `{${members.join(',')}}`
}
