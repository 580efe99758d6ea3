/** Evaluates the harness by one run against a fault, a variant or a null server. */
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import type { Conclusion } from '../../suites/harness/judge/evidence.ts'
import type { Result } from '../../suites/harness/run/certify.ts'

/** The prefix that replaces a check if an invariant found the fault. */
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
  /** Requirements that are red if everything counts, but not under the set of the run. */
  readonly aside: readonly string[]
  /** Requirements without a verdict, because evidence is missing or the harness failed. */
  readonly open: readonly string[]
  readonly harnessErrors: readonly string[]
  readonly requests: number
  /** Why the run ended early. */
  readonly stop?: string
  /** Whether the target stopped responding, possibly because the machine is busy. */
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

/** Whether a requirement is in the list, which may have patterns such as `stream-*`. */
export function covers(breaks: readonly string[], id: string): boolean {
  return breaks.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one))
}

const required = requirements.filter(({ level }) => level === 'must').map(({ id }) => id)

/** Whether a `must` is broken, and not only a `should`. */
export const breaksMust = (breaks: readonly string[]): boolean => required.some((id) => covers(breaks, id))

const endOf = ({ conclusion, stop }: Run): string => (stop === undefined ? conclusion : `${conclusion}: ${stop}`)

const errorsIn = ({ harnessErrors }: Run): string[] => harnessErrors.map((error) => `harness error: ${error}`)

/** Why a run has not caught a fault that breaks these requirements; undefined if it has. */
function missed(breaks: readonly string[], run: Run): string | undefined {
  const { red, verdicts, conclusion } = run
  const own = red.filter((id) => covers(breaks, id))
  if (own.length === 0)
    return `survived: ${breaks.join(', ')} ${breaks.length > 1 ? 'are' : 'is'} unguarded against it (${endOf(run)})`
  if (!breaksMust(breaks)) return undefined
  if (!own.some((id) => verdicts[id] === 'fail'))
    return `only a warning: it breaks a must, and red is ${own.join(', ')}`
  return conclusion === 'nonconformant' ? undefined : `not accused: it breaks a must, and the run is ${endOf(run)}`
}

/** Whether a run has caught a fault. If the fault breaks a `must`, one must fail, and the run be nonconformant. */
export const isKilled = (breaks: readonly string[], run: Run): boolean => missed(breaks, run) === undefined

/**
 * Problems of a run with a fault: one of its requirements must be red (a `must`, if it breaks one), and no others. If it
 * breaks no must, the run must be conformant.
 * @param owed the requirements of which one must be red, if not all of `breaks`
 */
export function faultProblems(breaks: readonly string[], emitted: number, run: Run, owed = breaks): string[] {
  const problems: string[] = []
  if (emitted === 0) problems.push('the fault was never emitted')
  const miss = missed(owed, run)
  if (miss !== undefined) problems.push(miss)
  if (!breaksMust(breaks) && run.conclusion !== 'conformant')
    problems.push(`it breaks no must, and the run is ${endOf(run)}`)
  const others = run.red.filter((id) => !covers(breaks, id))
  if (others.length > 0) problems.push(`blamed as well: ${others.map((id) => `${id} (${run.why[id]})`).join('; ')}`)
  return [...problems, ...errorsIn(run)]
}

/** Whether no request of the run could have shown the fault. */
export function isUnmet({ emitted, run }: { readonly emitted: number; readonly run: Run }): boolean {
  return emitted === 0 && run.red.length === 0
}

/**
 * Problems of a run with a fault that not every run meets: of the red team, or in core, which draws its requests.
 * Whether a request meets it depends on the seed; only the whole matrix judges how many are met.
 */
export function faultProblemsByChance(breaks: readonly string[], emitted: number, run: Run, owed = breaks): string[] {
  if (!isUnmet({ emitted, run })) return faultProblems(breaks, emitted, run, owed)
  return errorsIn(run)
}

/** The fraction of such faults that may be unmet, and the number of faults from which it is judged. */
const UNMET = { part: 0.06, of: 200 } as const

/** A problem if too many faults were not met. @param whose the end of `300 faults of the red team` */
export function breadthProblem(unmet: number, faults: number, whose: string): string | undefined {
  if (faults < UNMET.of || unmet <= UNMET.part * faults) return undefined
  return `${unmet} of ${faults} faults ${whose} were never met: at most ${Math.floor(UNMET.part * faults)} may be`
}

/** Problems of a run with a variant: nothing may be red, and the harness must not fail. */
export function variantProblems(run: Run, mayBeIncomplete: boolean): string[] {
  const problems = run.red.map((id) => `${id} is red: ${run.why[id]}`)
  if (problems.length === 0 && run.conclusion !== 'conformant' && !mayBeIncomplete)
    problems.push(`not certified (${endOf(run)}): ${run.open.join(', ')}`)
  return [...problems, ...errorsIn(run)]
}

/** Problems of a run with a null server: undeserved passes, or failures if it shows no part of the contract. */
export function nullProblems({ passes, judged }: { passes: readonly string[]; judged: boolean }, run: Run): string[] {
  const undeserved = run.passed.filter((id) => !passes.includes(id))
  const problems = undeserved.length > 0 ? [`undeserved passes: ${undeserved.join(', ')}`] : []
  if (run.conclusion === 'conformant') problems.push('certified')
  else if (judged && run.conclusion !== 'nonconformant') problems.push(`not judged (${run.conclusion})`)
  else if (!judged && run.red.length > 0) problems.push(`accused, and no gateway is there: ${run.red.join(', ')}`)
  return [...problems, ...errorsIn(run)]
}
