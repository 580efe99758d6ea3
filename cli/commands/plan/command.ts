/** `svc-conformance plan`: the most that a run can cost, from the limits that the run itself obeys. */
import { printable } from '../../../reporters/wording/printable.ts'
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { obstacle } from '../../../suites/harness/run/certify.ts'
import { select } from '../../../suites/harness/run/select.ts'
import { describeTarget } from '../../../suites/harness/target/describe.ts'
import { limitsFor } from '../../../suites/harness/target/limits.ts'
import { allChecks } from '../../../suites/index.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type TargetOptions, targetNamed } from '../../target/named-target.ts'

export interface PlanOptions extends TargetOptions {
  readonly profile: Profile
  readonly json: boolean
}

interface Plan {
  readonly base_url: string
  readonly profile: Profile
  readonly checks: number
  readonly limits: ReturnType<typeof describeTarget>['limits']
  readonly not_run: readonly { readonly check: string; readonly requirement: string; readonly why: string }[]
}

/** As if the model had been found: only the target file decides what cannot run. */
const GOOD_PREFLIGHT = { model: 'svc/any', listed: [], capped: true }

/** Prints the plan of a run and gives the exit code. @throws UsageError when no target is named */
export function planCommand(options: PlanOptions): number {
  const named = targetNamed(options)
  if (!named) throw new UsageError('name the target with --base-url or --target; the mock costs nothing')
  const { profile } = options
  const target = { ...named, limits: limitsFor(named.limits, { profile }) }
  const { checks } = select(allChecks, profile, {})
  const left = checks.flatMap((check) => {
    const why = obstacle(check, target, GOOD_PREFLIGHT)
    return why === undefined ? [] : [{ check: check.id, requirement: check.covers, why }]
  })
  const { base_url, limits } = describeTarget(target)
  const plan = { base_url, profile, checks: checks.length - left.length, limits, not_run: left }
  process.stdout.write(options.json ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan))
  return exitCodes.conformant
}

function planText({ base_url, profile, checks, limits, not_run }: Plan): string {
  const seconds = limits.time_ms === null ? null : limits.time_ms / 1000
  return [
    `A run of profile ${profile} against ${printable(base_url)} has ${checks} checks and costs`,
    `  ${words(limits.requests, 'requests', 'requests')}`,
    `  ${words(limits.tokens, 'output tokens, asked for in all', 'tokens')}`,
    `  ${words(limits.bytes, 'bytes of bodies, both ways', 'bytes')}`,
    `  ${words(seconds, 'seconds', 'time')}`,
    `with ${limits.concurrency} requests at the same time and ${limits.rate === null ? 'no pace' : `${limits.rate} requests a second`}.`,
    ...(not_run.length === 0 ? [] : ['', 'Not run:', ...not_run.map(({ check, why }) => `  ${check}: ${why}`)]),
    '',
    'Nothing was sent.',
    '',
  ].join('\n')
}

function words(value: number | null, unit: string, member: string): string {
  return value === null ? `no limit of ${unit}` : `at most ${value.toLocaleString('en-US')} ${unit} (limits.${member})`
}
