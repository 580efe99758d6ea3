import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { unknownModel } from '../../../../suites/harness/run/plain-body.ts'
import type { Target } from '../../../../suites/harness/target/target.ts'
import { startLayer } from '../../../adversary/red-team/index.ts'
import { refusal } from '../../../adversary/red-team/layer/reply.ts'
import { secondTarget } from '../../../prove/gateway-target.ts'
import { targetAt } from '../client/asked.ts'
import { http, rawServer } from '../client/raw-server.ts'

/** Whether plain requests set max_tokens if the gateway rejects it n times. */
async function isCapped(refusals: number): Promise<boolean> {
  let refused = 0
  await using layer = await startLayer({
    reply(reply, { json }) {
      const { max_tokens: cap } = (json ?? {}) as { readonly max_tokens?: unknown }
      if (cap !== undefined && reply.status === 200 && refused < refusals) {
        refused += 1
        Object.assign(reply, refusal(400))
      }
    },
  })
  const target = secondTarget(layer.url, layer.gateway)
  const { preflight } = await certify({ target, checks: [], profile: 'smoke', seed: 1 })
  return preflight.capped
}

test('plain requests have no max_tokens if the gateway rejects it', async () =>
  assert.equal(await isCapped(Number.POSITIVE_INFINITY), false))

test('plain requests keep max_tokens if it was rejected only once', async () => assert.equal(await isCapped(1), true))

test('finds a gateway behind a firewall that accepts one of five clients, with any seed', async () => {
  await using layer = await startLayer({
    early: ({ headers }) =>
      /curl|wget|python|fasthttp/i.test(headers['user-agent'] ?? '')
        ? { status: 403, headers: [], body: Buffer.from('Blocked') }
        : undefined,
  })
  const target = secondTarget(layer.url, layer.gateway)
  for (const seed of [1, 2, 3]) {
    const { preflight } = await certify({ target, checks: [], profile: 'core', seed })
    assert.deepEqual([preflight.absent, preflight.model?.slice(0, 4)], [undefined, 'svc/'])
  }
})

/** The preflight on a server that responds with these bytes and closes the connection. */
async function firstLook(bytes: string, network: Target['network'] = {}) {
  const { url } = await rawServer((socket) => socket.end(bytes))
  const target = { ...targetAt(url, { timeout: 5000 }), network }
  return (await certify({ target, checks: [], profile: 'smoke', seed: 1 })).preflight
}

const half = (headers: string): string => `HTTP/1.1 200 OK\r\ncontent-length: 500\r\n${headers}\r\n{"object":"list","da`

test('judges a truncated list only if it has a sign of the contract', async () => {
  const foreign = await firstLook(half(''))
  assert.equal(foreign.absent, true)
  assert.match(foreign.stop?.reason ?? '', /ended|broke|closed|other side/i)
  assert.equal((await firstLook(half('x-svc-request-id: req-1\r\n'))).absent, undefined)
})

test('ends the run if a header value is a listed id', async () => {
  const list = http('200 OK', '{"object":"list","data":[{"id":"svc/secret-model-1"}]}')
  const headerOf = (value: string) => ({ headers: [{ name: 'x-edge', value, variable: 'EDGE' }] })
  const { absent, stop } = await firstLook(list, headerOf('svc/secret-model-1'))
  assert.equal(absent, true)
  assert.match(stop?.reason ?? '', /contains the value of a header of --header/)
  assert.doesNotMatch((await firstLook(list, headerOf('another-value-1'))).stop?.reason ?? '', /--header/)
})

test('the unknown model depends on the seed, is well formed, and is not listed', () => {
  const names = Array.from({ length: 500 }, (_, seed) => unknownModel(seed))
  for (const name of names) assert.match(name, /^svc\/[a-z0-9-]+$/)
  assert.ok(new Set(names).size > 480, `${new Set(names).size} different names`)
  assert.equal(unknownModel(7), unknownModel(7))
  assert.notEqual(unknownModel(7, [unknownModel(7)]), unknownModel(7))
})
