import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels } from '../../../../suites/harness/http/request.ts'
import { plainBody } from '../../../../suites/harness/run/plain-body.ts'
import { plainRow } from '../../../../suites/harness/variation/dimensions.ts'
import { VariedControls } from '../../../../suites/harness/variation/varied-controls.ts'
import { evidenceFor } from '../http/exchanges.ts'

const plan = complete(plainBody('svc/one', 16, 1))
const list = listModels()
const withStop = { ...plainRow, stop: 'one text' as const }

test('a value counts as accepted only for the kind of request that had it', () => {
  const controls = new VariedControls(16)
  controls.accepted(plan, withStop)
  controls.accepted(list, withStop)
  assert.equal(controls.accepts(plan, 'stop', withStop), true)
  assert.equal(controls.accepts(plan, 'stop', plainRow), false)
  assert.equal(controls.accepts(list, 'stop', withStop), false)
  assert.equal(controls.accepts(list, 'client', plainRow), true)
})

test('a value that alone was refused explains the same status, and the same breach, in any row', () => {
  const controls = new VariedControls(16)
  const stream = complete({ ...plainBody('svc/one', 16, 1), stream: true })
  const browser = { ...withStop, added: 'browser' } as const
  controls.causedBy({ plan, row: { ...plainRow, added: 'browser' }, status: 403 }, { found: ['added'], alone: true })
  controls.causedBy({ plan, row: withStop, status: 400 }, { found: ['stop'], alone: true })
  for (const [of, row, status, isExplained] of [
    [plan, browser, 403, true],
    [list, browser, 403, true],
    [plan, browser, 406, false],
    [plan, { ...browser, added: 'proxy' }, 403, false],
    [plan, browser, 400, true],
    [stream, browser, 400, true],
    [plan, plainRow, 400, false],
  ] as const)
    assert.equal(controls.explains({ plan: of, row, status }), isExplained, `${status} ${JSON.stringify(row)}`)
})

test('a refusal that was not repeated stays open unless its cause is known at the end', () => {
  const controls = new VariedControls(16)
  const refusal = { plan, row: withStop, status: 400 }
  const evidence = evidenceFor('client-headers-tolerated', 'a/again/1', { kind: 'accepted' })
  controls.leaveOpen(refusal, evidence)
  assert.deepEqual(controls.unexplained(), [evidence])
  controls.causedBy({ ...refusal, status: 403 }, { found: ['stop'], alone: true })
  assert.deepEqual(controls.unexplained(), [evidence])
  controls.causedBy(refusal, { found: ['stop', 'n'], alone: true })
  for (const open of [1, 1, 0]) {
    // A value that fails only together with something else is known after three proofs.
    controls.causedBy(refusal, { found: ['stop'], alone: false })
    assert.equal(controls.unexplained().length, open)
  }
})

test('keeps the first three rejected rows of each status, in any order of arrival', () => {
  const refused = ([400, 400, 403, 400, 400] as const).map((status, seed) => ({
    plan,
    row: { ...plainRow, turn: seed },
    control: plan,
    exchange: { id: `control/${seed}`, response: { status } } as unknown as Exchange,
  }))
  const keptOf = (all: typeof refused): string[][] => {
    const controls = new VariedControls(16)
    for (const each of all) controls.refused(each)
    return controls.allRefused().map((some) => some.map(({ exchange }) => exchange.id))
  }
  const kept = keptOf(refused)
  assert.deepEqual(kept, [['control/0', 'control/1', 'control/3'], ['control/2']])
  assert.deepEqual(keptOf(refused.toReversed()), kept)
})
