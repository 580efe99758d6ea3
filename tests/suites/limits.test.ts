import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import type { MockServer } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { type Listening, listen } from '../adversary/null-servers/listening.ts'
import { mockForFile } from '../mock/asking.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { errorWith } from './harness/http/bodies.ts'
import { whyNot } from './runs.ts'

interface Valid {
  /** The number of this request among all valid ones, from 1. */
  readonly number: number
  /** The number of its attempt, from 1. */
  readonly time: number
  /** The number of requests in flight. */
  readonly open: number
}

type Refuse = (valid: Valid) => { status: number; headers?: Record<string, string> } | undefined

const errorBody = (status: number): string => errorWith({ type: status === 429 ? 'rate_limit_error' : 'server_error' })

/** A gateway whose limits or backends sometimes reject valid requests. */
function limitedGateway(mock: MockServer, refuse: Refuse): Promise<Listening> {
  const known = new Map<string, { number: number; time: number }>()
  let open = 0
  const received = ({ method, url }: IncomingMessage, body: readonly Buffer[]): { number: number; time: number } => {
    const key = `${method} ${url} ${Buffer.concat(body).toString()}`
    const each = known.get(key) ?? { number: known.size + 1, time: 0 }
    each.time += 1
    known.set(key, each)
    return each
  }
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    open += 1
    outgoing.on('close', () => {
      open -= 1
    })
    const body: Buffer[] = []
    incoming.on('data', (piece: Buffer) => body.push(piece))
    const upstream = request(
      `${mock.url}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      (response) => {
        // Only valid requests are rejected; invalid ones get their usual response.
        const refusal = response.statusCode === 200 ? refuse({ ...received(incoming, body), open }) : undefined
        if (refusal) {
          response.resume()
          const own = { 'content-type': 'application/json', 'x-svc-request-id': `later-${randomUUID()}` }
          outgoing.writeHead(refusal.status, { ...own, ...refusal.headers })
          outgoing.end(errorBody(refusal.status))
          return
        }
        outgoing.writeHead(response.statusCode ?? 500, response.rawHeaders)
        response.pipe(outgoing)
      },
    )
    incoming.pipe(upstream)
  })
  return listen(server)
}

const mock = await mockForFile()

describe('a target with real limits', () => {
  const failing: Refuse = ({ number, time }) => {
    if (number % 5 === 0 && time <= 2) return { status: 500 }
    return number % 3 === 0 && time === 1 ? { status: 503 } : undefined
  }
  const admitting: Refuse = ({ open }) => (open > 2 ? { status: 429, headers: { 'retry-after': '1' } } : undefined)
  for (const [title, refuse] of [
    ['returns 503 once to every third valid request, and 500 twice to every fifth', failing],
    ['admits only two requests at the same time', admitting],
  ] as const)
    it(`is certified although it ${title}`, async () => {
      await using gateway = await limitedGateway(mock, refuse)
      const target = { ...gatewayTarget(mock), baseUrl: gateway.url }
      const { conclusion, judged } = await certify({ target, checks: allChecks, profile: 'core' })
      const open = judged.filter(({ verdict }) => !['pass', 'not-selected'].includes(verdict))
      const required = open.filter(({ requirement }) => requirement.level === 'must')
      const why = required.map((each) => `${each.requirement.id} ${each.verdict}: ${whyNot(each)}`)
      assert.deepEqual(why, [])
      assert.equal(conclusion, 'conformant')
    })
})
