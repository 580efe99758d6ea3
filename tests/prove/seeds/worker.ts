/** One process of the seeds: takes a job, runs it, reports the row, until there are no more. */
import { runSeed, type SeedJob } from './jobs.ts'

process.on('message', async (job: SeedJob) => {
  try {
    process.send?.(await runSeed(job))
  } catch (error) {
    console.error(`seed ${job.seed} broke: ${error instanceof Error ? error.stack : String(error)}`)
    process.exit(1)
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
