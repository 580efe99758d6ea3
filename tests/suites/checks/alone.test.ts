/** Runs of a single check: checks of unusual callers detect their faults, and provoking a state can use headers. */
import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { listening } from '../harness/client/listening.ts'
import { membersOf } from '../harness/members.ts'
import { idsWith, runAnew } from '../runs.ts'

for (const [id, fault] of [
  ['completion-json.after-hang-up', 'after-a-hang-up-400'],
  ['stream-started.after-hang-up', 'after-a-hang-up-the-stream-goes-on'],
  ['client-headers-tolerated.http-1.0', 'serves-any-key-over-http-1-0'],
] as const)
  test(`${id} alone detects ${fault}`, async () => {
    const result = await runAnew('full', { faults: [fault], checkIds: [id] })
    assert.notDeepEqual(idsWith(result, 'fail', 'warn'), [])
    assert.ok(result.requests < 100, `${result.requests} requests`)
  })

test('does not report a proxy that rejects HTTP/1.0 with a page and without a request id', async () => {
  await using mock = await startMock()
  let refused = 0
  const proxy = createServer((asked, response) => {
    if (asked.httpVersion !== '1.0') {
      const { method, headers } = asked
      const inner = request(`${mock.url}${asked.url}`, { method, headers }, (received) => {
        received.pipe(response.writeHead(received.statusCode ?? 502, received.headers))
      })
      return void asked.pipe(inner)
    }
    refused += 1
    response.writeHead(426, { 'content-type': 'text/html' }).end('<h1>no</h1>')
  })
  const target = { ...gatewayTarget(mock), baseUrl: `http://127.0.0.1:${await listening(proxy)}` }
  const checks = allChecks.filter(({ id }) => id === 'client-headers-tolerated.http-1.0')
  const result = await certify({ target, checks, profile: 'full' })
  assert.deepEqual([idsWith(result, 'fail', 'warn'), refused], [[], 1])
})

// The list is requested only if a completion shows that the headers have an effect.
for (const [role, requested] of [
  ['disabled', ['the list of a disabled account']],
  ['valid', []],
] as const)
  test(`requests ${requested.length} lists with headers and the ${role} key`, async () => {
    const change = { provoke: { disabled: { role, headers: [['x-state', 'disabled']] } } } as const
    const { transcript } = await runAnew('full', { checkIds: ['auth-disabled-models'], change })
    assert.deepEqual(membersOf(transcript.evidence, 'title'), requested)
  })

for (const [role, requested] of [
  ['disabled', ['completions with secret-replaced of the disabled key']],
  ['valid', []],
] as const)
  test(`sends ${requested.length} wrong secrets of an account that is disabled with the ${role} key`, async () => {
    const change = { provoke: { disabled: { role, headers: [] } } } as const
    const { transcript } = await runAnew('full', { checkIds: ['auth-wrong-secret.disabled'], change })
    assert.deepEqual(membersOf(transcript.evidence, 'title'), requested)
  })

for (const [fault, broken] of Object.entries({
  'very-deep-nesting-as-500': ['request-depth'],
  'accepts-unknown': ['request-closed'],
}))
  test(`deep values alone show that ${fault} breaks ${broken}`, async () => {
    const result = await runAnew('full', { faults: [fault], checkIds: ['request-depth'] })
    assert.deepEqual(idsWith(result, 'fail'), broken)
  })
