/** What one run against a faulty, an odd or a null server says about the harness. */

import type { Conclusion } from '../../suites/harness/judge/finding.ts'
import type { Result } from '../../suites/harness/run/certify.ts'

/** Stands in the place of a check where an invariant saw the breach. */
export const EVERY_ANSWER = 'every answer: '

export interface Run {
  readonly conclusion: Conclusion
  /** Requirements with verdict fail or warn. */
  readonly red: readonly string[]
  /** Checks whose own evidence failed, by requirement. */
  readonly killers: readonly string[]
  readonly passed: readonly string[]
  /** Requirements that got no verdict for want of evidence, or broke inside the harness. */
  readonly open: readonly string[]
  readonly harnessErrors: readonly string[]
  readonly requests: number
  /** The first finding of each red requirement. */
  readonly why: Readonly<Record<string, string>>
}

export function runOf({ judged, conclusion, requests }: Result): Run {
  const red = judged.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  const failed = red.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'fail'))
  return {
    conclusion,
    red: red.map(({ requirement }) => requirement.id),
    killers: [...new Set(failed.map(({ check, requirement }) => check ?? `${EVERY_ANSWER}${requirement}`))].sort(),
    passed: judged.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement.id),
    open: judged
      .filter(({ verdict }) => ['not-evidenced', 'inconclusive', 'error'].includes(verdict))
      .map(({ requirement }) => requirement.id),
    harnessErrors: judged.flatMap(({ findings }) =>
      findings.filter(({ outcome }) => outcome === 'error').map(({ message }) => message),
    ),
    requests,
    why: Object.fromEntries(
      red.map(({ requirement, findings }) => [
        requirement.id,
        findings.find(({ outcome }) => outcome === 'fail')?.message ?? '',
      ]),
    ),
  }
}

/** A fault: killed when one of its requirements is red, exactly when no other is. */
export function faultProblems(breaks: readonly string[], emitted: number, run: Run): string[] {
  const problems: string[] = []
  if (emitted === 0) problems.push('the fault was never emitted')
  if (!run.red.some((id) => breaks.includes(id)))
    problems.push(
      `survived: ${breaks.join(', ')} ${breaks.length > 1 ? 'are' : 'is'} unguarded against it (${run.conclusion})`,
    )
  const others = run.red.filter((id) => !breaks.includes(id))
  if (others.length > 0) problems.push(`blamed as well: ${others.map((id) => `${id} (${run.why[id]})`).join('; ')}`)
  for (const error of run.harnessErrors) problems.push(`harness error: ${error}`)
  return problems
}

/** A variant: nothing red, and nothing wrong inside. */
export function variantProblems(run: Run, mayBeIncomplete: boolean): string[] {
  const problems = run.red.map((id) => `${id} is red: ${run.why[id]}`)
  if (problems.length === 0 && run.conclusion !== 'conformant' && !mayBeIncomplete)
    problems.push(`not certified (${run.conclusion}): ${run.open.join(', ')}`)
  for (const error of run.harnessErrors) problems.push(`harness error: ${error}`)
  return problems
}

/** A null server: no pass but those that it is known to deserve. */
export function nullProblems(deserved: readonly string[], run: Run): string[] {
  const undeserved = run.passed.filter((id) => !deserved.includes(id))
  const problems = undeserved.length > 0 ? [`undeserved passes: ${undeserved.join(', ')}`] : []
  if (run.conclusion === 'conformant') problems.push('certified')
  for (const error of run.harnessErrors) problems.push(`harness error: ${error}`)
  return problems
}
