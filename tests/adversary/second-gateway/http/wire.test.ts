import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { bodyFor } from '../calls.ts'
import { type Freedoms, type SecondGateway, startSecondGateway } from '../index.ts'

const limit = 1024 * 1024

/** Sends raw bytes, and returns everything received until the connection ends. */
function exchangeBytes(gateway: SecondGateway, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('close', () => resolve(heard)).on('error', reject)
    socket.setTimeout(60_000, () => socket.destroy())
  })
}

/** Posts without fetch, which would hide what happens on the connection. */
function post(gateway: SecondGateway, body: Buffer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.keys.valid}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
    let heard = false
    outgoing.on('response', (response) => {
      heard = true
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    outgoing.on('error', (error) => (heard ? undefined : reject(error)))
    outgoing.on('continue', () => outgoing.end(body))
    if (headers.expect === undefined) outgoing.end(body)
    else outgoing.flushHeaders()
  })
}

const variants: Partial<Freedoms>[] = [
  { oversize: 'early', framing: 'length', authOrder: 'headers' },
  { oversize: 'patient', framing: 'chunked' },
  { oversize: 'early', framing: 'dribble', compression: 'when-offered', connection: 'close' },
]

for (const freedoms of variants) {
  describe(`with ${JSON.stringify(freedoms)}`, () => {
    let gateway: SecondGateway
    before(async () => {
      gateway = await startSecondGateway({ freedoms })
    })
    after(() => gateway.close())

    const padded = (bytes: number): Buffer => Buffer.from(bodyFor(gateway).padEnd(bytes))
    const counted = (body: Buffer) => ({ 'content-length': String(body.length) })
    const chunked = () => ({ 'transfer-encoding': 'chunked' })

    for (const headersFor of [counted, chunked]) {
      test(`${headersFor.name}: one mebibyte passes, anything above is 413`, async () => {
        for (const [bytes, status] of [
          [limit, 200],
          [limit + 1, 413],
          [12 * limit, 413],
        ] as const) {
          const body = padded(bytes)
          assert.equal(await post(gateway, body, headersFor(body)), status, String(bytes))
        }
      })
    }

    test('bytes are counted, not characters', async () => {
      const body = Buffer.from(bodyFor(gateway, { messages: [{ role: 'user', content: 'é'.repeat(limit / 2) }] }))
      assert.equal(await post(gateway, body, counted(body)), 413)
    })

    test('a client that waits for 100 gets it, or the refusal', async () => {
      const expect = { expect: '100-continue' }
      const good = padded(500)
      assert.equal(await post(gateway, good, { ...counted(good), ...expect }), 200)
      const large = padded(limit + 1)
      assert.equal(await post(gateway, large, { ...counted(large), ...expect }), 413)
    })

    test('bytes that are not HTTP get an error of the contract', async () => {
      for (const bytes of [
        'nonsense\r\n\r\n',
        'GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n',
        `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ]) {
        const heard = await exchangeBytes(gateway, bytes)
        assert.match(heard, /^HTTP\/1\.1 400 /)
        assert.match(heard, /\r\nx-svc-request-id: \S/i)
      }
    })

    test('close ends connections that are still busy', async () => {
      const other = await startSecondGateway({ freedoms })
      const unfinished = exchangeBytes(
        other,
        'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      await other.close()
      await unfinished.catch(() => undefined)
    })
  })
}
