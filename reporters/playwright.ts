/**
 * Reports a run under Playwright in the same way as the command. All tests together decide the verdicts, and the
 * conclusion decides the status of the run. Other tests of the Playwright project are ignored.
 */
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { endPlaywright } from '../cli/ending/playwright-end.ts'
import { shown } from '../suites/harness/text/printable.ts'
import { PART, type Part } from '../suites/playwright/shards.ts'
import { hideKeys } from '../suites/playwright/target.ts'
import { Progress } from './terminal/progress.ts'
import { exitCodes } from './wording/conclusion/exit-code.ts'

const checkOf = (test: TestCase): string | undefined =>
  test.annotations.find(({ type }) => type === 'check')?.description

function report(message: string): void {
  process.stderr.write(`svc-conformance: ${hideKeys(shown(message))}\n`)
}

/** Errors that are reported by their message alone, without a stack. */
const MAX_REPORTED: readonly string[] = ['UsageError', 'WriteError']

/** Whether an error of the set-up is a mistake of the user, such as an invalid setting. */
const isMistake = (message: string): boolean => MAX_REPORTED.some((name) => message.startsWith(`${name}: `))

export default class ConformanceReporter implements Reporter {
  readonly #progress = new Progress(process.stderr)
  readonly #parts: Part[] = []
  readonly #faults: string[] = []
  #ids: string[] = []
  #others = 0
  #done = 0
  #failed = 0
  #shard: 'none' | 'blob' | 'lost' = 'none'
  #code: number = exitCodes.conformant

  printsToStdio(): boolean {
    return true
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const isBlob = config.reporter.some(([name]) => name === 'blob')
    this.#shard = (config.shard?.total ?? 1) === 1 ? 'none' : isBlob ? 'blob' : 'lost'
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
    for (const fault of new Set(this.#faults)) report(isMistake(fault) ? fault.slice(fault.indexOf(': ') + 2) : fault)
    if (this.#ids.length === 0 && this.#others > 0) return { status }
    if (this.#shard === 'lost') {
      report('a shard has no conclusion: write its blob with --reporter=blob, and merge the blobs of all shards')
      return { status: 'failed' }
    }
    if (this.#shard === 'blob') return { status }
    const interrupted = status === 'interrupted' || status === 'timedout'
    const finished = new Date(startTime.getTime() + duration)
    this.#code = this.#conclude({ finished, interrupted })
    const code = this.#code
    // Playwright itself only exits with 0 or 1, and sets that code before this handler is called.
    if (this.#others === 0 && code !== exitCodes.conformant)
      process.once('exit', () => {
        process.exitCode = code
      })
    if (interrupted) return { status }
    // When shards are merged, Playwright ignores this status.
    return {
      status: code === exitCodes.conformant && (this.#others === 0 || status === 'passed') ? 'passed' : 'failed',
    }
  }

  /** @returns the exit code */
  #conclude(ending: Parameters<typeof endPlaywright>[2]): number {
    if (this.#faults.some(isMistake)) return exitCodes.usage
    try {
      const code = endPlaywright(this.#parts, this.#ids, ending)
      return this.#faults.length > 0 && this.#parts.length > 0 ? exitCodes.broken : code
    } catch (error) {
      if (!(error instanceof Error) || !MAX_REPORTED.includes(error.name)) throw error
      report(error.message)
      return exitCodes.usage
    }
  }

  /** Throws, because only an error here makes `merge-reports` fail. Playwright prints the stack, so it holds only the message. */
  async onExit(): Promise<void> {
    if (this.#code === exitCodes.conformant || !process.argv.includes('merge-reports')) return
    const error = new Error(`svc-conformance ends with exit code ${this.#code}`)
    error.stack = error.message
    throw error
  }
}
