/** Valid requests that a gateway refuses: which member it does not accept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsWith, runAnew } from '../../runs.ts'
import { membersOf } from '../members.ts'

test('members of a refused body are compared whatever their numbers are, and no check breaks', async () => {
  const result = await runAnew('core', { faults: ['refuses-role-system'], checkIds: ['completion-json.cases'] })
  const failed = idsWith(result, 'fail')
  const errors = result.judged.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'error'))
  assert.deepEqual(membersOf(errors, 'message'), [])
  assert.ok(failed.includes('message-role'), failed.join(', '))
})
