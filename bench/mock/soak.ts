/** A long load of completions, streams and aborted streams, during which the memory of the server must not grow. */
import type { Built } from './build.ts'
import { Child, type Server } from './children.ts'
import type { Load } from './processes/asker.ts'
import type { Outcome } from './processes/load.ts'
import type { Use } from './processes/meter.ts'
import type { Streams, StreamsEnd } from './processes/streams.ts'
import { gaps, onWire, requests } from './requests.ts'
import { atMost, ifRight, type Row } from './row.ts'
import { ours, type Start } from './sides.ts'

const STREAMS = 500
const CONNECTIONS = 8
/** The number of heap samples; the first quarter of them is warm-up. */
const SAMPLES = 20
/** Bytes by which two samples may differ even if the server retains nothing. */
const SLACK = { heap: 1_500_000, rss: 40_000_000 }

/** @param of what must not grow: the heap, or all memory if the server has several threads */
export async function soak(
  seconds: number,
  built: Built,
  start: Start = ours(built),
  of: 'heap' | 'rss' = 'heap',
): Promise<Row> {
  const server = await start()
  const streams = await client<Streams>('streams', built, {
    port: server.port,
    request: onWire(requests.paced, server.port),
    count: STREAMS,
    gap: gaps.paced,
    endless: true,
  })
  const load = await client<Load>('load', built, {
    port: server.port,
    request: onWire(requests.json, server.port),
    connections: CONNECTIONS,
    proof: requests.json.proof,
    awake: false,
  })
  try {
    streams.send('begin')
    const { uses, served, failures } = await sampled(server, load, (seconds * 1000) / SAMPLES)
    // Skip the first message, which says that all streams are open.
    await streams.next()
    const { complete, failed } = await streams.ask<StreamsEnd>('count')
    return rowOf(seconds, uses, of, served, complete, failures + failed)
  } finally {
    await Promise.all([streams.stop(), load.stop(), server.stop()])
  }
}

const client = <T>(name: string, built: Built, settings: T): Promise<Child> =>
  Child.ready([built.process(name), built.file(`soak-${name}.json`, JSON.stringify(settings))])

async function sampled(server: Server, load: Child, run: number) {
  const uses: Use[] = []
  let [served, failures] = [0, 0]
  for (let sample = 0; sample < SAMPLES; sample++) {
    const outcome = await load.ask<Outcome>({ run })
    served += outcome.requests
    failures += outcome.failures
    uses.push(await server.use(true))
  }
  return { uses, served, failures }
}

function rowOf(
  seconds: number,
  uses: readonly Use[],
  of: 'heap' | 'rss',
  served: number,
  complete: number,
  failures: number,
): Row {
  const quarter = SAMPLES / 4
  const mean = (kind: 'heap' | 'rss', from: number): number =>
    uses.slice(from, from + quarter).reduce((sum, use) => sum + use[kind], 0) / quarter
  const [early, late] = [mean(of, quarter), mean(of, SAMPLES - quarter)]
  const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
  const describe = (from: number): string => `heap ${mb(mean('heap', from))}, resident ${mb(mean('rss', from))}`
  return {
    what: `${seconds < 120 ? `${seconds} s` : `${seconds / 60} min`} of load: ${served} completions, ${complete} whole streams, every tenth left by its caller`,
    ours: `last quarter: ${describe(SAMPLES - quarter)}${failures > 0 ? `, **${failures} failures**` : ''}`,
    reference: `second quarter: ${describe(quarter)}`,
    ratio: (late / early).toFixed(2),
    goal: 'memory flat',
    kept: ifRight(atMost(late, early + SLACK[of]), failures),
  }
}
