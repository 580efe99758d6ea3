/** Finds the member that a gateway rejects in a valid request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsWith, runAnew } from '../../runs.ts'
import { membersOf } from '../members.ts'

test('compares rejected bodies with different numbers of members without an error of a check', async () => {
  const result = await runAnew('core', { faults: ['refuses-role-system'], checkIds: ['completion-json.cases'] })
  const failed = idsWith(result, 'fail')
  const errors = result.judged.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'error'))
  assert.deepEqual(membersOf(errors, 'message'), [])
  assert.ok(failed.includes('message-role'), failed.join(', '))
})
