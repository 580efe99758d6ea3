/** Bodies against their media type and their schema. */
import { type Answer, essence, headerValues } from '../exchange.ts'
import type { Json } from '../json.ts'
import { jsonOf, quote } from './answer.ts'
import { type Breach, excerpt, type Report } from './members.ts'
import { evidenced, schemaBreaches, type WireName } from './schema.ts'

/** @param meant the body is what the schema describes, however broken: only then does what holds count for it */
export function judgeSchema(name: WireName, value: Json, meant: boolean, report: Report): void {
  const broken = new Map<string, Breach>()
  for (const { requirement, message, expected, at } of schemaBreaches(name, value)) {
    if (!broken.has(requirement)) broken.set(requirement, { message, expected, at, actual: excerpt(value, at) })
  }
  for (const [requirement, breach] of broken) report(requirement, breach)
  if (!meant) return
  for (const requirement of evidenced(name, value)) if (!broken.has(requirement)) report(requirement)
}

/** The object that the body has to be, or undefined after the reason was reported. */
export function objectOf(answer: Answer, requirement: string, report: Report): Json | undefined {
  const json = jsonOf(answer)
  if (json.ok) return json.value
  report(requirement, { message: `the body is not JSON: ${json.reason}`, expected: 'JSON', actual: quote(answer) })
  return undefined
}

/** @param meant see judgeSchema */
export function judgeMediaType(
  answer: Answer,
  requirement: string,
  expected: string,
  meant: boolean,
  report: Report,
): void {
  const values = headerValues(answer, 'content-type')
  const right = values.length > 0 && values.every((value) => essence(value) === expected)
  if (right && !meant) return
  report(
    requirement,
    right
      ? undefined
      : {
          message: values.length === 0 ? 'the content type is missing' : 'the content type is another one',
          expected,
          actual: values.join(' | ') || '(no such header)',
        },
  )
}
