/** What one run against a fault, a variant or a null server says about the harness. */

import type { Conclusion } from '../../suites/harness/judge/finding.ts'
import type { Result } from '../../suites/harness/run/certify.ts'

/** Stands in the place of a check where an invariant saw the fault. */
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

/** Whether a requirement is one of these, of which some may stand for all that begin alike: `stream-*`. */
export function covers(breaks: readonly string[], id: string): boolean {
  return breaks.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one))
}

/** A fault: killed when one of its requirements is red, exactly when no other is. */
export function faultProblems(breaks: readonly string[], emitted: number, run: Run): string[] {
  const problems: string[] = []
  if (emitted === 0) problems.push('the fault was never emitted')
  if (!run.red.some((id) => covers(breaks, id)))
    problems.push(
      `survived: ${breaks.join(', ')} ${breaks.length > 1 ? 'are' : 'is'} unguarded against it (${run.conclusion})`,
    )
  const others = run.red.filter((id) => !covers(breaks, id))
  if (others.length > 0) problems.push(`blamed as well: ${others.map((id) => `${id} (${run.why[id]})`).join('; ')}`)
  for (const error of run.harnessErrors) problems.push(`harness error: ${error}`)
  return problems
}

/** A fault of the red team: as any other, unless it is known that nothing catches it. */
export function redTeamFaultProblems(
  breaks: readonly string[],
  knownMiss: boolean,
  emitted: number,
  run: Run,
): string[] {
  if (!knownMiss) return faultProblems(breaks, emitted, run)
  const caught = run.red.some((id) => covers(breaks, id))
  return caught ? ['caught: it is no known miss any more'] : run.harnessErrors.map((error) => `harness error: ${error}`)
}

/** A variant: nothing red, and nothing wrong inside. */
export function variantProblems(run: Run, mayBeIncomplete: boolean): string[] {
  const problems = run.red.map((id) => `${id} is red: ${run.why[id]}`)
  if (problems.length === 0 && run.conclusion !== 'conformant' && !mayBeIncomplete)
    problems.push(`not certified (${run.conclusion}): ${run.open.join(', ')}`)
  for (const error of run.harnessErrors) problems.push(`harness error: ${error}`)
  return problems
}

/** A null server: no pass but those that it is known to deserve, and a failure only where it shows something of the contract. */
export function nullProblems({ passes, judged }: { passes: readonly string[]; judged: boolean }, run: Run): string[] {
  const undeserved = run.passed.filter((id) => !passes.includes(id))
  const problems = undeserved.length > 0 ? [`undeserved passes: ${undeserved.join(', ')}`] : []
  if (run.conclusion === 'conformant') problems.push('certified')
  else if (judged && run.conclusion !== 'nonconformant') problems.push(`not judged (${run.conclusion})`)
  else if (!judged && run.red.length > 0) problems.push(`accused, and no gateway is there: ${run.red.join(', ')}`)
  for (const error of run.harnessErrors) problems.push(`harness error: ${error}`)
  return problems
}
