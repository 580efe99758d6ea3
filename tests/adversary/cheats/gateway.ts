/** A gateway that breaks nearly every rule, but behaves well while it believes that it is being tested. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { listen } from '../null-servers/listening.ts'

/** A request as the gateway sees it. */
export interface Seen {
  readonly head: IncomingMessage
  readonly body: string
  /** The number of the request, from 1. */
  readonly number: number
  /** A port represents the network of the caller. */
  readonly network: 'one' | 'another'
  /** Milliseconds, by the clock of the gateway. */
  readonly now: number
}

export type Rule = (seen: Seen) => boolean

export type Cheat = Awaited<ReturnType<typeof cheatingGateway>>

/** Responses that break nearly every rule, but with which clients can work. */
const LIST = '{"object":"list","data":[{"id":"gpt-4"}]}'
const COMPLETION = '{"id":1,"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"eos"}]}'

/** @param seconds of good behaviour after a request that its rule takes for a test; 0 for only that request */
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
    /** The same gateway for callers from another network. */
    elsewhere: another.url,
    /** The numbers of requests with good and with bad responses. */
    faces,
    /** Advances its clock by some seconds. */
    later: (by: number) => {
      ahead += by * 1000
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([one.close(), another.close()])
    },
  }
}
