import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../../null-servers/listening.ts'
import { defaultFreedoms, type Freedoms } from '../freedoms/index.ts'
import { createOperations } from '../operations.ts'
import { createWorld } from '../projects.ts'
import { Refusal } from '../refusal.ts'
import { sendRefusal } from '../responses/responses.ts'
import { ClientGone } from './body-reader.ts'
import type { Exchange } from './exchange.ts'
import { respondMalformed } from './malformed-http.ts'
import { basePathOf, route } from './routing.ts'

export type SecondGateway = Awaited<ReturnType<typeof startSecondGateway>>

/**
 * A second, independent implementation of the contract, on its own port.
 * @param options.freedoms switches to set; the others keep their defaults
 * @returns the base URL, without a slash at its end, and the value of every switch, so that a run can be repeated
 */
export async function startSecondGateway(options: { readonly freedoms?: Partial<Freedoms> } = {}) {
  const freedoms: Freedoms = { ...defaultFreedoms(), ...options.freedoms }
  const world = createWorld(freedoms)
  const operations = createOperations(world, freedoms)
  const latest = new WeakMap<Duplex, ServerResponse>()
  const malformed = new WeakSet<Duplex>()
  let turns = 0

  const respond = async (exchange: Exchange): Promise<void> => {
    try {
      if (freedoms.latency === 'short') await pause(20)
      await route(exchange, operations)
    } catch (error) {
      if (error instanceof ClientGone) return
      if (exchange.response.headersSent) {
        exchange.response.destroy()
        return
      }
      await sendRefusal(exchange, error instanceof Refusal ? error : bug(error))
    }
  }

  const receive =
    (awaitsContinue: boolean) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      latest.set(request.socket, response)
      // A client that disconnects early must not crash the server.
      request.on('error', () => undefined)
      response.on('error', () => undefined)
      void respond({ request, response, freedoms, turn: turns++, awaitsContinue })
    }

  const server = createServer({ requireHostHeader: false }, receive(false))
  server.on('checkContinue', receive(true))
  // An unknown expectation is ignored: 417 is not a status of this contract.
  server.on('checkExpectation', receive(false))
  server.on('clientError', (_error, socket) => {
    // The parser reports an error again for every further piece of malformed data.
    if (malformed.has(socket)) return
    malformed.add(socket)
    respondMalformed(socket, latest.get(socket), freedoms)
  })
  const { url, ...ends } = await listen(server)
  const { keys, models } = world
  return { url: `${url}${basePathOf(freedoms)}`, keys, models, freedoms, ...ends }
}

/** A bug in this gateway must not look like one of its rules, so it is also printed. */
function bug(error: unknown): Refusal {
  process.emitWarning(error instanceof Error ? error : String(error))
  return new Refusal(500, 'This gateway made a mistake.')
}
