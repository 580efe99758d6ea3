import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gate } from '../../../../suites/harness/client/gate.ts'

/** Lets requests come to a gate one by one; returns how many had gone on after each of them. */
async function goneOn(members: number, lanes: number): Promise<number[]> {
  const gate = new Gate(members, lanes)
  let gone = 0
  const counts: number[] = []
  for (let member = 1; member <= members; member += 1) {
    void gate.pass().then(() => (gone += 1))
    await new Promise((turn) => setImmediate(turn))
    counts.push(gone)
  }
  return counts
}

test('requests go on when all of them have their turn', async () => assert.deepEqual(await goneOn(4, 8), [0, 0, 0, 4]))

test('where fewer may be on their way at the same time, they go in groups, and none is left', async () => {
  assert.deepEqual(await goneOn(5, 2), [0, 2, 2, 4, 5])
  assert.deepEqual(await goneOn(2, 1), [1, 2])
})

test('a request that never comes holds the others for a while only', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const gate = new Gate(3, 3)
  const both = Promise.all([gate.pass(), gate.pass()])
  context.mock.timers.tick(5000)
  assert.equal((await both).length, 2)
})
