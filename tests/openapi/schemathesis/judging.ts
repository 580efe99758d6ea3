import { known } from './known.ts'

/** The used part of a Schemathesis report. */
export interface SchemathesisReport {
  readonly complete: boolean
  readonly test_cases: { readonly generated: number }
  readonly failures: readonly {
    readonly code: string
    readonly title: string
    readonly operations: readonly string[]
  }[]
  readonly errors: readonly unknown[]
  /** The number of accepted valid requests by operation and phase. */
  readonly valid_rates: Readonly<Record<string, Readonly<Record<string, { readonly accepted: number }>>>>
}

/** The minimum number of requests that counts as a test of a document. */
const LEAST = 100

export interface Judged {
  /** What is wrong; empty if nothing is. */
  readonly problems: readonly string[]
  /** Known failures that occurred. */
  readonly explained: readonly string[]
}

/** Compares a report with the known failures of a document. */
export function judged(
  document: string,
  { complete, test_cases: { generated }, failures, errors, valid_rates: rates }: SchemathesisReport,
): Judged {
  const problems: string[] = []
  const explained: string[] = []
  for (const { code, title, operations } of failures)
    for (const operation of operations) {
      const reason = known.find(
        (one) => one.document === document && one.code === code && one.operations.includes(operation),
      )
      if (reason) explained.push(`${code} ${operation}: ${reason.why}`)
      else problems.push(`${code} ${title}: ${operation}`)
    }
  for (const error of errors) problems.push(`it broke: ${JSON.stringify(error)}`)
  if (!complete) problems.push('it did not come to its end')
  if (generated < LEAST) problems.push(`${generated} requests, and ${LEAST} are the least`)
  const accepted = Object.values(rates).flatMap((phases) => Object.values(phases).map((one) => one.accepted))
  if (!accepted.some((count) => count > 0)) problems.push('no valid request was accepted')
  return { problems, explained }
}
