/** One process of the canaries: takes a job, runs it, reports the row, until there are no more. */
import { harnessIn, ownHarness } from '../../prove/harness.ts'
import { type Job, runCanary } from './run.ts'

const { CANARY_HARNESS: folder } = process.env
const harness = folder === undefined ? ownHarness : await harnessIn(folder)

process.on('message', async (job: Job) => {
  process.send?.(await runCanary(job, harness))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
