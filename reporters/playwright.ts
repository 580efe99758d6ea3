/**
 * Reports a run under Playwright as the command reports its own: the verdicts come from all tests
 * together, and the conclusion decides the status of the run. In a project with tests of its own
 * it leaves those to the other reporters.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { shown } from '../suites/harness/text/printable.ts'
import { finish, loadBaseline } from '../suites/playwright/merge.ts'
import { settingsFrom } from '../suites/playwright/settings.ts'
import { PART, type Part } from '../suites/playwright/shards.ts'
import { hideKeys, hideSecrets } from '../suites/playwright/target.ts'
import { inTheWay, noteFiles, removeEarlier, reportPaths } from './formats/earlier-files.ts'
import { formatFiles } from './formats/format-names.ts'
import { REPORT_FILE, reportText } from './formats/json.ts'
import { writeWhole } from './formats/whole-file.ts'
import { htmlReport } from './html/page.ts'
import { paintFor } from './terminal/paint.ts'
import { Progress } from './terminal/progress.ts'
import { summaryOf } from './terminal/terminal.ts'
import { isAsBefore } from './wording/baseline.ts'
import { failsByWaiver } from './wording/waivers.ts'

function checkOf(test: TestCase): string | undefined {
  return test.annotations.find(({ type }) => type === 'check')?.description
}

function tell(message: string): void {
  process.stderr.write(`svc-conformance: ${hideKeys(shown(message))}\n`)
}

/** Errors that say in a sentence what is wrong. */
const TOLD: readonly string[] = ['UsageError', 'WriteError']

export default class ConformanceReporter implements Reporter {
  readonly #progress = new Progress(process.stderr)
  readonly #parts: Part[] = []
  readonly #faults: string[] = []
  #ids: string[] = []
  #others = 0
  #done = 0
  #failed = 0
  #shard = false
  #failure: string | undefined

  printsToStdio(): boolean {
    return true
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#shard = config.shard !== null
    const tests = suite.allTests()
    this.#ids = tests.flatMap((test) => checkOf(test) ?? [])
    this.#others = tests.length - this.#ids.length
  }

  onError({ message }: { message?: string }): void {
    this.#faults.push(message ?? 'an error without a message')
  }

  onTestEnd(test: TestCase, { attachments, errors, status }: TestResult): void {
    if (checkOf(test) === undefined) return
    const part = attachments.find(({ name }) => name === PART)?.body
    if (part) this.#parts.push(JSON.parse(part.toString()) as Part)
    else this.#faults.push(`${test.title}: ${errors[0]?.message ?? 'the test did not report'}`)
    this.#done += 1
    const requests = this.#parts.at(-1)?.sent ?? 0
    this.#failed += Number(status !== 'passed')
    this.#progress.step({ done: this.#done, total: this.#ids.length, requests, failed: this.#failed })
  }

  async onEnd({ status, startTime, duration }: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#progress.end()
    for (const fault of new Set(this.#faults)) tell(fault)
    // Part of a run concludes nothing; merging the reports of all shards does.
    if (this.#shard || (this.#ids.length === 0 && this.#others > 0)) return { status }
    const interrupted = status === 'interrupted' || status === 'timedout'
    const finished = new Date(startTime.getTime() + duration)
    try {
      this.#failure = this.#conclude({ finished, interrupted })
    } catch (error) {
      if (!(error instanceof Error) || !TOLD.includes(error.name)) throw error
      tell(error.message)
      this.#failure = error.message
    }
    if (interrupted) return { status }
    // Where shards are merged, nobody reads this status.
    return { status: this.#failure === undefined && (this.#others === 0 || status === 'passed') ? 'passed' : 'failed' }
  }

  /** What is thrown here makes `merge-reports` fail, which looks at nothing else. */
  async onExit(): Promise<void> {
    if (this.#failure !== undefined) throw new Error(`svc-conformance: ${this.#failure}`)
  }

  /** Writes the report. @returns why the run does not pass */
  #conclude(ending: Parameters<typeof finish>[2]): string | undefined {
    const { out, baseline } = settingsFrom(process.env)
    const before = baseline === undefined ? undefined : loadBaseline(baseline)
    const paths = reportPaths(out)
    const other = inTheWay(paths, out)
    if (other !== undefined) {
      tell(`${other} as out in SVC_CONFORMANCE_RUN`)
      return 'there is no room for the report'
    }
    removeEarlier(paths, out)
    const report = finish(this.#parts, this.#ids, ending, before)
    if (!report) {
      tell('no check ran, so there is no report')
      return 'no check ran'
    }
    mkdirSync(out, { recursive: true })
    const page = join(out, formatFiles.html)
    const path = join(out, REPORT_FILE)
    const written = [`The report is ${path}`, `The html file is ${page}`]
    writeWhole(path, hideSecrets(reportText(report)))
    writeWhole(page, hideSecrets(htmlReport(report)))
    noteFiles(paths, out)
    const paint = paintFor(process.stdout, process.env)
    process.stdout.write(hideSecrets(shown(summaryOf(report, { paint, columns: process.stdout.columns, written }))))
    if (report.conclusion !== 'conformant' && !isAsBefore(report))
      return `the target is not certified: ${report.conclusion}`
    if (failsByWaiver(report)) return 'a waiver is stale or expired'
    return this.#faults.length > 0 ? 'a check did not report' : undefined
  }
}
