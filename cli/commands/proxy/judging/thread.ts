/**
 * Passes exchanges to the judging thread, and drops them if too many wait. If the thread ends, another one is started;
 * the findings of the first are kept up to its last summary.
 */
import { Worker } from 'node:worker_threads'
import type { SeenBody, SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import {
  MAX_EXAMPLES,
  resultOf,
  type SeenFinding,
  type SeenRequirement,
  type TrafficSummary,
} from '../../../../suites/harness/traffic/summary.ts'
import type { Memory, Shed } from './recorder.ts'
import type { FromJudge, JudgeOrders, ToJudge } from './worker.ts'

/** The maximum number of exchanges that wait for their judgement. */
const MAX_WAITING = 1000
/** Milliseconds between saved summaries, which survive if the thread ends. */
const SNAPSHOT = 500
/** Milliseconds until another thread is started: they double after each failure, up to the maximum. */
const [FIRST_PAUSE, LAST_PAUSE] = [50, 10_000]
/** Memory of the thread, in MiB. */
const HEAP = 512

interface JudgingEvents {
  judged(broken: readonly SeenFinding[]): void
  shed(why: Shed, count: number): void
  /** A sentence for the log. */
  news(sentence: string): void
}

/** In a checkout, the thread is a source file. In the package, this module is bundled, but the thread is a file. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : '../cli/commands/proxy/judging/worker.js',
  import.meta.url,
)

export class JudgingThread {
  readonly #orders: JudgeOrders
  readonly #memory: Memory
  readonly #events: JudgingEvents
  readonly #waiting: number[] = []
  readonly #tickets = new Map<number, (summary: TrafficSummary | undefined) => void>()
  readonly #timer: NodeJS.Timeout
  #worker: Worker | undefined
  #before: TrafficSummary | undefined
  #last: TrafficSummary | undefined
  #sinceLast = 0
  #ticket = 0
  #pause = FIRST_PAUSE
  #restarts = 0
  #closed = false

  constructor(orders: JudgeOrders, memory: Memory, events: JudgingEvents) {
    this.#orders = orders
    this.#memory = memory
    this.#events = events
    this.#start()
    this.#timer = setInterval(() => this.#sinceLast > 0 && void this.#ask(), SNAPSHOT).unref()
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get restarts(): number {
    return this.#restarts
  }

  /** Queues an exchange, and returns its memory after the judgement or if the queue is full. */
  add(seen: SeenExchange, bytes: number): void {
    if (!this.#worker || this.#waiting.length >= MAX_WAITING) {
      this.#memory.give(bytes)
      this.#events.shed(this.#worker ? 'queue' : 'worker', 1)
      return
    }
    this.#waiting.push(bytes)
    const bodies = [seen.request.body, seen.response?.body].flatMap((body: SeenBody | undefined) =>
      body && 'bytes' in body ? [body.bytes.buffer as ArrayBuffer] : [],
    )
    this.#post({ type: 'judge', seen }, bodies)
  }

  /** The summary of everything judged so far, including earlier threads. */
  async summary(): Promise<TrafficSummary | undefined> {
    const current = await this.#ask()
    return current ? addSummaries(this.#before, current) : this.#before
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#worker?.terminate()
  }

  #post(message: ToJudge, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer)
  }

  #ask(): Promise<TrafficSummary | undefined> {
    if (!this.#worker) return Promise.resolve(undefined)
    const ticket = ++this.#ticket
    this.#post({ type: 'summarise', ticket })
    return new Promise((resolve) => this.#tickets.set(ticket, resolve))
  }

  #start(): void {
    const worker = new Worker(WORKER, {
      workerData: this.#orders,
      name: 'judge',
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    })
    this.#worker = worker
    let reason = 'it ended'
    worker.on('message', (message: FromJudge) => this.#received(message))
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => this.#ended(reason))
  }

  #received(message: FromJudge): void {
    if (message.type === 'not-kept') {
      this.#events.news(message.reason)
      return
    }
    if (message.type === 'summary') {
      this.#last = message.summary
      this.#sinceLast = 0
      this.#pause = FIRST_PAUSE
      this.#tickets.get(message.ticket)?.(message.summary)
      this.#tickets.delete(message.ticket)
      return
    }
    this.#memory.give(this.#waiting.shift() ?? 0)
    this.#sinceLast += 1
    this.#events.judged(message.broken)
  }

  #ended(reason: string): void {
    this.#worker = undefined
    const lost = this.#waiting.length + this.#sinceLast
    for (const bytes of this.#waiting.splice(0)) this.#memory.give(bytes)
    if (this.#last) this.#before = addSummaries(this.#before, this.#last)
    this.#last = undefined
    this.#sinceLast = 0
    for (const resolve of this.#tickets.values()) resolve(undefined)
    this.#tickets.clear()
    if (this.#closed) return
    if (lost > 0) this.#events.shed('worker', lost)
    this.#restarts += 1
    this.#events.news(`The judge has failed (${reason}); traffic goes on, and the judge is started again.`)
    setTimeout(() => this.#closed || this.#start(), this.#pause).unref()
    this.#pause = Math.min(this.#pause * 2, LAST_PAUSE)
  }
}

/** Adds the results of consecutive threads. */
function addSummaries(one: TrafficSummary | undefined, other: TrafficSummary): TrafficSummary {
  if (!one) return other
  return {
    exchanges: one.exchanges + other.exchanges,
    judged: one.judged + other.judged,
    others: one.others + other.others,
    headerless: one.headerless + other.headerless,
    origins: [...new Set([...one.origins, ...other.origins])],
    requirements: other.requirements.map((row, at) => sumOf(row, one.requirements[at])),
    compared: other.compared,
    client: mergedClients(one.client, other.client),
  }
}

function sumOf(row: SeenRequirement, before: SeenRequirement | undefined): SeenRequirement {
  const { judged = 0, broken = 0, examples = [] } = before ?? {}
  return {
    ...row,
    ...resultOf(row.judged + judged, row.broken + broken),
    examples: [...examples, ...row.examples].slice(0, MAX_EXAMPLES),
  }
}

function mergedClients(one: TrafficSummary['client'], other: TrafficSummary['client']): TrafficSummary['client'] {
  const groups = Map.groupBy([...one, ...other], ({ id }) => id)
  return [...groups.values()].map((rows) => ({
    ...(rows[0] as TrafficSummary['client'][number]),
    exchanges: rows.reduce((sum, { exchanges }) => sum + exchanges, 0),
    examples: rows.flatMap(({ examples }) => examples).slice(0, MAX_EXAMPLES),
  }))
}
