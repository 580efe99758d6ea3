/** A thread that counts in shared memory, as often as requested. */
import { workerData } from 'node:worker_threads'
import { CELL, Cells } from '../../../mock/core/metering/cells.ts'

const { memory, times } = workerData as { readonly memory: SharedArrayBuffer; readonly times: number }
const cells = new Cells(memory, true)
for (let time = 0; time < times; time++) cells.locked(() => cells.add(CELL.requests, 1))
