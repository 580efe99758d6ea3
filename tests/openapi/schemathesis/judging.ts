import { known } from './known.ts'

/** What is read of a report of Schemathesis. */
export interface SchemathesisReport {
  readonly complete: boolean
  readonly test_cases: { readonly generated: number }
  readonly failures: readonly {
    readonly code: string
    readonly title: string
    readonly operations: readonly string[]
  }[]
  readonly errors: readonly unknown[]
  /** By operation and phase: how many valid requests were accepted. */
  readonly valid_rates: Readonly<Record<string, Readonly<Record<string, { readonly accepted: number }>>>>
}

/** Fewer have not tried a document. */
const LEAST = 100

export interface Judged {
  /** What is wrong; nothing where all is as it should be. */
  readonly problems: readonly string[]
  /** What was found and is known. */
  readonly explained: readonly string[]
}

/** Holds a report against what is known of a document. */
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
