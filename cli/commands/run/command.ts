/** `svc-conformance run`: from options to a verdict. */
import { join } from 'node:path'
import { formatFiles } from '../../../reporters/formats/format-names.ts'
import { detailOf } from '../../../reporters/terminal/detail.ts'
import { Progress } from '../../../reporters/terminal/progress.ts'
import { counted } from '../../../reporters/wording/counted.ts'
import { type Profile, usualRequests } from '../../../suites/harness/catalogue/profiles.ts'
import { requirement } from '../../../suites/harness/catalogue/requirements.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { absencesOf } from '../../../suites/harness/reachability/declared-absent.ts'
import { loadBaseline } from '../../../suites/harness/report/baseline-file.ts'
import { triage } from '../../../suites/harness/report/counts/triage.ts'
import { type CertifyOptions, missingFor } from '../../../suites/harness/run/certify.ts'
import { type SeedOptions, seedOf } from '../../../suites/harness/run/generated/seed.ts'
import { select } from '../../../suites/harness/run/select.ts'
import { ourScoring, type Scoring } from '../../../suites/harness/sets/scoring.ts'
import { describeTarget, seenTarget, type Target } from '../../../suites/harness/target/target.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import { allChecks } from '../../../suites/index.ts'
import { Outputs } from '../../ending/outputs.ts'
import { endRun } from '../../ending/run-end.ts'
import { exitCodes } from '../../exit-codes.ts'
import { printAside } from '../../output.ts'
import { overriding, targetNamed } from '../../target/named-target.ts'
import { waiversFrom } from '../../target/waivers-file.ts'
import { commandLine } from './command-line.ts'
import { type FailedOptions, failedRun } from './failed.ts'
import { openPage } from './open-page.ts'
import { assertRevisitable, type Revisiting, revisited } from './revisits.ts'
import { untilFixed, untilShown } from './until-fixed.ts'
import { waitForResponse } from './waiting.ts'

export interface RunOptions extends Revisiting, FailedOptions, SeedOptions {
  readonly out: string
  /** The set that scores; by default the one that is effective today. */
  readonly set?: string
  readonly failFast?: boolean
  /** A file of known failures. */
  readonly baseline?: string
  readonly waivers?: string
  /** Repeats the run at most this many times, until something fails. */
  readonly repeat?: number
  /** Milliseconds. */
  readonly wait?: number
  readonly open?: boolean
  /** Repeats failing requests until every failure is fixed, and then certifies again. */
  readonly watch?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

/**
 * Certifies, writes the report and other requested files, and gives the exit code. @throws UsageError before anything is sent
 */
export async function runCommand(given: RunOptions): Promise<number> {
  const prepared = prepare(given)
  const { options, again, waive, named } = prepared
  const { target, close } = await subjectOf(named && waive(named), (own) => waive(overriding(options)(own)))
  const detail = detailOf(options)
  const say = (line: string): void => {
    if (detail !== 'quiet') printAside(`${line}\n`)
  }
  const progress = detail === 'quiet' ? undefined : new Progress(process.stderr)
  const interruption = interruptible()
  const { signal } = interruption
  const running: Running = { ...prepared, target, say, progress, signal }
  try {
    if (again) say(`Repeating the failures of ${again.path}: ${again.ids.join(', ')}`)
    const onWait = (): void => say(`Waiting until ${printable(target.baseUrl)} responds`)
    const lack = lackOf(running)
    if (lack !== undefined) say(lack)
    if (options.wait !== undefined) await waitForResponse(target, { atMost: options.wait, signal, onWait })
    for (;;) {
      const { code, report, certifying } = await certifyAndReport(running)
      if (options.open) await openReport(options.out, say)
      if (options.revisit && code === exitCodes.conformant)
        return await revisited(options, report.finished, { signal, say })
      if (!options.watch || !(await untilFixed({ report, certifying, signal, say }))) return code
    }
  } finally {
    progress?.end()
    interruption.stopListening()
    await close?.()
  }
}

type Prepared = ReturnType<typeof prepare>

/** Reads all files that the options name, so that every mistake is reported before anything is sent or waited for. */
function prepare(given: RunOptions) {
  const waive = waiversFrom(given.waivers)
  assertRevisitable(given)
  const named = targetNamed(given)
  const again = given.failed === undefined ? undefined : failedRun(given, named?.baseUrl)
  const options = again?.options ?? given
  const profile = options.profile ?? (named ? 'core' : 'full')
  const { suite: suites = [], requirement: requirements = [], check: checkIds = [] } = options
  const filter = { suites, requirements, checkIds }
  const { checks } = select(allChecks, profile, filter)
  // The set that scores is determined again at the start of each run.
  scoringFor(options, new Date(), named)
  const baseline = options.baseline === undefined ? undefined : loadBaseline(options.baseline)
  const outputs = new Outputs(options)
  const seed = seedOf(options, named?.baseUrl, process.env)
  return { waive, named, again, options, profile, filter, checks, baseline, outputs, seed }
}

/** What the target file lacks of what required checks need. A user should not learn this at the end of a long run. */
function lackOf({ checks, target }: Running): string | undefined {
  const required = checks.filter(({ covers, extra }) => !extra && requirement(covers).level === 'must')
  const undeclared = required.filter((check) => absencesOf(check, target.notApplicable).length === 0)
  const missing = [...new Set(undeclared.flatMap((check) => missingFor(check, target)))]
  if (missing.length === 0) return undefined
  return `Without ${missing.join(', ')}, expect the conclusion incomplete. Name them in a target file, or use --profile core.`
}

interface Running extends Prepared {
  readonly target: Target
  readonly say: (line: string) => void
  readonly progress: Progress | undefined
  readonly signal: AbortSignal
}

/** One run, or several with `--repeat`: certifies, and writes the report of the last run. */
async function certifyAndReport(running: Running) {
  const { options, profile, baseline, outputs, target, say, progress, signal } = running
  outputs.begin()
  const certifying = certifyingOf(running)
  progress?.begin(
    `Certifying ${printable(target.baseUrl)}, profile ${profile}, set ${certifying.scoring.set.name}, ${counted(running.checks.length, 'check')}`,
    expectedOf(options, profile, target),
  )
  const { result, runs, shown } = await untilShown(certifying, options.repeat ?? 1)
  progress?.end()
  const about = {
    target: seenTarget(describeTarget(target, { profile, depth: options.depth }), result.peers),
    strict: options.strict,
    command: commandLine(options, target),
    ...compact({ waivers: target.waivers, baseline }),
  }
  const detail = detailOf(options)
  const { code, report } = endRun({ result, target, options: about, outputs, detail, interrupted: signal.aborted })
  if (options.repeat !== undefined)
    say(shown ? `Shown in run ${runs} of ${options.repeat}.` : `Shown in 0 of ${counted(runs, 'run')}.`)
  return { code, report, certifying }
}

/** The options of a run that starts now. On standard error, it shows its progress and the first failure of each kind. */
function certifyingOf({ options, profile, filter, baseline, seed, target, say, progress, signal }: Running) {
  const started = new Date()
  const firstOfKind = triage()
  return {
    target,
    checks: allChecks,
    profile,
    ...filter,
    ...seed,
    strict: options.strict,
    scoring: scoringFor(options, started, target),
    started,
    failFast: options.failFast ?? false,
    signal,
    ...compact({ runs: options.runs, depth: options.depth, known: baseline?.known, comeback: options.wait }),
    onCheck: (step) => progress?.step(step),
    onRequest: (step, exchange) => {
      const line = firstOfKind(exchange)
      if (line !== undefined) {
        progress?.end()
        say(line)
      }
      progress?.step(step)
    },
  } satisfies CertifyOptions
}

/** Opens the page of the report in a browser, or says why this is not possible. */
async function openReport(out: string, say: (line: string) => void): Promise<void> {
  const unopened = await openPage(join(out, formatFiles.html))
  if (unopened !== undefined) say(`svc-conformance: ${unopened}`)
}

/** @throws UsageError if a certificate is requested that no run under the set gets */
function scoringFor({ set: name, certificate }: RunOptions, at: Date, target: Target | undefined): Scoring {
  const scoring = ourScoring(name, at, target?.about?.contract)
  const { state, set } = scoring
  if (certificate !== undefined && (state === 'draft' || state === 'deprecated'))
    throw new UsageError(
      `--certificate: the set ${set.name} is ${state === 'draft' ? 'a draft' : 'deprecated'}, so a run under it gets no certificate; ${name === undefined ? FIXES[state] : 'remove --set'}`,
    )
  return scoring
}

/** What to do if the set was not named. */
const FIXES = {
  draft: 'no set is effective yet: check the clock of this machine',
  deprecated: 'install a later version, which has a later set',
} as const

/** The likely number of requests; undefined if a filter or a depth changes it. */
function expectedOf(options: RunOptions, profile: Profile, { limits }: Target): number | undefined {
  if (options.suite || options.requirement || options.depth === 3) return undefined
  return Math.min(usualRequests[profile], limits.requests ?? Number.POSITIVE_INFINITY)
}

/** The target to certify: the named one, or the mock if none is named. */
async function subjectOf(named: Target | undefined, overridden: (target: Target) => Target) {
  if (named) return { target: named, close: undefined }
  const { selfHosted } = await import('../../self-hosted.ts')
  const { target, close } = await selfHosted()
  return { target: overridden(target), close }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first signal ends the run with a report on the results so far, the second one ends the process. */
function interruptible() {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.incomplete)
    controller.abort()
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  return {
    signal: controller.signal,
    stopListening: () => {
      for (const name of SIGNALS) process.off(name, interrupt)
    },
  }
}
