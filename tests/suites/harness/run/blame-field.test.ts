/** Finds the member that a gateway rejects in a valid request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../../suites/index.ts'
import { alteredMock } from '../../../integration/drivers/altered-mock.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'
import { idsWith, runAnew } from '../../runs.ts'
import { membersOf } from '../members.ts'

test('compares rejected bodies with different numbers of members without an error of a check', async () => {
  const result = await runAnew('core', { faults: ['refuses-role-system'], checkIds: ['completion-json.cases'] })
  const failed = idsWith(result, 'fail')
  const errors = result.judged.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'error'))
  assert.deepEqual(membersOf(errors, 'message'), [])
  assert.ok(failed.includes('message-role'), failed.join(', '))
})

test('names no member if a connection rejects everything after a rejection', async () => {
  const broken = new WeakMap<object, Buffer>()
  await using gateway = await alteredMock((received, { path }, { socket }) => {
    if (path !== '/v1/chat/completions' || !socket) return
    const body = broken.get(socket)
    if (body) Object.assign(received, { status: 400, body }).headers['content-type'] = 'application/json'
    else if (received.status === 400) broken.set(socket, received.body)
  })
  const target = gatewayTarget(gateway)
  const { judged } = await certify({
    target: { ...target, limits: { ...target.limits, concurrency: 1 } },
    checks: allChecks.filter(({ id }) => /^(?:request-temperature\.cases|completion-json\.generated)$/.test(id)),
    profile: 'core',
  })
  const failures = judged.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'fail'))
  assert.ok(failures.length > 0)
  const named = failures.filter(({ message }) => message.includes(', only '))
  assert.deepEqual(membersOf(named, 'message'), [])
})
