/** Valid requests that a gateway refuses: which member it does not accept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../../suites/index.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'
import { membersOf } from '../members.ts'

test('members of a refused body are compared whatever their numbers are, and no check breaks', async () => {
  await using mock = await startMock({ faults: ['refuses-role-system'] })
  const checks = allChecks.filter(({ id }) => id === 'completion-json.cases')
  const { judged } = await certify({ target: gatewayTarget(mock), checks, profile: 'core' })
  const failed = judged.flatMap(({ requirement, verdict }) => (verdict === 'fail' ? [requirement.id] : []))
  const errors = judged.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'error'))
  assert.deepEqual(membersOf(errors, 'message'), [])
  assert.ok(failed.includes('message-role'), failed.join(', '))
})
