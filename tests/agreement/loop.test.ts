import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listVariants, startMock } from '../../mock/index.ts'
import { Client } from '../../suites/harness/client/client.ts'
import { type Exchange, identityOf } from '../../suites/harness/http/exchange.ts'
import { complete, listModels } from '../../suites/harness/http/request.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { tooDeepAt } from '../../suites/harness/text/nesting.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { requestProblems, responseProblems } from './openapi-reader.ts'

const mock = await startMock()
after(() => mock.close())
const { transcript } = await certify({ target: gatewayTarget(mock), checks: allChecks, profile: 'full' })
const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.id, exchange]))

const pathOf = ({ request }: Exchange): string => request.path.split('?')[0] ?? ''
const bodyOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

/** What the OpenAPI document says against an exchange. */
async function problemsOf(exchange: Exchange): Promise<string[]> {
  const { request, response } = exchange
  if (!response) return []
  const headers = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const received = { method: request.method, path: pathOf(exchange), status: response.status, headers }
  return responseProblems({ ...received, body: bodyOf(response.body) })
}

test('every response of the mock is one that the OpenAPI document knows', async () => {
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

test(`every freedom that the mock can take is one that the OpenAPI document leaves: ${listVariants().length} variants`, async () => {
  for (const { name } of listVariants()) {
    const client = new Client({
      baseUrl: `${mock.url}/variants/${name}`,
      keys: { valid: mock.demo.valid },
      concurrency: 1,
      timeout: 60_000,
    })
    for (const plan of plans) {
      const exchange = await client.send(identityOf(name), plan)
      assert.ok(exchange.response, `${name}: ${exchange.failure?.message}`)
      assert.deepEqual(await problemsOf(exchange), [], `${name}: ${bodyOf(exchange.response.body).slice(0, 300)}`)
    }
    await client.close()
  }
})

test('every request that the harness sends as a valid one is valid by the OpenAPI document', async () => {
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

test('every body that the harness sends as an invalid one is invalid by the OpenAPI document, or too large', async () => {
  // A 401 among the statuses means that the fault lies in the key.
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
    // The library that reads the document goes down all levels of a value by recursion.
    if (tooDeepAt(body, 1000) !== undefined) continue
    // The document bounds integers too, but doubles cannot distinguish 2^63 - 1 from 2^63.
    if (/922337203685477\d{4}/.test(body)) continue
    assert.notDeepEqual(
      await requestProblems(exchange.request.method, pathOf(exchange), body),
      [],
      `${title}: ${body.slice(0, 300)}`,
    )
  }
  assert.ok(wrong.length > 100, `${wrong.length} requests`)
})
