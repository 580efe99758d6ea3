/** Runs checks against a target in this process, and judges the run. */
import { once } from 'node:events'
import type { Profile } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Cost } from '../client/budget.ts'
import { compact } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { consistencyOf } from '../judge/attempts.ts'
import { byName, type Finding, remarkOn, type Transcript } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import { absencesOf } from '../reachability/declared-absent.ts'
import type { Scoring } from '../sets/scoring.ts'
import { placeOf } from '../target/states.ts'
import type { Target } from '../target/target.ts'
import type { Check } from './check.ts'
import { CheckContext } from './check-context.ts'
import { listAgain } from './context/lists.ts'
import { DEFAULT_SEED, type SeedOrigin } from './generated/seed.ts'
import { type Preflight, runPreflight } from './preflight.ts'
import { judgeRun, type Result, showsFailure } from './result.ts'
import { scoredLevel, scores } from './scored.ts'
import { type Filter, select } from './select.ts'
import { Session, type SessionOptions } from './session/session.ts'
import { AT_FIRST_FAILURE, INTERRUPTED } from './stop.ts'
import type { Selection } from './verdict.ts'

type OfSession = 'seed' | 'runs' | 'depth' | 'signal' | 'recorded'

export interface CertifyOptions extends Filter, Partial<Pick<SessionOptions, OfSession>> {
  readonly target: Target
  readonly checks: readonly Check[]
  readonly profile: Profile
  /** The origin of the seed, for the report. */
  readonly origin?: SeedOrigin
  /** Warnings fail the run. */
  readonly strict?: boolean
  /** Requests a completion before the list, as callers do, if the target names a model. */
  readonly completionFirst?: boolean
  /** Ends the run when the first check shows a breach. */
  readonly failFast?: boolean
  /** Requirements that are known not to hold: they do not end a run with `failFast`. */
  readonly known?: readonly RequirementId[]
  /** Milliseconds to wait for a crashed target to respond again, to find the request that crashes it. */
  readonly comeback?: number
  /** The set that counts; without one, everything counts. Its dates are evaluated at `started`, as in `verify`. */
  readonly scoring?: Scoring
  /** The start of the run; now by default. */
  readonly started?: Date
  /** Called after each check, in the order in which they end. */
  readonly onCheck?: (progress: Progress) => void
  /** Called after each request. */
  readonly onRequest?: (progress: Omit<Progress, 'check'>, exchange: Exchange) => void
}

export interface Progress {
  readonly check: Check
  readonly done: number
  readonly total: number
  readonly requests: number
  /** The number of checks so far whose own requests showed that a requirement of level must does not hold. */
  readonly failed: number
}

export type { Result }

/** A run of this process. */
export interface Certified extends Result {
  readonly cost: Cost
}

/** Generated requests per property; the full profile multiplies this by the number of sites of a fault. */
export const DEFAULT_RUNS = 1

/** The members that a check needs and the target file lacks, such as `keys.second`. */
export const missingFor = ({ needs }: Check, target: Target): string[] =>
  needs
    .map(placeOf)
    .filter(([part, member]) => (target[part] as Readonly<Record<string, unknown>>)[member] === undefined)
    .map((place) => place.join('.'))

/** Why a check cannot run here, or undefined. */
export function obstacle(check: Check, target: Target, preflight: Preflight): string | undefined {
  if (preflight.stop) return preflight.stop.reason
  const absent = absencesOf(check, target.notApplicable)
  if (absent.length > 0) return `the target file declares ${absent.join(' and ')} absent`
  const missing = missingFor(check, target)
  if (missing.length > 0) return `the target file does not have ${missing.join(' and ')}`
  if (!check.modelless && preflight.model === undefined) return preflight.lack ?? 'no model'
  return undefined
}

/** The evidence and the remarks of one check. */
export type CheckOutcome = Omit<Transcript, 'exchanges'>

/**
 * The phases of a run, in order. Required checks come first: the rows, the states, which need few requests, and the
 * generated requests. Checks that only use the rest of the budget come after them.
 */
const PHASES = ['rows', 'states', 'generated', 'callers', 'extra', 'last', 'followUp'] as const

/** Phases in which a check runs while no other request is in flight. */
const ONE_BY_ONE: readonly string[] = ['states', 'callers', 'followUp'] satisfies readonly (typeof PHASES)[number][]

function phaseOf({ alone, extra, last, followUp, kind }: Check): (typeof PHASES)[number] {
  if (followUp) return 'followUp'
  if (last) return 'last'
  if (alone) return extra ? 'callers' : 'states'
  if (extra) return 'extra'
  return kind === 'property' ? 'generated' : 'rows'
}

/** Runs one check. An error inside is a remark on the harness, never on the target. */
export async function runCheck(session: Session, preflight: Preflight, check: Check): Promise<CheckOutcome> {
  const nothing = (message: string): Finding => remarkOn(check, 'not-evidenced', message)
  const reason = session.live.halted?.reason ?? obstacle(check, session.target, preflight)
  if (reason !== undefined) return { evidence: [], remarks: [nothing(`not run: ${reason}`)] }
  const context = new CheckContext(session, preflight, check)
  const { remarks } = context
  try {
    await session.rounds.during(() => check.run(context))
    if (context.evidence.length === 0 && remarks.length === 0 && !check.extra)
      remarks.push(nothing(context.lack ?? 'the check found nothing to test'))
  } catch (error) {
    remarks.push(context.broken('the check', error))
  }
  session.evidence.push(...context.evidence)
  return { evidence: context.evidence.toSorted(byName), remarks }
}

/** Resolves when the signal is aborted; never without a signal. */
async function given(signal = new AbortController().signal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Whether the requests of a check showed that a requirement of level must does not hold. All are already judged once. */
function hasFailed({ evidence }: CheckOutcome, { log }: Session, scoring: Scoring | undefined): boolean {
  return evidence.some((item) => {
    const exchange = log.byId.get(item.exchange)
    if (!exchange || !scores(item, scoring) || scoredLevel(item.requirement, scoring) !== 'must') return false
    const consistency = consistencyOf(exchange, log.attemptsAt(exchange))
    const findings = judgeEvidence(item, exchange, log.byId.get(item.control ?? ''), consistency)
    return findings.some((each) => each.outcome === 'fail' && each.requirement === item.requirement)
  })
}

/**
 * Certifies a target.
 *
 * @throws UsageError when the filter names a suite or requirement that does not exist
 * @example
 * const { conclusion } = await certify({ target: loadTarget('target.yaml', env), checks: allChecks, profile: 'smoke' })
 * assert.equal(conclusion, 'conformant')
 */
export async function certify(options: CertifyOptions): Promise<Certified> {
  const { target, profile, seed = DEFAULT_SEED, runs = DEFAULT_RUNS } = options
  const { scoring, started = new Date() } = options
  const began = performance.now()
  const selection: Selection = { ...select(options.checks, profile, options), ...compact({ scoring }) }
  const { signal, recorded, depth, strict = false } = options
  const outcomes = new Map<Check, CheckOutcome>()
  const unread: CheckOutcome[] = []
  let failed = 0
  const progress = (): Omit<Progress, 'check'> => ({
    done: outcomes.size,
    total: selection.checks.length,
    requests: session.live.spent.requests,
    // Counted only when it is read, since a log shows progress only now and then.
    get failed() {
      failed += unread.splice(0).filter((outcome) => hasFailed(outcome, session, scoring)).length
      return failed
    },
  })
  const onSent = (exchange: Exchange): void => options.onRequest?.(progress(), exchange)
  const session = new Session(target, { seed, runs, profile, signal, recorded, depth, onSent })
  let preflight: Preflight = { listed: [], capped: true }
  const work = async (): Promise<void> => {
    preflight = await runPreflight(session, options.completionFirst)
    const run = async (check: Check): Promise<void> => {
      const outcome = await runCheck(session, preflight, check)
      outcomes.set(check, outcome)
      const shows = (): boolean =>
        showsFailure(check.id, outcome, session.exchanges, { selection, strict, known: options.known ?? [] })
      if (options.failFast && !session.live.halted && shows()) {
        await listAgain(session, true)
        if (shows()) session.live.halted ??= AT_FIRST_FAILURE
      }
      unread.push(outcome)
      options.onCheck?.(Object.assign(progress(), { check }))
    }
    const byPhase = Object.groupBy(selection.checks, phaseOf)
    for (const phase of PHASES) {
      const checks = byPhase[phase] ?? []
      if (ONE_BY_ONE.includes(phase)) for (const check of checks) await run(check)
      else await Promise.all(checks.map(run))
    }
    await listAgain(session, progress().failed > 0)
  }
  try {
    await Promise.race([work(), given(options.signal)])
    const unfinished = `not finished: ${INTERRUPTED.reason}`
    const all = selection.checks.map(
      (check) => outcomes.get(check) ?? { evidence: [], remarks: [remarkOn(check, 'inconclusive', unfinished)] },
    )
    const transcript: Transcript = {
      exchanges: [...session.exchanges],
      evidence: all.flatMap(({ evidence }) => evidence),
      remarks: all.flatMap(({ remarks }) => remarks),
    }
    const killer =
      session.live.gone && !recorded && options.comeback !== undefined
        ? await session.live.killer(options.comeback)
        : undefined
    const stop = options.signal?.aborted ? INTERRUPTED : (preflight.stop ?? session.live.stop)
    const record = {
      selection,
      transcript,
      notApplicable: target.notApplicable,
      preflight,
      stop,
      gone: session.live.gone !== undefined,
      killer: killer?.id,
      seed,
      ...compact({ origin: options.origin }),
      runs,
      depth,
      requests: session.live.spent.requests,
      ...compact({ peers: session.live.peers }),
      drawn: session.rounds.drawn,
      started,
      // The later of two times: if the clock is set back during the run, the run would end before its start.
      finished: new Date(Math.max(Date.now(), started.getTime() + performance.now() - began)),
    }
    return { ...judgeRun(record, strict), cost: session.live.spent }
  } finally {
    await session.live.client.close()
  }
}
