/** A gateway that breaks nearly every rule, but behaves well while it believes that it is tested. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { listen } from '../null-servers/listening.ts'

/** A request as the gateway sees it. */
export interface Seen {
  readonly head: IncomingMessage
  readonly body: string
  /** From 1. */
  readonly number: number
  /** A port represents the network of the caller. */
  readonly network: 'one' | 'another'
  /** Milliseconds, by the clock of the gateway. */
  readonly now: number
}

export type Rule = (seen: Seen) => boolean

export type Cheat = Awaited<ReturnType<typeof cheatingGateway>>

/** Clients can work with these, and hardly a rule holds. */
const LIST = '{"object":"list","data":[{"id":"gpt-4"}]}'
const COMPLETION = '{"id":1,"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"eos"}]}'

/** @param seconds that the gateway behaves well after a request that its rule takes for one of a test; 0 for that request alone */
export async function cheatingGateway(good: string, rule: Rule, seconds: number) {
  const faces = { good: 0, bad: 0 }
  const to = new URL(good)
  let [until, number, ahead] = [0, 0, 0]
  const serverOf = (network: Seen['network']): Server =>
    createServer(async (head, response) => {
      const body = Buffer.concat(await head.toArray())
      number += 1
      const now = Date.now() + ahead
      const isTest = rule({ head, body: body.toString(), number, network, now })
      if (isTest) until = now + seconds * 1000
      if (!isTest && now >= until) {
        faces.bad += 1
        const isList = head.url?.startsWith('/v1/models') === true
        response.writeHead(200, { 'content-type': isList ? 'text/html' : 'application/json' })
        return response.end(isList ? LIST : COMPLETION)
      }
      faces.good += 1
      const { method, url: path, rawHeaders: headers } = head
      const forwarded = request({ host: to.hostname, port: to.port, method, path, headers }, (received) => {
        response.writeHead(received.statusCode ?? 500, received.rawHeaders)
        received.pipe(response)
      })
      forwarded.on('error', () => response.destroy()).end(body)
    })
  const [one, another] = await Promise.all([listen(serverOf('one')), listen(serverOf('another'))])
  return {
    url: one.url,
    /** The same gateway for callers of another network. */
    elsewhere: another.url,
    /** The numbers of requests that got good and bad behaviour. */
    faces,
    /** Puts its clock forward by some seconds. */
    later: (by: number) => {
      ahead += by * 1000
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([one.close(), another.close()])
    },
  }
}
