/** An exchange of a run, as a record of it. */
import { compact } from '../http/compact.ts'
import { ABORTED, type Exchange } from '../http/exchange.ts'
import type { SeenExchange } from './seen.ts'

export function seenExchange(exchange: Exchange, where = exchange.id): SeenExchange {
  const { request, response, failure, startedAt, duration } = exchange
  const { method, path, headers, body } = request
  return {
    where,
    ...compact({ at: startedAt, endedBy: failure?.code === ABORTED ? ('client' as const) : undefined }),
    duration,
    request: { method, url: path, headers, ...compact({ body: body && { bytes: body } }) },
    ...compact({
      response: response && {
        status: response.status,
        headers: response.headers,
        // A body whose encoding cannot be undone is left as it is.
        ...(response.encoded === undefined ? { body: { bytes: response.body } } : {}),
        complete: response.complete,
        packets: response.packets,
      },
    }),
  }
}
