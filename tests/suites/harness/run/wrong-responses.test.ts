/** Whether a wrong response is investigated after its cause was confirmed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evidence } from '../../../../suites/harness/judge/evidence.ts'
import { ConfirmedCauses } from '../../../../suites/harness/run/session/confirmed-causes.ts'
import type { Trial } from '../../../../suites/harness/run/trial.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'

function failed(requirement: Evidence['requirement'], expectation: Evidence['expectation']): Trial {
  const exchange = exchangeOf(responseOf('{}', { status: 422 }), { id: `${requirement}/one/1` })
  const evidence = { check: requirement, requirement, title: 'one', exchange: exchange.id, expectation }
  return { evidence, exchange, findings: [{ requirement, outcome: 'fail', message: '', exchanges: [] }] }
}

/** @returns whether each of these trials is investigated after three others have confirmed their cause */
async function looksInto(expectation: Evidence['expectation'], ...last: Evidence['requirement'][]): Promise<boolean[]> {
  const causes = new ConfirmedCauses((_, isSettled) => !isSettled)
  for (const requirement of ['message-role', 'request-messages', 'request-n'] as const)
    causes.confirm(failed(requirement, expectation))
  const asked: boolean[] = []
  for (const requirement of last) {
    const trial = failed(requirement, expectation)
    asked.push((await causes.askAgain(trial, { name: 'again' }, async () => true)) === true)
  }
  return asked
}

test('does not investigate a rejection with a settled cause', async () =>
  assert.deepEqual(await looksInto({ kind: 'rejected', statuses: [400] }, 'request-n', 'request-stop'), [false, false]))

test('investigates a valid request unless its requirement failed before: another part may be rejected', async () =>
  assert.deepEqual(await looksInto({ kind: 'accepted' }, 'request-n', 'request-stop'), [false, true]))

const VALID = { kind: 'accepted' } as const
const REFUSAL = { kind: 'rejected', statuses: [400] } as const

for (const [expectation, attempts, isVaried, settled] of [
  [REFUSAL, 3, true, true],
  [REFUSAL, 2, true, false],
  [VALID, 3, false, true],
  [VALID, 3, true, false],
] as const)
  test(`${attempts} wrong responses, ${expectation.kind}, ${isVaried ? 'varied' : 'plain'}: ${settled ? 'settle' : 'do not settle'} the cause`, () => {
    const causes = new ConfirmedCauses(() => true)
    const trial = failed('request-n', expectation)
    const series = { attempts: Array.from({ length: attempts }, () => trial.exchange), between: [] }
    for (let n = 0; n < 3; n += 1) causes.noteSteady(trial, series, isVaried)
    assert.equal(causes.doubtsOf(expectation, 'request-n').isSettled(trial.exchange), settled)
  })
