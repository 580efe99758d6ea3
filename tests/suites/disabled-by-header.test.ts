/** A provocation with headers: the list is requested only where a completion shows that they have an effect. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

const CHECK = 'auth-disabled-models'

for (const [role, requested] of [
  ['disabled', ['the list of a disabled account']],
  ['valid', []],
] as const) {
  test(`headers and the ${role} key: ${requested.length} lists are requested`, async () => {
    await using mock = await startMock()
    const target = gatewayTarget(mock)
    const provoke = { ...target.provoke, disabled: { role, headers: [['x-state', 'disabled']] } } as const
    const checks = allChecks.filter(({ id }) => id === CHECK)
    const { transcript } = await certify({ target: { ...target, provoke }, checks, profile: 'full' })
    assert.deepEqual(
      transcript.evidence.map(({ title }) => title),
      requested,
    )
  })
}
