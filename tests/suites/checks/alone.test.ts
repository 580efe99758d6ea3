/** Runs of a single check: checks of unusual callers detect their faults, and provoking a state can use headers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../../mock/index.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
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
  let refused = 0
  await using front = await alteredMock((response, { version }) => {
    if (version !== '1.0') return
    refused += 1
    Object.assign(response, { status: 426, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>no</h1>') })
  })
  const checks = allChecks.filter(({ id }) => id === 'client-headers-tolerated.http-1.0')
  const result = await certify({ target: gatewayTarget(front), checks, profile: 'full' })
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

test('says which response leaves a check of the second project with nothing to test', async () => {
  await using front = await alteredMock((response, { method }) => {
    if (method === 'POST' && response.body.includes(demo.foreign)) response.status = 403
  })
  const checks = allChecks.filter(({ id }) => id === 'request-n.second-project')
  const { judged } = await certify({ target: gatewayTarget(front), checks, profile: 'full' })
  const { findings } = judged.find(({ requirement }) => requirement.id === 'request-n') ?? {}
  assert.deepEqual(
    findings?.map(({ message }) => message),
    ['a valid request for svc/other-project got 403'],
  )
})
