/** Requests per second and CPU time per request, for servers in turn: new processes each time, in rotating order. */
import { inTurn, median } from '../rounds.ts'
import type { Built } from './build.ts'
import { Child } from './children.ts'
import type { Load } from './processes/asker.ts'
import type { Outcome } from './processes/load.ts'
import { onWire, type Request } from './requests.ts'
import type { Start } from './sides.ts'

const CONNECTIONS = 32
/** Warm-up requests, after which a server's code is fully optimized, and the maximum milliseconds for a slow one. */
const WARM = 150_000
const MAX_WARMING = 10_000
/** Milliseconds of measured load. */
const MEASURED = 2000

type Round = Awaited<ReturnType<typeof oneRound>>
/** The medians of one server over the rounds. */
export type Speed = ReturnType<typeof summary>

/** @param awake whether the load may use a whole core; servers with several processes need all cores */
export async function speeds(
  starts: readonly [Start, Start],
  request: Request,
  rounds: number,
  built: Built,
  awake = true,
): Promise<[Speed, Speed]> {
  const measured = await inTurn(starts, rounds, (start) => oneRound(start, request, built, awake))
  return measured.map(summary) as [Speed, Speed]
}

async function oneRound(start: Start, request: Request, built: Built, awake: boolean) {
  const server = await start()
  const load: Load = {
    port: server.port,
    request: onWire(request, server.port),
    connections: CONNECTIONS,
    proof: request.proof,
    awake,
  }
  const client = await Child.ready([built.process('load'), built.file('load.json', JSON.stringify(load))])
  try {
    await warmUp(client)
    const before = await server.use()
    const outcome = await client.ask<Outcome>({ run: MEASURED })
    const cpu = (await server.use()).cpu - before.cpu
    return {
      rate: outcome.requests / outcome.seconds,
      // Microseconds per request, summed over all threads; the latencies are in microseconds, too.
      cpu: cpu / outcome.requests,
      p50: outcome.p50,
      p99: outcome.p99,
      // The share of one core that the server had during the measurement.
      share: cpu / 1_000_000 / outcome.seconds,
      failures: outcome.failures,
    }
  } finally {
    await Promise.all([client.stop(), server.stop()])
  }
}

async function warmUp(client: Child): Promise<void> {
  const end = performance.now() + MAX_WARMING
  for (let requests = 0; requests < WARM && performance.now() < end; ) {
    requests += (await client.ask<Outcome>({ run: 500 })).requests
  }
}

function summary(rounds: readonly Round[]) {
  const of = (name: keyof Round): number => median(rounds.map((round) => round[name]))
  return {
    rate: of('rate'),
    cpu: of('cpu'),
    p50: of('p50'),
    p99: of('p99'),
    share: of('share'),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
    // By round, to compare servers within the same round.
    rates: rounds.map(({ rate }) => rate),
    cpus: rounds.map(({ cpu }) => cpu),
  }
}

/** The median of the ratios of each round. */
export const ratio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
