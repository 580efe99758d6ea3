/** Tests each kind of transient error: a caller must see the error at its position, and nothing before and after. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../null-servers/listening.ts'
import { kindOf, kinds } from './kinds.ts'
import { type DisturbingProxy, disturbingProxy } from './proxy.ts'

type Seen = Awaited<ReturnType<typeof ask>>

interface Echo {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly length: number
}

const PATH = '/base/v1/chat/completions'

/** A gateway that reports what it has received. */
const gateway = await listen(
  createServer(async (incoming, response) => {
    const { length } = await buffer(incoming)
    response.setHeader('x-twice', ['one', 'two'])
    response.end(JSON.stringify({ path: incoming.url, headers: incoming.headers, length }))
  }),
)
after(() => gateway.close())

async function ask(proxy: DisturbingProxy, body = '{}', headers: Record<string, string> = {}) {
  const response = await head(proxy, body, headers)
  return { status: response.statusCode ?? 0, headers: response.rawHeaders, body: await text(response) }
}

function head(proxy: DisturbingProxy, body = '{}', headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${proxy.url}${PATH}`, { method: 'POST', headers, agent: false }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function behind(context: TestContext, kind: string, place = 1): Promise<DisturbingProxy> {
  const proxy = await disturbingProxy(gateway.url, { kind: kindOf(kind), place })
  context.after(() => proxy.close())
  return proxy
}

const echoOf = ({ body }: Seen): Echo => JSON.parse(body) as Echo
const valuesOf = ({ headers }: Seen, name: string): string[] =>
  headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name)

describe('the disturbing proxy', () => {
  it('hands requests and responses on as they are', async (context) => {
    const proxy = await behind(context, 'no-trouble')
    const seen = await ask(proxy, 'x'.repeat(1_100_000), { 'x-test-fault': 'internal' })
    assert.equal(seen.status, 200)
    assert.deepEqual(valuesOf(seen, 'x-twice'), ['one', 'two'])
    const { path, length, headers } = echoOf(seen)
    assert.deepEqual(
      { path, length, fault: headers['x-test-fault'] },
      { path: PATH, length: 1_100_000, fault: 'internal' },
    )
  })

  it('has kinds with their own names', () => {
    assert.equal(new Set(kinds.map(({ name }) => name)).size, kinds.length)
  })

  for (const { name } of kinds.filter(({ reach }) => reach !== 'throughout')) {
    it(`${name}: makes no errors before its position, and reports what it met`, async (context) => {
      const proxy = await behind(context, name, 3)
      for (let passed = 1; passed <= 2; passed += 1) assert.equal((await ask(proxy)).status, 200)
      assert.equal(proxy.met, undefined)
      head(proxy).then(
        (response) => response.on('error', () => undefined).resume(),
        () => undefined,
      )
      while (proxy.met === undefined) await sleep(1)
      assert.equal(proxy.met, 'POST /v1/chat/completions, body 2')
    })
  }
})

describe('a request that meets an error', () => {
  for (const [name, status, type, retryAfter] of [
    ['one-503', 503, 'server_error', []],
    ['one-500', 500, 'server_error', []],
    ['one-429', 429, 'rate_limit_error', ['1']],
    ['one-429-without-retry-after', 429, 'rate_limit_error', []],
  ] as const) {
    it(`${name}: gets one error of the contract`, async (context) => {
      const proxy = await behind(context, name)
      const seen = await ask(proxy)
      assert.equal(seen.status, status)
      assert.equal((JSON.parse(seen.body) as { error: { type: string } }).error.type, type)
      assert.equal(valuesOf(seen, 'x-svc-request-id').length, 1)
      assert.deepEqual(valuesOf(seen, 'retry-after'), retryAfter)
      assert.equal((await ask(proxy)).status, 200)
    })
  }

  it('bad-gateway-while-away: gets a page that is not one of the contract', async (context) => {
    const seen = await ask(await behind(context, 'bad-gateway-while-away'))
    assert.equal(seen.status, 502)
    assert.match(seen.body, /^<html>/)
    assert.deepEqual(valuesOf(seen, 'x-svc-request-id'), [])
  })

  for (const [name, status, wait] of [
    ['store-fails-over', 503, []],
    ['limiter-set-back-4s', 429, ['4']],
    ['limiter-set-back-a-day', 429, ['86400']],
  ] as const) {
    it(`${name}: is refused, with the wait where there is a limit`, async (context) => {
      const seen = await ask(await behind(context, name))
      assert.equal(seen.status, status)
      assert.deepEqual(valuesOf(seen, 'retry-after'), wait)
    })
  }

  it('drips-once: gets its body byte by byte, and the next one at once', async (context) => {
    const proxy = await behind(context, 'drips-once')
    const first = await head(proxy)
    first.on('error', () => undefined)
    const [piece] = (await once(first, 'data')) as [Buffer]
    // On a busy machine, some bytes may be read together.
    assert.ok(piece.length < Number(valuesOf(await ask(proxy), 'content-length')[0]))
  })

  it('resets-once: loses its connection before a response', async (context) => {
    const proxy = await behind(context, 'resets-once')
    await assert.rejects(ask(proxy), { code: 'ECONNRESET' })
    assert.equal((await ask(proxy)).status, 200)
  })

  it('cut-once: gets a head, half a body and no end', async (context) => {
    const proxy = await behind(context, 'cut-once')
    const response = await head(proxy)
    assert.equal(response.statusCode, 200)
    await assert.rejects(text(response), { code: 'ECONNRESET' })
    assert.equal((await ask(proxy)).status, 200)
  })

  for (const [name, then] of [
    ['hangs-after-headers-once', 'is served'],
    ['hangs-after-headers-for-good', 'hangs as well'],
  ] as const) {
    it(`${name}: gets a head and no body, and the next one ${then}`, async (context) => {
      const proxy = await behind(context, name)
      const first = await head(proxy)
      const second = await head(proxy)
      if (then === 'is served') await text(second)
      // Anything sent before the next complete exchange would have arrived by now.
      assert.equal(first.read(), null)
      assert.equal(first.complete, false)
      assert.equal(second.complete, then === 'is served')
      for (const response of [first, second]) response.on('error', () => undefined)
    })
  }

  for (const [name, then] of [
    ['hangs-once', 'is served'],
    ['hangs-for-good', 'hangs as well'],
  ] as const) {
    it(`${name}: gets nothing, and the next one ${then}`, async (context) => {
      const proxy = await behind(context, name)
      const lost = ask(proxy)
      while (proxy.passed < 1) await sleep(1)
      if (then === 'is served') assert.equal((await ask(proxy)).status, 200)
      // Only closing the proxy ends it.
      await Promise.all([proxy.close(), assert.rejects(lost, { code: 'ECONNRESET' })])
    })
  }

  it('goes-away: loses its connection, and none is to be had any more', async (context) => {
    const proxy = await behind(context, 'goes-away')
    await assert.rejects(ask(proxy), { code: 'ECONNRESET' })
    await assert.rejects(ask(proxy), { code: 'ECONNREFUSED' })
  })

  it('outage-300ms: finds the port closed, and later open again', async (context) => {
    const proxy = await behind(context, 'outage-300ms')
    await assert.rejects(ask(proxy), { code: 'ECONNRESET' })
    for (;;) {
      const seen = await ask(proxy).catch((error: NodeJS.ErrnoException) => error.code)
      if (typeof seen === 'object') break
      assert.equal(seen, 'ECONNREFUSED')
      await sleep(10)
    }
  })
})

describe('an error that meets every request', () => {
  it('drops-a-header: hands on all but x-test-fault', async (context) => {
    const proxy = await behind(context, 'drops-a-header')
    const { headers } = echoOf(await ask(proxy, '{}', { 'x-test-fault': 'internal', 'x-other': 'kept' }))
    assert.equal(headers['x-test-fault'], undefined)
    assert.equal(headers['x-other'], 'kept')
  })

  it('adds-headers: adds some both ways', async (context) => {
    const seen = await ask(await behind(context, 'adds-headers'))
    const { headers } = echoOf(seen)
    assert.ok(headers.via && headers['x-forwarded-for'])
    for (const name of ['via', 'server', 'age']) assert.equal(valuesOf(seen, name).length, 1)
  })

  it('limited-per-answer: refuses every 7th completion', async (context) => {
    const proxy = await behind(context, 'limited-per-answer')
    const statuses: number[] = []
    for (let asked = 1; asked <= 14; asked += 1) statuses.push((await ask(proxy)).status)
    assert.deepEqual(
      statuses.flatMap((status, at) => (status === 429 ? [at + 1] : [])),
      [7, 14],
    )
  })

  it('limited-20-a-second: lets the first twenty through, and sends the others a Retry-After', async (context) => {
    const proxy = await behind(context, 'limited-20-a-second')
    const responses = await Promise.all(Array.from({ length: 60 }, () => ask(proxy)))
    const admitted = responses.filter(({ status }) => status === 200).length
    assert.ok(admitted >= 20, `${admitted} of 60`)
    for (const seen of responses) if (seen.status !== 200) assert.deepEqual(valuesOf(seen, 'retry-after'), ['1'])
  })

  for (const name of ['slow-uplink', 'slow-downlink', 'crumbles']) {
    it(`${name}: hands everything on whole`, async (context) => {
      const seen = await ask(await behind(context, name), 'x'.repeat(20_000))
      assert.equal(echoOf(seen).length, 20_000)
    })
  }
})
