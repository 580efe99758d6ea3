/**
 * `--watch` repeats the requests that show a cause until its requirement holds, and continues with the next cause. `--repeat`
 * repeats the whole run until it shows a failure.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { causeLine, causesIn, leadOf } from '../../../reporters/wording/causes.ts'
import { hintOf } from '../../../reporters/wording/fixes.ts'
import { isRequirement } from '../../../suites/harness/catalogue/requirements.ts'
import type { ReportedCause } from '../../../suites/harness/report/causes.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { type CertifyOptions, certify } from '../../../suites/harness/run/certify.ts'
import { printable } from '../../../suites/harness/text/printable.ts'

/** Milliseconds between two attempts; Enter starts the next one at once. */
const PAUSE = 1000

interface Watching {
  readonly report: Report
  /** The options of the whole run. */
  readonly certifying: CertifyOptions
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/** @returns whether every cause is fixed now; false if nothing failed, or the user interrupted it */
export async function untilFixed({ report, certifying, signal, say }: Watching): Promise<boolean> {
  const causes = causesIn(report).filter(({ verdict, not_scored }) => verdict === 'fail' && !not_scored)
  for (const [at, cause] of causes.entries()) {
    const [lead = cause.id] = cause.requirements
    const fix = hintOf(cause, leadOf(cause, report))
    say(`\nCause ${at + 1} of ${causes.length}: ${printable(causeLine(cause), 600)}`)
    if (fix !== undefined) say(`  fix   ${fix}`)
    if (cause.finding.curl !== undefined) say(`  curl  ${cause.finding.curl}`)
    say('Waiting for the fix: the run asks again every second; press Enter to ask now, Ctrl-C to end.')
    while (!(await holds(lead, cause, certifying)) && !signal.aborted) await next(signal)
    if (signal.aborted) return false
    say(`HOLDS NOW: ${lead}`)
  }
  return causes.length > 0
}

/** Whether the lead requirement of a cause passes when the check that showed the cause is run again. */
async function holds(lead: string, { finding }: ReportedCause, certifying: CertifyOptions): Promise<boolean> {
  const { onCheck, onRequest, ...options } = certifying
  const { checks } = options
  const maker = finding.check ?? finding.exchanges[0]?.split('/')[0]
  // A follow-up check sends nothing if it runs alone.
  const isAlone = checks.some(({ id, last, followUp }) => id === maker && !last && !followUp)
  const { judged } = await certify({
    ...options,
    started: new Date(),
    suites: [],
    requirements: isRequirement(lead) ? [lead] : [],
    checkIds: isAlone && maker !== undefined ? [maker] : [],
  })
  return judged.find(({ requirement }) => requirement.id === lead)?.verdict === 'pass'
}

async function next(signal: AbortSignal): Promise<void> {
  const { stdin } = process
  const ended = new AbortController()
  const either = { signal: AbortSignal.any([signal, ended.signal]) }
  const waits = [sleep(PAUSE, undefined, either), ...(stdin.isTTY ? [once(stdin.resume(), 'data', either)] : [])]
  await Promise.race(waits).catch(() => undefined)
  ended.abort()
  stdin.pause()
  await Promise.allSettled(waits)
}

/** `--repeat`: repeats the run until it shows a failure, to reproduce intermittent failures. */
export async function untilShown(options: CertifyOptions, atMost: number) {
  for (let runs = 1; ; runs += 1) {
    const result = await certify(options)
    const shown = result.conclusion === 'nonconformant'
    // If one run was stopped early, the next one would be, too.
    if (shown || runs >= atMost || result.stop || options.signal?.aborted) return { result, runs, shown }
  }
}
