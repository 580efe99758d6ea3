/** Checks of what a caller leaves behind: each sees its fault, with no other check in the run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'

for (const [id, fault] of [
  ['completion-json.after-hang-up', 'after-a-hang-up-400'],
  ['stream-started.after-hang-up', 'after-a-hang-up-the-stream-goes-on'],
] as const)
  test(`${id} sees ${fault}`, async () => {
    await using mock = await startMock({ faults: [fault] })
    const checks = allChecks.filter((check) => check.id === id)
    const { judged } = await certify({ target: gatewayTarget(mock), checks, profile: 'full' })
    assert.ok(judged.some(({ verdict }) => verdict === 'fail' || verdict === 'warn'))
  })
