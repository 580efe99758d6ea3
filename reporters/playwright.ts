/**
 * Reports a run under Playwright as the command reports its own: the verdicts come from all tests
 * together, and the conclusion decides the status of the run.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { finish } from '../suites/playwright/merge.ts'
import { PART, type Part } from '../suites/playwright/part.ts'
import { settingsFrom } from '../suites/playwright/settings.ts'
import { formatFiles } from './format-names.ts'
import { htmlReport } from './html/page.ts'
import { writeJson } from './json.ts'
import { paintFor } from './paint.ts'
import { Progress } from './progress.ts'
import { summaryOf } from './terminal.ts'
import { failsByWaiver } from './waivers.ts'

function checkOf(test: TestCase): string | undefined {
  return test.annotations.find(({ type }) => type === 'check')?.description
}

export default class ConformanceReporter implements Reporter {
  readonly #progress = new Progress(process.stderr)
  readonly #parts: Part[] = []
  readonly #faults: string[] = []
  #ids: string[] = []
  #done = 0
  #shard = false

  printsToStdio(): boolean {
    return true
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#shard = config.shard !== null
    this.#ids = suite.allTests().flatMap((test) => checkOf(test) ?? [])
  }

  onError({ message }: { message?: string }): void {
    this.#faults.push(message ?? 'an error without a message')
  }

  onTestEnd(test: TestCase, { attachments, errors }: TestResult): void {
    const part = attachments.find(({ name }) => name === PART)?.body
    if (part) this.#parts.push(JSON.parse(part.toString()) as Part)
    else this.#faults.push(`${test.title}: ${errors[0]?.message ?? 'the test did not report'}`)
    this.#done += 1
    const requests = this.#parts.at(-1)?.sent ?? 0
    this.#progress.step({ done: this.#done, total: this.#ids.length, requests })
  }

  async onEnd({ status, startTime, duration }: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#progress.end()
    for (const fault of new Set(this.#faults)) process.stderr.write(`svc-conformance: ${fault}\n`)
    // Part of a run concludes nothing; merging the blobs of all shards does.
    if (this.#shard) return { status }
    const interrupted = status === 'interrupted' || status === 'timedout'
    const finished = new Date(startTime.getTime() + duration)
    const report = finish(this.#parts, this.#ids, { started: startTime, finished, interrupted })
    if (!report) {
      process.stderr.write('svc-conformance: no check ran, so there is no report\n')
      return { status: interrupted ? status : 'failed' }
    }
    const { out } = settingsFrom(process.env)
    mkdirSync(out, { recursive: true })
    process.stdout.write(summaryOf(report, paintFor(process.stdout, process.env)))
    process.stdout.write(`The report is ${writeJson(report, out)}\n`)
    const page = join(out, formatFiles.html)
    writeFileSync(page, htmlReport(report))
    process.stdout.write(`html is ${page}\n`)
    if (interrupted) return { status }
    const passed = report.conclusion === 'conformant' && !failsByWaiver(report) && this.#faults.length === 0
    return { status: passed ? 'passed' : 'failed' }
  }
}
