/** The rows about slow streams: how late their events are, and what thousands of open ones take. */
import { median } from '../rounds.ts'
import type { Built } from './build.ts'
import { Child } from './children.ts'
import type { Streams, StreamsEnd } from './processes/streams.ts'
import { gaps, onWire, requests } from './requests.ts'
import { atMost, ifQuiet, ifRight, type Row } from './row.ts'
import { bare, ours, type Start } from './sides.ts'

/** Most streams of one client process, so that the client is never what is late or out of files. */
const PER_CLIENT = 5000

interface Plan {
  readonly name: 'paced' | 'slow'
  readonly count: number
}

interface Crowd {
  readonly complete: number
  readonly failed: number
  readonly merged: number
  /** Lateness in milliseconds: the median and the 99th percentile, the worse one where there are two clients. */
  readonly p50: number
  readonly p99: number
  /** Bytes of memory of the server a stream, while all are open. */
  readonly memory: number
}

/** Opens so many streams at once and waits for their end. */
async function crowd(start: Start, { name, count }: Plan, built: Built): Promise<Crowd> {
  const server = await start()
  const clients: Child[] = []
  try {
    for (let left = count; left > 0; left -= PER_CLIENT) {
      const request = onWire(requests[name], server.port)
      const streams: Streams = { port: server.port, request, count: Math.min(left, PER_CLIENT), gap: gaps[name] }
      const file = built.file(`streams-${clients.length}.json`, JSON.stringify(streams))
      clients.push(await Child.ready([built.process('streams'), file]))
    }
    // Collecting garbage makes every open stream wait, so it is done where memory is what counts.
    const collected = name === 'slow'
    const idle = await server.use(collected)
    for (const client of clients) client.tell('begin')
    const open = await Promise.all(clients.map((client) => client.next<'open' | StreamsEnd>()))
    const busy = await server.use(collected)
    const ends = await Promise.all(open.map((first, at) => (first === 'open' ? end(clients[at]) : first)))
    const most = (of: 'p50' | 'p99'): number => Math.max(...ends.map((one) => one[of])) / 1000
    const sum = (of: 'complete' | 'failed' | 'merged'): number => ends.reduce((total, one) => total + one[of], 0)
    return {
      complete: open.every((first) => first === 'open') ? sum('complete') : 0,
      failed: sum('failed'),
      merged: sum('merged'),
      p50: most('p50'),
      p99: most('p99'),
      memory: (busy.rss - idle.rss) / count,
    }
  } finally {
    await Promise.all([...clients.map((client) => client.stop()), server.stop()])
  }
}

function end(client: Child | undefined): Promise<StreamsEnd> {
  if (!client) throw new RangeError('there are as many first answers as clients')
  return client.next<StreamsEnd>()
}

async function both(plan: Plan, rounds: number, built: Built): Promise<[Crowd, Crowd]> {
  const sides = [await bare(built, requests[plan.name], gaps[plan.name]), ours(built)]
  const measured: Crowd[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const turn of [0, 1]) {
      const at = (round + turn) % 2
      measured[at]?.push(await crowd(sides[at] as Start, plan, built))
    }
  }
  return measured.map(summary) as [Crowd, Crowd]
}

function summary(rounds: readonly Crowd[]): Crowd {
  const of = (name: keyof Crowd): number => median(rounds.map((round) => round[name]))
  return {
    complete: Math.min(...rounds.map(({ complete }) => complete)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    merged: of('merged'),
    p50: of('p50'),
    p99: of('p99'),
    memory: of('memory'),
  }
}

/** A thousand streams: every event leaves by itself, and in time. */
export async function lateness(rounds: number, built: Built): Promise<Row> {
  const count = 1000
  const [reference, own] = await both({ name: 'paced', count }, rounds, built)
  const words = ({ complete, p50, p99, merged }: Crowd): string =>
    `${complete} complete, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${merged} events not by themselves`
  const goal = gaps.paced / 10
  return {
    what: `lateness of an event after its pause of ${gaps.paced} ms, ${count} streams open`,
    ours: words(own),
    reference: words(reference),
    ratio: (own.p99 / reference.p99).toFixed(2),
    goal: `p99 at most ${goal} ms, all complete`,
    // A bare server that is late is late for want of a machine.
    kept: ifRight(ifQuiet(atMost(own.p99, goal), goal / reference.p99), own.failed + count - own.complete),
  }
}

/** Ten thousand streams at once in one process of the server. */
export async function crowded(rounds: number, built: Built): Promise<Row> {
  const count = 10_000
  const [reference, own] = await both({ name: 'slow', count }, rounds, built)
  const words = ({ complete, memory }: Crowd): string =>
    `${complete} complete, ${(memory / 1024).toFixed(1)} KiB a stream`
  const value = own.memory / reference.memory
  return {
    what: `${count} paced streams open at once in one process`,
    ours: words(own),
    reference: words(reference),
    ratio: value.toFixed(2),
    goal: 'all complete, memory a stream at most 1.25',
    kept: ifRight(atMost(value, 1.25), own.failed + count - own.complete),
  }
}
