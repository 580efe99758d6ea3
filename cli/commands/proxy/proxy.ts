/** The proxy as a whole: it forwards all traffic, judges a sample, and counts everything. */
import { endOf, Timings } from '../../../mock/metrics.ts'
import { percent, placed } from '../../../reporters/traffic/text.ts'
import { counted } from '../../../reporters/wording/counted.ts'
import { harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import type { SeenFinding, TrafficSummary } from '../../../suites/harness/traffic/summary.ts'
import type { RecordOptions } from '../recording/write.ts'
import type { KeepOptions } from './judging/keep.ts'
import { nameOf, secretsOf } from './judging/names.ts'
import { Memory, type Passed, Recorder, type Shed } from './judging/recorder.ts'
import { JudgingThread } from './judging/thread.ts'
import type { Ending, Passing, Tap } from './path/relay.ts'

/** The maximum bytes of exchanges that are in flight or wait for their judgement. */
const MEMORY = 128 * 1_048_576
/** The most findings on the page. */
const MAX_FINDINGS = 100

export interface ProxyParts {
  readonly target?: Pick<Target, 'keys' | 'models'> | undefined
  readonly keep?: KeepOptions | undefined
  readonly record?: RecordOptions | undefined
  readonly sample?: number
  readonly sampleBy?: 'exchange' | 'project'
  /** Receives sentences for the log. */
  readonly news: (sentence: string) => void
  /** Bytes; default 128 MiB. */
  readonly memory?: number
}

export class JudgedTraffic {
  readonly timings = new Timings()
  readonly passed = new Map<Ending, number>()
  readonly shed = new Map<Shed, number>()
  readonly findings: (SeenFinding & { readonly received: number })[] = []
  readonly memory: Memory
  readonly thread: JudgingThread
  readonly #parts: ProxyParts
  /** Exchanges on paths that the contract does not have. */
  otherPaths = 0
  #number = 0

  constructor(parts: ProxyParts) {
    this.#parts = parts
    this.memory = new Memory(parts.memory ?? MEMORY)
    const { keys = {}, models = {} } = parts.target ?? {}
    const named = Object.fromEntries(Object.entries(keys).map(([role, key]) => [role, key && nameOf(key)]))
    const target = parts.target && { keys: named, models }
    this.thread = new JudgingThread({ target, keep: parts.keep, record: parts.record }, this.memory, {
      judged: (broken) => this.#found(broken),
      shed: (why, count) => this.#shed(why, count),
      news: parts.news,
    })
  }

  /** Begins to observe an exchange; undefined if the contract does not cover it, or it was not sampled. */
  tap(passing: Passing): Tap | undefined {
    this.#number += 1
    const isOfContract = /\/v1\/(?:models|chat\/completions)\/?(?:\?|$)/.test(passing.url)
    if (!isOfContract) this.otherPaths += 1
    if (!isOfContract || !this.#isDrawn(passing)) return undefined
    return new Recorder(passing, {
      memory: this.memory,
      where: `exchange ${this.#number}`,
      done: (seen, bytes) => this.thread.add(seen, bytes),
      shed: (why) => this.#shed(why, 1),
      passed: (passed) => this.#passed(passed, passing),
    })
  }

  async summary(): Promise<TrafficSummary | undefined> {
    return this.thread.summary()
  }

  #isDrawn({ headers, url }: Passing): boolean {
    const { sample = 1, sampleBy = 'exchange' } = this.#parts
    if (sample >= 1) return true
    if (sampleBy === 'exchange') return Math.random() < sample
    const [key = ''] = secretsOf(headers, url)
    return Number.parseInt(nameOf(`sample ${key}`).slice(-8), 16) < sample * 2 ** 32
  }

  #found(broken: readonly SeenFinding[]): void {
    const received = Date.now()
    for (const finding of broken) this.findings.unshift({ ...finding, received })
    this.findings.length = Math.min(this.findings.length, MAX_FINDINGS)
  }

  #shed(why: Shed, count: number): void {
    this.shed.set(why, (this.shed.get(why) ?? 0) + count)
  }

  #passed({ ending, status, model, duration, firstByte, isStream }: Passed, { url }: Passing): void {
    this.passed.set(ending, (this.passed.get(ending) ?? 0) + 1)
    if (!url.includes('/chat/completions') || status === undefined) return
    this.timings.add('duration', model, ending === 'complete' ? endOf(status) : 'aborted', duration)
    if (isStream && status === 200 && firstByte !== undefined) this.timings.add('firstToken', model, 'ok', firstByte)
  }
}

export const reportOf = (traffic: JudgedTraffic, summary: TrafficSummary | undefined): object => ({
  format: 'svc-conformance-proxy/1',
  harness: harnessVersion,
  route: 'seen',
  passed: Object.fromEntries(traffic.passed),
  other_paths: traffic.otherPaths,
  not_judged: Object.fromEntries(traffic.shed),
  judge_restarts: traffic.thread.restarts,
  ...summary,
})

export const trafficReportText = (traffic: JudgedTraffic, summary: TrafficSummary | undefined): string =>
  JSON.stringify(reportOf(traffic, summary), undefined, 2)

export function linesOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string[] {
  const { judged = 0, others = 0 } = summary ?? {}
  const elsewhere = traffic.otherPaths + others
  const aside = [...traffic.shed, ...(elsewhere > 0 ? [['not of the contract', elsewhere] as const] : [])]
  const shed = aside.map(([why, count]) => `${count} (${why})`)
  const broken = (summary?.requirements ?? []).filter(({ verdict }) => verdict === 'broken')
  return [
    `${counted(judged, 'exchange')} judged${shed.length > 0 ? `; passed and not judged: ${shed.join(', ')}` : ''}.`,
    ...broken.flatMap(({ id, level, broken: count, judged, at_most: most = 1, examples: [example] }) => [
      `  ${id} (${level}): ${count} of ${judged} broke it; at most ${percent(most)} of all at 95 %`,
      ...(example ? [`    ${example.where}: ${placed(example)}`] : []),
    ]),
    broken.length > 0 || judged === 0 ? '' : 'No requirement was broken in what was judged.',
  ].filter((line) => line !== '')
}
