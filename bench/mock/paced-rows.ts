/** The rows about slow streams: how late their events are, and how much memory thousands of open streams use. */
import { execFileSync } from 'node:child_process'
import { inTurn, median } from '../rounds.ts'
import type { Built } from './build.ts'
import { Child } from './children.ts'
import type { Streams, StreamsEnd } from './processes/streams.ts'
import { gaps, onWire, pauses, requests } from './requests.ts'
import { atMost, ifQuiet, ifRight, type Row } from './row.ts'
import { bare, ours, type Start } from './sides.ts'

interface Plan {
  readonly name: 'paced' | 'slow'
  /** Milliseconds between two events, if different from the configuration of the server. */
  readonly gap?: number
  /** Streams of each client process. The first process warms up the server before its memory is measured. */
  readonly sizes: readonly number[]
}

type Crowd = Awaited<ReturnType<typeof crowd>>

/** Opens a number of streams at once and waits for their end. */
async function crowd(start: Start, { name, sizes, gap = gaps[name] }: Plan, built: Built) {
  const server = await start()
  const clients: Child[] = []
  try {
    for (const count of sizes) {
      const request = onWire(requests[name], server.port)
      const streams: Streams = { port: server.port, request, count, gap }
      const file = built.file(`streams-${clients.length}.json`, JSON.stringify(streams))
      clients.push(await Child.ready([built.process('streams'), file]))
    }
    const [first, ...others] = clients as [Child, ...Child[]]
    const begun = performance.now()
    await opened([first])
    // Garbage collection delays every open stream, so only collect if memory is measured.
    const before = others.length > 0 ? await server.use(true) : undefined
    await opened(others)
    const atOnce = performance.now() - begun < gap * pauses[name]
    const memory = before ? ((await server.use(true)).kept - before.kept) / total(sizes.slice(1)) : 0
    const ends = await Promise.all(clients.map((client) => client.next<StreamsEnd>()))
    const most = (of: 'p50' | 'p99'): number => Math.max(...ends.map((one) => one[of])) / 1000
    const sum = (of: 'complete' | 'failed' | 'merged'): number => total(ends.map((one) => one[of]))
    return {
      complete: atOnce ? sum('complete') : 0,
      failed: sum('failed'),
      merged: sum('merged'),
      // Lateness in milliseconds; with two clients, the worse value.
      p50: most('p50'),
      p99: most('p99'),
      // Bytes of memory for each additional stream, while all are open.
      memory,
    }
  } finally {
    await Promise.all([...clients.map((client) => client.stop()), server.stop()])
  }
}

/** Lets clients open their streams, and resolves when all are open. */
async function opened(clients: readonly Child[]): Promise<void> {
  const responses = await Promise.all(clients.map((client) => client.ask<'open' | StreamsEnd>('begin')))
  const failed = responses.find((response) => response !== 'open')
  if (failed) throw new Error(`streams of the bench could not be opened: ${JSON.stringify(failed)}`)
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

async function both(plan: Plan, rounds: number, built: Built): Promise<[Crowd, Crowd]> {
  const reference = await bare(built, requests[plan.name], gaps[plan.name])
  return crowds([reference, plan], [ours(built), plan], rounds, built)
}

type Side = readonly [start: Start, plan: Plan]

export async function crowds(reference: Side, own: Side, rounds: number, built: Built): Promise<[Crowd, Crowd]> {
  const measured = await inTurn([reference, own], rounds, ([start, plan]) => crowd(start, plan, built))
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

/** With a thousand streams, every event must be sent separately and on time. */
export async function lateness(rounds: number, built: Built): Promise<Row> {
  const count = 1000
  const [reference, own] = await both({ name: 'paced', sizes: [count] }, rounds, built)
  const goal = gaps.paced / 10
  return {
    what: `lateness of an event after its pause of ${gaps.paced} ms, ${count} streams open`,
    ours: lateWords(own, 1),
    reference: lateWords(reference, 1),
    ratio: (own.p99 / reference.p99).toFixed(2),
    goal: `p99 at most ${goal} ms, all complete`,
    // If the bare server is late, the machine is too busy to judge.
    kept: ifRight(ifQuiet(atMost(own.p99, goal), goal / reference.p99), own.failed + count - own.complete),
  }
}

export const lateWords = ({ complete, p50, p99, merged }: Crowd, digits: number): string =>
  `${complete} complete, p50 ${p50.toFixed(digits)} ms, p99 ${p99.toFixed(digits)} ms, ${merged} events not by themselves`

/** Open files that the server needs besides those for streams. */
const OWN_FILES = 200

/** Node raises its limit of open files to the hard limit. If that is too low, fewer streams are opened. */
function allowed(wish: number): number {
  const most = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
  return Number.isNaN(most) ? wish : Math.min(wish, most - OWN_FILES)
}

/** Ten thousand streams open at once in one server process. */
export async function crowded(rounds: number, built: Built): Promise<Row> {
  const wish = 10_000
  const count = allowed(wish)
  const what = `${count} paced streams open at once in one process${count < wish ? ` (the limit of open files allows no ${wish})` : ''}`
  const goal = 'all complete, memory a stream (without the young generation of the heap) at most 1.25'
  return memoryRow(what, goal, count, await both({ name: 'slow', sizes: halves(count) }, rounds, built))
}

/** Memory is measured for the second half, so that what the server needs only once is not attributed to streams. */
function halves(count: number): number[] {
  const half = Math.floor(count / 2)
  return [half, count - half]
}

function memoryRow(what: string, goal: string, count: number, [reference, own]: readonly [Crowd, Crowd]): Row {
  const value = own.memory / reference.memory
  return {
    what,
    ours: openWords(own),
    reference: openWords(reference),
    ratio: value.toFixed(2),
    goal,
    kept: ifRight(atMost(value, 1.25), own.failed + count - own.complete),
  }
}

/** Drawing a pause for each event must cost almost no memory per open stream. */
export async function distributions(rounds: number, built: Built): Promise<Row> {
  const count = allowed(5_000)
  // Long enough that all are open at once, even on a busy machine.
  const plan: Plan = { name: 'slow', sizes: halves(count), gap: 3000 }
  const side = (gap: string): Side => [ours(built, ['--pace', `0ms+${gap}`]), plan]
  const measured = await crowds(side('3s'), side('lognormal:p50=3s,p95=6s'), rounds, built)
  const what = `distributions at ${count} open streams, against the mock with fixed pauses`
  return memoryRow(what, 'all complete, memory a stream at most 1.25', count, measured)
}

const openWords = ({ complete, memory }: Crowd): string =>
  `${complete} complete, ${(memory / 1024).toFixed(1)} KiB a stream`
