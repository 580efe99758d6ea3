/**
 * A stream that loses its connection is noise. One that loses it each time that it is asked for, as
 * often as the harness asks, has no end: that is how the target ends its streams.
 */
import type { Exchange } from '../exchange.ts'
import type { Finding } from '../finding.ts'
import { isStream } from './answer.ts'

/** Tries of one request after which chance is no explanation any more. */
const TRIES = 6

function wasCut({ answer, failure }: Exchange): boolean {
  if (answer?.status !== 200 || answer.complete || !isStream(answer)) return false
  return failure?.code !== 'TIMEOUT' && failure?.code !== 'TOO_LARGE'
}

/** 6.5 on requests whose streams were cut off in every try. */
export function judgeLosses(exchanges: readonly Exchange[]): Finding[] {
  const tries = Map.groupBy(exchanges, ({ id }) => id.slice(0, id.lastIndexOf('/')))
  for (const same of tries.values()) {
    if (same.length < TRIES || !same.every(wasCut)) continue
    return [
      {
        requirement: 'stream-done',
        outcome: 'fail',
        message: `the connection was lost before [DONE] in each of ${same.length} tries of one request`,
        expected: 'data: [DONE] and a blank line',
        actual: same[0]?.failure?.message ?? 'the connection was closed',
        exchanges: same.slice(0, 3).map(({ id }) => id),
      },
    ]
  }
  return []
}
