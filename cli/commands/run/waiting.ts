/** `--wait`: waits until a starting target responds. These requests are not part of the run. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../../suites/harness/client/client.ts'
import { type Exchange, identityFor } from '../../../suites/harness/http/exchange.ts'
import { listModels } from '../../../suites/harness/http/request.ts'
import { showsContract } from '../../../suites/harness/reachability/responses.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { asCaller, callerFor } from '../../../suites/harness/variation/as-caller.ts'

/** Milliseconds between a response, or its absence, and the next request. */
const PAUSE = 500
/** The longest wait for one response here, in milliseconds. */
const MAX_WAIT = 5000

export interface Waiting {
  /** The total wait in milliseconds. */
  readonly atMost: number
  readonly signal: AbortSignal
  /** Called once, if the first request reaches nothing. */
  readonly onWait: () => void
}

/** Requests the model list until a response arrives or the time is over. If none arrives, the run itself says why. */
export async function waitForResponse({ baseUrl, keys, network, limits }: Target, waiting: Waiting): Promise<void> {
  const { atMost, signal, onWait } = waiting
  const end = performance.now() + atMost
  // Send the same headers as the run, so that these requests do not announce it.
  const plan = asCaller(listModels(), network?.agent ?? callerFor(randomInt(2 ** 31), 'smoke'))
  const left = (): number => Math.max(0, end - performance.now())
  for (let at = 1; left() > 0 && !signal.aborted; at += 1) {
    const timeout = Math.max(1, Math.min(limits.timeout, MAX_WAIT, left()))
    const client = new Client({ baseUrl, keys, network, concurrency: 1, timeout })
    const exchange = await client.send(identityFor({ name: 'wait' }, at), plan)
    await client.close()
    if (isThere(exchange)) return
    if (at === 1) onWait()
    await sleep(Math.min(PAUSE, left()), undefined, { signal }).catch(() => undefined)
  }
}

/** Statuses from an intermediary whose gateway is not up yet, or from a gateway whose parts are not up yet. */
const NOT_YET: readonly number[] = [502, 503, 504]

function isThere(exchange: Exchange): boolean {
  const { response } = exchange
  if (!response || NOT_YET.includes(response.status)) return false
  // A router returns 404 until it has a route to the gateway.
  return response.status !== 404 || showsContract(exchange)
}
