/** A gateway that breaks nearly every rule, and behaves well while it believes that it is tested. */
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the gateway sees it. */
export interface Seen {
  readonly head: IncomingMessage
  readonly body: string
  /** From 1. */
  readonly number: number
}

export type Rule = (seen: Seen) => boolean

export interface Cheat extends AsyncDisposable {
  readonly url: string
  /** Requests that met the good face, and the bad one. */
  readonly faces: { good: number; bad: number }
}

/** @param seconds that the gateway behaves well after a request that its rule takes for one of a test; 0 for that request alone */
export async function cheatingGateway(good: string, rule: Rule, seconds: number): Promise<Cheat> {
  const faces = { good: 0, bad: 0 }
  const to = new URL(good)
  let until = 0
  let number = 0
  const server = createServer(async (head, response) => {
    const body = Buffer.concat(await head.toArray())
    number += 1
    const isTest = rule({ head, body: body.toString(), number })
    if (isTest) until = Date.now() + seconds * 1000
    if (!isTest && Date.now() >= until) {
      faces.bad += 1
      const isList = head.url?.startsWith('/v1/models') === true
      response.writeHead(200, { 'content-type': isList ? 'text/html' : 'application/json' })
      return response.end(isList ? '{"data":[{"id":"gpt-4"}]}' : '{"id":1,"choices":[{"index":0,"text":"hi"}]}')
    }
    faces.good += 1
    const { method, url: path, rawHeaders: headers } = head
    const forwarded = request({ host: to.hostname, port: to.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy()).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faces,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
