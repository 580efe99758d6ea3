/** Requests a second of the harness, and of a bare client loop against the same server at equal concurrency. */
import { Pool } from 'undici'
import { type MockServer, startMock } from '../mock/index.ts'
import { complete } from '../suites/harness/http/request.ts'
import { Session } from '../suites/harness/run/session/session.ts'
import { forValid } from '../suites/harness/run/trial.ts'

const REQUESTS = 2000
const CONCURRENCY = 8

async function rate(send: () => Promise<unknown>): Promise<number> {
  let left = REQUESTS
  const started = performance.now()
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await send()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, loop))
  return (REQUESTS * 1000) / (performance.now() - started)
}

function body(mock: MockServer): { model: string; messages: object[] } {
  return { model: mock.demo.chat, messages: [{ role: 'user', content: 'Reply with one word.' }] }
}

export async function bareRate(): Promise<number> {
  await using mock = await startMock()
  const pool = new Pool(mock.url, { connections: CONCURRENCY, pipelining: 1 })
  const headers = { authorization: `Bearer ${mock.demo.valid}`, 'content-type': 'application/json' }
  const text = JSON.stringify(body(mock))
  const result = await rate(async () => {
    const response = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body: text })
    await response.body.arrayBuffer()
  })
  await pool.destroy()
  return result
}

export async function harnessRate(): Promise<number> {
  await using mock = await startMock()
  const limits = {
    requests: REQUESTS + 10,
    rate: Number.POSITIVE_INFINITY,
    concurrency: CONCURRENCY,
    timeout: 10_000,
    maxTokens: 16,
  }
  const session = new Session(
    { baseUrl: mock.url, keys: { valid: mock.demo.valid }, models: {}, provoke: {}, limits },
    { seed: 1, runs: 1, profile: 'core' },
  )
  const plan = complete(body(mock))
  const result = await rate(() => session.ask({ name: 'bench' }, plan, forValid))
  await session.live.client.close()
  return result
}
