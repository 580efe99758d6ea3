import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type MockServer, startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

type Refuse = (count: number, open: number) => { status: number; headers?: Record<string, string> } | undefined

const errorBody = (status: number): string =>
  JSON.stringify({
    error: { message: 'later', type: status === 429 ? 'rate_limit_error' : 'server_error', param: null, code: 'later' },
  })

/** A gateway whose limits, or whose backends, are in the way now and then. */
async function inTheWay(mock: MockServer, refuse: Refuse): Promise<{ url: string; close: () => void }> {
  let count = 0
  let open = 0
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    open += 1
    outgoing.on('close', () => {
      open -= 1
    })
    const upstream = request(
      `${mock.url}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        // Only what is valid is put off: an invalid request is invalid at any time.
        if (answer.statusCode === 200) count += 1
        const refusal = answer.statusCode === 200 ? refuse(count, open) : undefined
        if (refusal) {
          answer.resume()
          outgoing.writeHead(refusal.status, {
            'content-type': 'application/json',
            'x-svc-request-id': `later-${count}`,
            ...refusal.headers,
          })
          outgoing.end(errorBody(refusal.status))
          return
        }
        outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(upstream)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

describe('a target with real limits', () => {
  let mock: MockServer
  before(async () => {
    mock = await startMock()
  })
  after(() => mock.close())

  const cases: readonly (readonly [title: string, refuse: Refuse])[] = [
    [
      'answers 503 to every third valid request, and 500 now and then',
      (count) => (count % 3 === 0 ? { status: 503 } : count % 5 === 0 ? { status: 500 } : undefined),
    ],
    [
      'admits two requests at the same time',
      (_count, open) => (open > 2 ? { status: 429, headers: { 'retry-after': '1' } } : undefined),
    ],
  ]
  for (const [title, refuse] of cases) {
    it(`is certified although it ${title}`, async () => {
      const gateway = await inTheWay(mock, refuse)
      try {
        const target = { ...gatewayTarget(mock), baseUrl: gateway.url }
        const { conclusion, judged } = await certify({ target, checks: allChecks, profile: 'core' })
        assert.deepEqual(
          judged
            .filter(
              ({ requirement, verdict }) => requirement.level === 'must' && !['pass', 'not-selected'].includes(verdict),
            )
            .map(({ requirement }) => requirement.id),
          [],
        )
        assert.equal(conclusion, 'conformant')
      } finally {
        gateway.close()
      }
    })
  }
})
