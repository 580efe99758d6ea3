/** One process of the rates: takes a draw, runs it, reports the row, until there are no more. */
import { type Job, runRow } from './rows.ts'

process.on('message', async (job: Job) => {
  process.send?.(await runRow(job))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
