/** Serves each recorded response once: to the same request, to one of the same shape, or in the recorded order. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { pairsOf } from '../../../suites/harness/http/exchange.ts'
import { shown } from '../../../suites/harness/text/printable.ts'
import { listening, tlsOf } from '../proxy/path/listening.ts'
import type { ListenOptions } from '../proxy/path/server.ts'
import { type Asked, askedOf } from '../recording/asked.ts'
import { bytesOf, type Recorded, readRecording } from '../recording/read.ts'
import { listeningFault } from './running.ts'
import type { MockOptions } from './settings.ts'

/** Sent with 501 and without a request id, so that no client mistakes it for a response of the gateway. */
const EXHAUSTED = { 'content-type': 'text/plain', 'x-svc-conformance': 'replay-exhausted' } as const
const MAX_BODY = 2 * 1_048_576

/** Takes the closest match for a request from the responses that were not sent yet. */
function take(waiting: Recorded[], asked: Asked): Recorded | undefined {
  const fitting = (...names: readonly (keyof Asked)[]): number =>
    waiting.findIndex(({ request }) => names.every((name) => request[name] === asked[name]))
  const at = [
    fitting('operation', 'shape', 'stream', 'exact'),
    fitting('operation', 'shape', 'stream'),
    fitting('operation', 'stream'),
  ].find((index) => index >= 0)
  return at === undefined ? undefined : waiting.splice(at, 1)[0]
}

/** @throws Error of the system if it cannot listen */
export async function startReplay(responses: readonly Recorded[], { tls, ...place }: ListenOptions) {
  const waiting = [...responses]
  const listener: RequestListener = (request, response) => {
    const began = performance.now()
    respond(request, response, waiting, began).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  const { url } = await listening(server, place, tls ? 'https' : 'http')
  return {
    url,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function respond(request: IncomingMessage, response: ServerResponse, waiting: Recorded[], began: number) {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += (piece as Buffer).length
    if (length <= MAX_BODY) pieces.push(piece as Buffer)
  }
  const { method = 'GET', url = '/', rawHeaders } = request
  const asked = askedOf({ method, url, headers: pairsOf(rawHeaders), body: { bytes: Buffer.concat(pieces) } })
  const recorded = asked && take(waiting, asked)
  if (!recorded) {
    response.writeHead(501, EXHAUSTED)
    response.end('The recording has no response left for this request. This is mock --replay, not the gateway.\n')
    return
  }
  response.sendDate = false
  response.writeHead(recorded.status, recorded.headers.flat())
  response.flushHeaders()
  for (const [at, content] of recorded.chunks) {
    // Wait at least a millisecond, because many clients read two chunks in one packet as one chunk.
    await pause(Math.max(1, at - (performance.now() - began)))
    response.write(bytesOf(content))
  }
  if (recorded.end !== 'aborted') response.end()
  else response.socket?.end(() => response.destroy())
}

/** `mock --replay`: serves the responses of a recording until a signal arrives. @throws UsageError */
export async function replayCommand(file: string, options: MockOptions): Promise<number> {
  const { recorded, responses } = readRecording(file)
  if (!responses || responses.length === 0)
    throw new UsageError(`${file}: there is no response in it; record traffic with whole responses`)
  const { port, host } = options
  const tls = tlsOf(options)
  const replay = await startReplay(responses, { port, host, tls }).catch((error: NodeJS.ErrnoException) => {
    throw listeningFault(error, options)
  })
  const faults = responses.filter(({ fault }) => fault)
  const names = [...new Set(faults.flatMap(({ fault = [] }) => fault))].sort().join(', ')
  process.stdout.write(shown(`The mock replays ${responses.length} responses of ${recorded} at ${replay.url}\n`))
  if (faults.length > 0) process.stdout.write(shown(`${faults.length} of them break the contract: ${names}\n`))
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await replay.close()
  return 0
}
