/** The cost of the proxy, compared with a pass-through with the same library that inspects nothing. */
import type { Built } from '../mock/build.ts'
import { metered } from '../mock/children.ts'
import { crowds, lateWords } from '../mock/paced-rows.ts'
import type { Served } from '../mock/processes/bare.ts'
import { requests } from '../mock/requests.ts'
import { atMost, ifQuiet, ifRight, type Row } from '../mock/row.ts'
import { bare, ours, type Start } from '../mock/sides.ts'
import { soak } from '../mock/soak.ts'
import { speeds } from '../mock/throughput.ts'
import { speedRow } from '../mock/throughput-rows.ts'
import type { Options } from '../options.ts'

type Measure = (options: Options, built: Built) => Promise<Row>

/** Measures only the hop, not the gateway behind it. */
const hop =
  (gateway: Start, meter: string, args: (port: number) => readonly string[]): Start =>
  async () => {
    const behind = await gateway()
    const front = await metered(args(behind.port), meter)
    return { ...front, stop: async () => void (await Promise.all([front.stop(), behind.stop()])) }
  }

const proxy = (gateway: Start, { meter, cli }: Built, sample = 1): Start =>
  hop(gateway, meter, (port) => {
    return [cli, 'proxy', '--port', '0', '--sample', `${sample}`, '--upstream', `http://127.0.0.1:${port}`]
  })

const pass = (gateway: Start, built: Built): Start =>
  hop(gateway, built.meter, (port) => [built.process('pass'), `${port}`])

/** @param sample the fraction of streams that are judged */
const throughput =
  (sample: number, goal: number): Measure =>
  async ({ rounds }, built) => {
    const gateway = await bare(built, requests.stream, 'events')
    const starts = [pass(gateway, built), proxy(gateway, built, sample)] as const
    const [reference, own] = await speeds(starts, requests.stream, rounds, built, false)
    const what = `streams of 32 chunks, unpaced, 32 connections, ${sample * 100} % of them judged, on the other core`
    return speedRow(what, own, reference, goal)
  }

/** The maximum ratio of the 99th percentile of lateness. */
const MAX_LATENESS = 1.5

/** A stream that is long enough to have a 99th percentile. */
function chunks(events: number, gap: number, built: Built): Start {
  const choice = { index: 0, delta: { content: 'word ' }, finish_reason: null }
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'svc/paced-1', choices: [choice] }
  const parts = Array.from({ length: events }, () => `data: ${JSON.stringify(chunk)}\n\n`)
  const served: Served = { type: 'text/event-stream', parts, gap }
  const file = built.file(`bare-chunks-${events}.json`, JSON.stringify(served))
  return () => metered([built.process('bare'), file], built.meter)
}

const added =
  (count: number, events: number, gap: number): Measure =>
  async ({ rounds }, built) => {
    const gateway = chunks(events, gap, built)
    const plan = { name: 'paced', gap, sizes: [count] } as const
    const [reference, own] = await crowds([pass(gateway, built), plan], [proxy(gateway, built), plan], rounds, built)
    const value = own.p99 / reference.p99
    return {
      what: `lateness of a chunk after its pause of ${gap} ms, ${count} open streams`,
      ours: `${lateWords(own, 2)}; p99 ${(own.p99 - reference.p99).toFixed(2)} ms more`,
      reference: lateWords(reference, 2),
      ratio: value.toFixed(2),
      goal: `p99 at most ${MAX_LATENESS} times that of the pass-through, all complete`,
      // If the pass-through is late, the machine is too busy to judge.
      kept: ifRight(ifQuiet(atMost(value, MAX_LATENESS), gap / 10 / reference.p99), own.failed + count - own.complete),
    }
  }

export const proxyRows: Readonly<Record<string, Measure>> = {
  'proxy-judged': throughput(1, 0.15),
  'proxy-path': throughput(0, 0.8),
  'proxy-1': added(1, 1000, 5),
  'proxy-32': added(32, 300, 20),
  'proxy-1000': added(1000, 34, 300),
  'proxy-soak': (options, built) => soak(options.soak, built, proxy(ours(built), built), 'rss'),
}
