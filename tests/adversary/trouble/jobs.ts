/** The rows: whole runs with an error at various positions, or each check alone with an error at each request. */
import type { MockServer } from '../../../mock/index.ts'
import { allChecks } from '../../../suites/index.ts'
import { BROKEN, CONFORMING } from './gateways.ts'
import type { Kind } from './kinds.ts'
import { type Job, runRow } from './rows.ts'

const FIRST_PLACES = [1, 5, 20, 60, 120, 240, 400]

/** Positions from the first to the last request of a run; without a `count`, there are more at the beginning. */
export function placesOf(requests: number, count?: number): number[] {
  if (count === undefined) return [...FIRST_PLACES.filter((place) => place < requests), requests]
  const step = count > 1 ? (requests - 1) / (count - 1) : 0
  return [...new Set(Array.from({ length: count }, (_, at) => Math.round(1 + at * step)))]
}

const QUIET = 'no-trouble'

/** Whole runs: the conforming gateway with an error at every position, each broken gateway at its own position. */
export async function wholeRuns(kinds: readonly Kind[], mock: MockServer, count?: number): Promise<Job[]> {
  const { requests } = await runRow({ kind: QUIET, gateway: CONFORMING, place: 1 }, mock)
  // Some runs need fewer requests, depending on the order of responses.
  const places = placesOf(requests - 5, count)
  return kinds.flatMap(({ name: kind, reach, seeds = 1 }): Job[] => {
    const spread = reach === 'throughout' ? [1] : places
    return [
      // The first run has the seed that runs have by default.
      ...spread.flatMap((place) =>
        Array.from({ length: seeds }, (_, at): Job => ({ kind, gateway: CONFORMING, place, seed: at || undefined })),
      ),
      ...BROKEN.map((gateway, at): Job => ({ kind, gateway, place: spread[at % spread.length] ?? 1 })),
    ]
  })
}

/** Requests before those of the checks: the list, and the completion that finds a model. */
const PREFLIGHT = 2

/** Each check alone against the conforming gateway, with the error at each of its requests in turn. */
export async function singleChecks(
  kinds: readonly Kind[],
  mock: MockServer,
  ids: readonly string[] = allChecks.map(({ id }) => id),
): Promise<Job[]> {
  const jobs: Job[] = []
  for (const check of ids) {
    const { requests } = await runRow({ kind: QUIET, gateway: CONFORMING, place: 1, check }, mock)
    for (const { name: kind, reach } of kinds) {
      const last = reach === 'throughout' ? PREFLIGHT + 1 : requests
      for (let place = PREFLIGHT + 1; place <= last; place += 1) jobs.push({ kind, gateway: CONFORMING, place, check })
    }
  }
  return jobs
}
