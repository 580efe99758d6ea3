/** One request that passes through the proxy, and what can happen to it. */
import { type Agent, type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises'
import { pairsOf } from '../../../suites/harness/http/exchange.ts'
import type { Refusal } from './refusals.ts'

/** Names and values, alternating. */
type RawHeaders = readonly string[]

/** How a request, or its response, is changed while it passes. */
export interface Changes {
  readonly dropUp?: string
  readonly addUp?: RawHeaders
  readonly addDown?: RawHeaders
  /** Send the head of the response and nothing more, and keep the connection. */
  readonly headOnly?: true
  /** Send the head and half of the body, and end the connection. */
  readonly cut?: true
  /** Send the body byte by byte, with this many milliseconds between two bytes. */
  readonly drip?: number
}

/** Headers that are about one connection, not about the message. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection'])

function passedOn(raw: RawHeaders, without: string | undefined, more: RawHeaders = []): string[] {
  const kept = pairsOf(raw).filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()) && name.toLowerCase() !== without)
  return [...kept.flat(), ...more]
}

/** What a kind can do to the proxy itself. */
export interface Listener {
  /** Closes the port and every connection, permanently or for some milliseconds. */
  goAway(milliseconds?: number): void
}

export class Passing {
  readonly request: IncomingMessage
  readonly #response: ServerResponse
  readonly #upstream: URL
  readonly #agent: Agent

  constructor(request: IncomingMessage, response: ServerResponse, upstream: URL, agent: Agent) {
    this.request = request
    this.#response = response
    this.#upstream = upstream
    this.#agent = agent
    response.sendDate = false
  }

  get isCompletion(): boolean {
    return this.request.method === 'POST' && /\/v1\/chat\/completions$/.test(this.request.url ?? '')
  }

  /** The request in a few words, for readers of the table. */
  get words(): string {
    const { method, url = '', headers } = this.request
    const size = headers['content-length'] ?? headers['transfer-encoding'] ?? 'none'
    return `${method} ${url.replace(/^.*(?=\/v1\/)/, '')}, body ${size}`
  }

  /** Sends no response, and keeps the connection open. */
  hang(): void {
    this.request.resume()
  }

  /** Ends the connection with a reset. */
  reset(): void {
    this.request.socket.resetAndDestroy()
  }

  /** Responds instead of the gateway. */
  refuse({ status, headers, body }: Refusal): void {
    this.request.resume()
    this.#response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(body))])
    this.#response.end(this.request.method === 'HEAD' ? undefined : body)
  }

  /** Forwards the request to the gateway, and its response back. */
  pass(changes: Changes = {}): void {
    const onward = open({
      agent: this.#agent,
      host: this.#upstream.hostname,
      port: this.#upstream.port,
      method: this.request.method,
      path: this.request.url,
      headers: passedOn(this.request.rawHeaders, changes.dropUp, changes.addUp),
    })
    let responded = false
    onward.on('response', (received) => {
      responded = true
      // After an early response, read the rest of the upload, which the caller may send before it reads.
      this.request.resume()
      void this.#giveBack(received, changes)
    })
    // After an early response the gateway may close the connection during the upload.
    onward.on('error', () => responded || this.request.socket.destroy())
    this.#response.on('close', () => onward.destroy())
    this.request.pipe(onward)
  }

  async #giveBack(received: IncomingMessage, { addDown, headOnly, cut, drip }: Changes): Promise<void> {
    const response = this.#response
    response.writeHead(
      received.statusCode ?? 0,
      received.statusMessage,
      passedOn(received.rawHeaders, undefined, addDown),
    )
    response.flushHeaders()
    try {
      if (headOnly) received.resume()
      else if (cut) {
        const body = await buffer(received)
        response.write(body.subarray(0, body.length / 2), () => this.request.socket.destroy())
      } else if (drip !== undefined) {
        for await (const piece of received as AsyncIterable<Buffer>)
          for (let at = 0; at < piece.length && !response.destroyed; at += 1) {
            response.write(piece.subarray(at, at + 1))
            await (drip > 0 ? sleep(drip) : soon())
          }
        response.end()
      } else {
        // If the gateway aborts a response, abort it for the caller, too.
        received.on('error', () => this.request.socket.destroy())
        received.pipe(response)
      }
    } catch {
      this.request.socket.destroy()
    }
  }
}
