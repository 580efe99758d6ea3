import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { CELL, CELL_BYTES, Cells } from '../../../mock/core/metering/cells.ts'
import { addTo, plus, sumAt, times } from '../../../mock/core/metering/sums.ts'

const THREADS = 4
const TIMES = 200_000

test('threads that count concurrently lose no count', async () => {
  const memory = new SharedArrayBuffer(CELL_BYTES)
  const thread = new URL('./counting-thread.ts', import.meta.url)
  const workers = Array.from({ length: THREADS }, () => new Worker(thread, { workerData: { memory, times: TIMES } }))
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  assert.equal(new Cells(memory, true).get(CELL.requests), THREADS * TIMES)
})

const count = fc.oneof(fc.maxSafeNat(), fc.nat(9), fc.bigInt(0n, 2n ** 117n), fc.constant(2n ** 63n - 1n))

test('sums are exact, however large they grow', () => {
  fc.assert(
    fc.property(fc.array(count, { maxLength: 40 }), (amounts) => {
      const cells = new Cells()
      for (const amount of amounts) addTo(cells, CELL.price, amount)
      const exact = amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n)
      assert.equal(sumAt(cells, CELL.price), exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : exact)
      assert.equal(cells.get(CELL.price - 1), 0)
    }),
  )
})

test('sum and product of two counts are exact', () => {
  fc.assert(
    fc.property(count, count, (one, other) => {
      assert.equal(BigInt(plus(one, other)), BigInt(one) + BigInt(other))
      assert.equal(BigInt(times(one, other)), BigInt(one) * BigInt(other))
    }),
  )
})
