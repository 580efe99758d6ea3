/** `svc-conformance plan`: what a run would send, and the maximum that its limits allow it to cost. */
import { leftOutLine } from '../../../reporters/wording/requests.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { obstacle } from '../../../suites/harness/run/certify.ts'
import { select } from '../../../suites/harness/run/select.ts'
import { ourScoring } from '../../../suites/harness/sets/scoring.ts'
import { limitsFor } from '../../../suites/harness/target/limits.ts'
import { describeTarget, type Target } from '../../../suites/harness/target/target.ts'
import { printable, printableJson } from '../../../suites/harness/text/printable.ts'
import { allChecks } from '../../../suites/index.ts'
import { exitCodes } from '../../exit-codes.ts'
import { print } from '../../output.ts'
import { type ExtentOptions, type TargetOptions, targetNamed } from '../../target/named-target.ts'
import { rehearse } from './rehearsal.ts'

export interface PlanOptions extends TargetOptions, ExtentOptions {
  readonly json: boolean
}

type Plan = Awaited<ReturnType<typeof planOf>>

/** Assumes that the preflight found a model, so that only the target file decides which checks cannot run. */
const GOOD_PREFLIGHT = { model: 'svc/any', listed: [], capped: true }

/** Prints the plan of a run and gives the exit code. @throws UsageError when no target is named */
export async function planCommand(options: PlanOptions): Promise<number> {
  const target = targetNamed(options)
  if (!target) throw new UsageError('name the target with --base-url or --target; the mock costs nothing')
  const plan = await planOf(target, options)
  print(options.json ? `${printableJson(plan)}\n` : planText(plan))
  return exitCodes.conformant
}

async function planOf(target: Target, options: PlanOptions) {
  const { profile = 'core', seed, runs, depth } = options
  const { suite: suites = [], requirement: requirements = [], check: checkIds = [] } = options
  const filter = { suites, requirements, checkIds }
  const { checks } = select(allChecks, profile, filter)
  const left = checks.flatMap((check) => {
    const why = obstacle(check, target, GOOD_PREFLIGHT)
    return why === undefined ? [] : [{ check: check.id, requirement: check.covers, why }]
  })
  const scoring = ourScoring(options.set, new Date(), target.about?.contract)
  const rehearsed = await rehearse(target, { profile, scoring, seed, runs, depth, ...filter })
  const { drawn = null, stop = null, open, absent, ...sends } = rehearsed
  const { base_url, limits } = describeTarget(target, { profile, depth })
  const { firsts, followUps } = limitsFor(target.limits, { profile, depth })
  return {
    ...{ base_url, profile, set: scoring.set.name, checks: checks.length - left.length, sends },
    // `drawn`: requests that are drawn as the budget allows. `stop`: why the run would stop early. Each may be null.
    ...{ drawn, stop },
    // `must` requirements without a verdict, and declared absences with the requirements that they leave unshown.
    ...{ no_verdict: open, not_applicable: absent },
    limits,
    // A low limit is used up by the first checks.
    requests: { first: finite(firsts), follow_ups: finite(followUps) },
    not_run: left,
  }
}

/** Null means unlimited. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** The two parts of the requests, if they share a limit. */
function partsText({ requests: { first, follow_ups }, profile }: Plan): string {
  if (first === null || follow_ups === null || profile === 'smoke') return ''
  return `: ${counted(first)} for first requests, and ${counted(follow_ups)} for follow-ups on failures`
}

const counted = (count: number): string => count.toLocaleString('en-US')

function planText(plan: Plan): string {
  const { base_url, profile, set, checks, sends, drawn, stop, no_verdict, not_applicable, limits, not_run } = plan
  const seconds = limits.time_ms === null ? null : limits.time_ms / 1000
  const least = limits.rate === null ? 0 : Math.floor(sends.requests / limits.rate)
  return [
    `A run of profile ${profile}, set ${set}, against ${printable(base_url)} has ${checks} checks and sends`,
    `  ${counted(sends.requests)} requests${least > 1 ? `, which takes ${counted(least)} seconds or more at ${limits.rate} a second` : ''}`,
    `  ${counted(sends.tokens)} output tokens, requested in all`,
    `  ${counted(sends.bytes)} bytes of bodies, in both directions`,
    'as just counted against the reference mock. More models, repeated failures, and responses with 429, 500 or 503 add to this. A run costs',
    `  ${words(limits.requests, 'requests', 'requests')}${partsText(plan)}`,
    `  ${words(limits.tokens, 'output tokens', 'tokens')}`,
    `  ${words(limits.bytes, 'bytes', 'bytes')}`,
    `  ${words(seconds, 'seconds', 'time')}`,
    `with ${limits.concurrency} requests at the same time and ${limits.rate === null ? 'no rate limit' : `${limits.rate} requests a second`}.`,
    ...(!drawn ? [] : ['', `${leftOutLine(drawn)}.`]),
    ...(stop === null ? [] : ['', `It ends early: ${stop}. Raise that limit.`]),
    ...(not_run.length === 0 ? [] : ['', 'Not run:', ...reasons(not_run)]),
    ...(not_applicable.length === 0
      ? []
      : ['', 'Declared absent, so not shown and not passed:', ...absences(not_applicable)]),
    ...(no_verdict.length === 0
      ? []
      : ['', `${no_verdict.length} requirements of level must get no verdict. --json names them.`]),
    '',
    'Nothing was sent to the target.',
    '',
  ].join('\n')
}

/** One line for each reason, because reasons repeat. */
const reasons = (left: Plan['not_run']): string[] =>
  [...Map.groupBy(left, ({ why }) => why)].map(
    ([why, { length, 0: first }]) => `  ${length === 1 ? first?.check : `${length} checks`}: ${why}`,
  )

const absences = (absent: Plan['not_applicable']): string[] =>
  absent.map(({ id, reason, requirements }) => `  ${id} (${printable(reason)}): ${requirements.join(', ')}`)

const words = (value: number | null, unit: string, member: string): string =>
  value === null ? `no limit of ${unit}` : `at most ${counted(value)} ${unit} (limits.${member})`
