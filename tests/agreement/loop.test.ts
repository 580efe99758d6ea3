import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/certify.ts'
import type { Exchange } from '../../suites/harness/exchange.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { answerProblems, requestProblems } from './openapi-reader.ts'

await using mock = await startMock()
const { transcript } = await certify({ target: gatewayTarget(mock), checks: allChecks, profile: 'full' })
const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.id, exchange]))

const pathOf = ({ request }: Exchange): string => request.path.split('?')[0] ?? ''
const bodyOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

test('every answer of the mock is one that the OpenAPI document knows', async () => {
  const judged = transcript.exchanges.filter(({ request, answer }) => request.operation !== 'other' && answer)
  const statuses = new Set<number>()
  for (const exchange of judged) {
    const { request, answer } = exchange
    if (!answer) continue
    statuses.add(answer.status)
    const headers = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const came = {
      method: request.method,
      path: pathOf(exchange),
      status: answer.status,
      headers,
      body: bodyOf(answer.body),
    }
    assert.deepEqual(await answerProblems(came), [], `${exchange.id}: ${answer.status} ${came.body.slice(0, 300)}`)
  }
  assert.ok(judged.length > 200, `${judged.length} answers`)
  assert.deepEqual([...statuses].sort(), [200, 400, 401, 403, 404, 413, 429, 500, 503])
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
  const wrong = transcript.evidence.filter(
    ({ expectation }) => expectation.kind === 'rejected' && expectation.statuses.includes(400) && !expectation.oversize,
  )
  for (const { exchange: id, title } of wrong) {
    const exchange = exchanges.get(id)
    if (!exchange || exchange.request.body?.includes(0xff)) continue
    const body = bodyOf(exchange.request.body)
    // The document bounds integers too, but doubles cannot tell 2^63 - 1 from 2^63.
    if (/922337203685477\d{4}/.test(body)) continue
    assert.notDeepEqual(
      await requestProblems(exchange.request.method, pathOf(exchange), body),
      [],
      `${title}: ${body.slice(0, 300)}`,
    )
  }
  assert.ok(wrong.length > 100, `${wrong.length} requests`)
})
