/** One process of the matrix: takes a job, runs it, reports the row, until there are no more. */
import { startMock } from '../../../mock/index.ts'
import { type Job, runRow } from './rows.ts'

const mock = await startMock()

process.on('message', async (job: Job) => {
  process.send?.(await runRow(job, mock))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
