/** The error that fails a test: the findings of its check in a few lines. Exchanges are in the attachment. */
import type { Finding } from '../harness/judge/evidence.ts'

const SHOWN = 3

function lines({ requirement, message, expected, actual, at }: Finding): string[] {
  return [
    `${requirement}: ${message}`,
    ...(expected === undefined ? [] : [`  expected ${expected}`]),
    ...(actual === undefined ? [] : [`  received ${actual}`]),
    ...(at === undefined ? [] : [`  where    ${at}`]),
  ]
}

export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'

  constructor(findings: readonly Finding[]) {
    const more = findings.length > SHOWN ? [`and ${findings.length - SHOWN} more`] : []
    super([...findings.slice(0, SHOWN).flatMap(lines), ...more].join('\n'))
  }
}
