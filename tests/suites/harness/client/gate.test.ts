import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gate } from '../../../../suites/harness/client/gate.ts'

/** Sends requests to a gate one by one; returns the number that had passed after each of them. */
async function passedAfter(members: number, lanes: number): Promise<number[]> {
  const gate = new Gate(members, lanes)
  let passed = 0
  const counts: number[] = []
  for (let member = 1; member <= members; member += 1) {
    void gate.pass().then(() => (passed += 1))
    await new Promise((turn) => setImmediate(turn))
    counts.push(passed)
  }
  return counts
}

test('requests pass when all of them have arrived', async () => assert.deepEqual(await passedAfter(4, 8), [0, 0, 0, 4]))

test('requests pass in groups if fewer can be in flight, and all of them pass', async () => {
  assert.deepEqual(await passedAfter(5, 2), [0, 2, 2, 4, 5])
  assert.deepEqual(await passedAfter(2, 1), [1, 2])
})

test('a missing request delays the others only for a limited time', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const gate = new Gate(3, 3)
  const both = Promise.all([gate.pass(), gate.pass()])
  context.mock.timers.tick(5000)
  assert.equal((await both).length, 2)
})
