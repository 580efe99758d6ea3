import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listVariants } from '../../mock/index.ts'
import { type Exchange, identityOf } from '../../suites/harness/http/exchange.ts'
import { complete, listModels } from '../../suites/harness/http/request.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { tooDeepAt } from '../../suites/harness/text/nesting.ts'
import { allChecks } from '../../suites/index.ts'
import { mockForFile } from '../mock/asking.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { clientOf } from '../suites/harness/client/asked.ts'
import { requestProblems, responseProblems } from './openapi-reader.ts'

const mock = await mockForFile()
const { transcript } = await certify({ target: gatewayTarget(mock), checks: allChecks, profile: 'full' })
const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.id, exchange]))

const pathOf = ({ request }: Exchange): string => request.path.split('?')[0] ?? ''
const bodyOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

/** Breaches of the OpenAPI document by the response of an exchange. */
async function problemsOf(exchange: Exchange): Promise<string[]> {
  const { request, response } = exchange
  if (!response) return []
  const headers = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const received = { method: request.method, path: pathOf(exchange), status: response.status, headers }
  return responseProblems({ ...received, body: bodyOf(response.body) })
}

test('every response of the mock conforms to the OpenAPI document', async () => {
  const judged = transcript.exchanges.filter(({ request, response }) => request.operation !== 'other' && response)
  for (const exchange of judged) assert.deepEqual(await problemsOf(exchange), [], exchange.id)
  assert.ok(judged.length > 200, `${judged.length} responses`)
  const statuses = new Set(judged.map(({ response }) => response?.status))
  assert.deepEqual([...statuses].sort(), [200, 400, 401, 403, 404, 413, 429, 500, 503])
})

const plain = { model: mock.demo.chat, messages: [{ role: 'user', content: 'Hello there' }] }
const plans = [
  listModels(),
  listModels({ form: null }),
  complete(plain),
  complete({ ...plain, n: 2 }),
  complete({ ...plain, stream: true }),
  complete({ ...plain, stream: true, stream_options: { include_usage: true } }),
]

test(`the responses of all ${listVariants().length} variants of the mock conform to the OpenAPI document`, async () => {
  for (const { name } of listVariants()) {
    const client = clientOf(`${mock.url}/variants/${name}`, { keys: { valid: mock.demo.valid } })
    for (const plan of plans) {
      const exchange = await client.send(identityOf(name), plan)
      assert.ok(exchange.response, `${name}: ${exchange.failure?.message}`)
      assert.deepEqual(await problemsOf(exchange), [], `${name}: ${bodyOf(exchange.response.body).slice(0, 300)}`)
    }
  }
})

test('every valid request of the harness conforms to the OpenAPI document', async () => {
  const accepted = transcript.evidence.flatMap(({ expectation, exchange }) =>
    ['accepted', 'callable', 'state'].includes(expectation.kind) ? [exchange] : [],
  )
  const controls = transcript.evidence.flatMap(({ control }) => (control === undefined ? [] : [control]))
  const sent = [...new Set([...accepted, ...controls])].flatMap((id) => exchanges.get(id) ?? [])
  for (const exchange of sent) {
    const { request } = exchange
    assert.deepEqual(
      await requestProblems(request.method, pathOf(exchange), bodyOf(request.body)),
      [],
      `${exchange.id}: ${bodyOf(request.body).slice(0, 300)}`,
    )
  }
  assert.ok(sent.length > 50, `${sent.length} requests`)
})

test('every invalid body of the harness breaks the OpenAPI document or is too large', async () => {
  // If 401 is an accepted status, the key is invalid, not the body.
  const wrong = transcript.evidence.filter(
    ({ expectation: { kind, ...rest } }) =>
      kind === 'rejected' &&
      'statuses' in rest &&
      rest.statuses.includes(400) &&
      !rest.statuses.includes(401) &&
      !('oversize' in rest),
  )
  for (const { exchange: id, title } of wrong) {
    const exchange = exchanges.get(id)
    if (!exchange || exchange.request.body?.includes(0xff)) continue
    const body = bodyOf(exchange.request.body)
    // The validation library is recursive, and cannot handle deep nesting.
    if (tooDeepAt(body, 1000) !== undefined) continue
    // Nor can it handle a name with half of a surrogate pair.
    if (/"[^"]*\\ud[89a-f][^"]*":/i.test(body)) continue
    // The document also limits integers, but doubles cannot distinguish 2^63 - 1 from 2^63.
    if (/922337203685477\d{4}/.test(body)) continue
    assert.notDeepEqual(
      await requestProblems(exchange.request.method, pathOf(exchange), body),
      [],
      `${title}: ${body.slice(0, 300)}`,
    )
  }
  assert.ok(wrong.length > 100, `${wrong.length} requests`)
})
