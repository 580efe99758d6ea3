/** What one run against a fault, a variant or a null server says about the harness. */
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import type { Conclusion } from '../../suites/harness/judge/evidence.ts'
import type { Result } from '../../suites/harness/run/certify.ts'

/** Used instead of a check if an invariant saw the fault. */
export const EVERY_RESPONSE = 'every response: '

export interface Run {
  readonly conclusion: Conclusion
  /** Requirements with verdict fail or warn. */
  readonly red: readonly string[]
  /** Checks whose own evidence failed, by requirement. */
  readonly killers: readonly string[]
  readonly passed: readonly string[]
  /** The verdict of each requirement that counts. */
  readonly verdicts: Readonly<Record<string, string>>
  /** Requirements that are red where everything counts, and not by what the set of the run has. */
  readonly aside: readonly string[]
  /** Requirements that got no verdict for want of evidence, or broke inside the harness. */
  readonly open: readonly string[]
  readonly harnessErrors: readonly string[]
  readonly requests: number
  /** Why the run ended before its time. */
  readonly stop?: string
  /** The target stopped answering: a busy machine can be the reason. */
  readonly gone?: boolean
  /** The first finding of each red requirement. */
  readonly why: Readonly<Record<string, string>>
}

const isRed = (verdict: string | undefined): boolean => verdict === 'fail' || verdict === 'warn'

export function runOf({ judged: all, conclusion, requests, stop, gone }: Result): Run {
  const judged = all.filter(({ notScored }) => !notScored)
  const red = judged.filter(({ verdict }) => isRed(verdict))
  const failed = red.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'fail'))
  return {
    conclusion,
    red: red.map(({ requirement }) => requirement.id),
    killers: [...new Set(failed.map(({ check, requirement }) => check ?? `${EVERY_RESPONSE}${requirement}`))].sort(),
    passed: judged.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement.id),
    verdicts: Object.fromEntries(judged.map(({ requirement, verdict }) => [requirement.id, verdict])),
    aside: all
      .filter(({ verdict, notScored, newer }) => isRed(notScored ? verdict : newer?.verdict))
      .map(({ requirement }) => requirement.id),
    open: judged
      .filter(({ verdict }) => ['not-evidenced', 'inconclusive', 'error'].includes(verdict))
      .map(({ requirement }) => requirement.id),
    harnessErrors: judged.flatMap(({ findings }) =>
      findings.filter(({ outcome }) => outcome === 'error').map(({ message }) => message),
    ),
    requests,
    ...compact({ stop: stop?.reason, gone }),
    why: Object.fromEntries(
      red.map(({ requirement, findings }) => [
        requirement.id,
        findings.find(({ outcome }) => outcome === 'fail')?.message ?? '',
      ]),
    ),
  }
}

/** Whether a requirement is one of these, of which some may match all that begin alike: `stream-*`. */
export function covers(breaks: readonly string[], id: string): boolean {
  return breaks.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one))
}

const required = requirements.filter(({ level }) => level === 'must').map(({ id }) => id)

/** Whether the contract itself is broken, and not only what it suggests. */
export const breaksMust = (breaks: readonly string[]): boolean => required.some((id) => covers(breaks, id))

const endOf = ({ conclusion, stop }: Run): string => (stop === undefined ? conclusion : `${conclusion}: ${stop}`)

const errorsIn = ({ harnessErrors }: Run): string[] => harnessErrors.map((error) => `harness error: ${error}`)

/** What keeps a run from having caught a fault that breaks these requirements; nothing where it has. */
function missed(breaks: readonly string[], run: Run): string | undefined {
  const { red, verdicts, conclusion } = run
  const own = red.filter((id) => covers(breaks, id))
  if (own.length === 0)
    return `survived: ${breaks.join(', ')} ${breaks.length > 1 ? 'are' : 'is'} unguarded against it (${endOf(run)})`
  if (!breaksMust(breaks))
    return conclusion === 'nonconformant' ? 'it breaks no must, and the run is nonconformant' : undefined
  if (!own.some((id) => verdicts[id] === 'fail'))
    return `only a warning: it breaks a must, and red is ${own.join(', ')}`
  return conclusion === 'nonconformant' ? undefined : `not accused: it breaks a must, and the run is ${endOf(run)}`
}

/** Whether a run has caught a fault. A must that it breaks has to be red, and the run nonconformant. */
export const isKilled = (breaks: readonly string[], run: Run): boolean => missed(breaks, run) === undefined

/**
 * A fault: killed when one of its requirements is red, a must where it breaks one; exactly when no other is.
 * @param owed those of which one has to be red, where that is not true of all
 */
export function faultProblems(breaks: readonly string[], emitted: number, run: Run, owed = breaks): string[] {
  const problems: string[] = []
  if (emitted === 0) problems.push('the fault was never emitted')
  const miss = missed(owed, run)
  if (miss !== undefined) problems.push(miss)
  const others = run.red.filter((id) => !covers(breaks, id))
  if (others.length > 0) problems.push(`blamed as well: ${others.map((id) => `${id} (${run.why[id]})`).join('; ')}`)
  return [...problems, ...errorsIn(run)]
}

/** Whether no request of the run was one that would have shown the fault. */
export function isUnmet({ emitted, run }: { readonly emitted: number; readonly run: Run }): boolean {
  return emitted === 0 && run.red.length === 0
}

/**
 * A fault without a request that is always asked: one of the red team, or one against which core draws its requests.
 * Whether the seed draws one is chance; how many are met is a figure of the whole matrix.
 */
export function faultProblemsByChance(breaks: readonly string[], emitted: number, run: Run, owed = breaks): string[] {
  if (!isUnmet({ emitted, run })) return faultProblems(breaks, emitted, run, owed)
  return errorsIn(run)
}

/** The part of such faults that no request of a run needs to meet, and above which rows a part says something. */
const UNMET = { part: 0.06, of: 200 } as const

/** What is wrong with the faults that were not met. @param whose as in `300 faults of the red team` */
export function breadthProblem(unmet: number, faults: number, whose: string): string | undefined {
  if (faults < UNMET.of || unmet <= UNMET.part * faults) return undefined
  return `${unmet} of ${faults} faults ${whose} were never met: at most ${Math.floor(UNMET.part * faults)} may be`
}

/** A variant: nothing red, and nothing wrong inside. */
export function variantProblems(run: Run, mayBeIncomplete: boolean): string[] {
  const problems = run.red.map((id) => `${id} is red: ${run.why[id]}`)
  if (problems.length === 0 && run.conclusion !== 'conformant' && !mayBeIncomplete)
    problems.push(`not certified (${endOf(run)}): ${run.open.join(', ')}`)
  return [...problems, ...errorsIn(run)]
}

/** A null server: no pass but those that it is known to deserve, and a failure only where it shows something of the contract. */
export function nullProblems({ passes, judged }: { passes: readonly string[]; judged: boolean }, run: Run): string[] {
  const undeserved = run.passed.filter((id) => !passes.includes(id))
  const problems = undeserved.length > 0 ? [`undeserved passes: ${undeserved.join(', ')}`] : []
  if (run.conclusion === 'conformant') problems.push('certified')
  else if (judged && run.conclusion !== 'nonconformant') problems.push(`not judged (${run.conclusion})`)
  else if (!judged && run.red.length > 0) problems.push(`accused, and no gateway is there: ${run.red.join(', ')}`)
  return [...problems, ...errorsIn(run)]
}
