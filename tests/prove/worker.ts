/** One process of the matrix: takes a job, runs it, reports the row, until there are no more. */
import { startMock } from '../../mock/index.ts'
import { harnessIn, type Judging, judgingBy, ownHarness } from './harness.ts'
import { type Job, runJob } from './jobs.ts'

const without = new Set((process.env.PROVE_WITHOUT ?? '').split(',').filter((id) => id !== ''))
const folder = process.env.PROVE_HARNESS ?? ''
const judging = JSON.parse(process.env.PROVE_JUDGING || 'null') as Judging | null
const found = folder === '' ? ownHarness : await harnessIn(folder)
const whole = judging ? judgingBy(found, judging) : found
const harness = { ...whole, checks: whole.checks.filter((check) => !without.has(check.id)) }
const mock = await startMock()

process.on('message', async (job: Job) => {
  try {
    process.send?.(await runJob(job, mock, harness))
  } catch (error) {
    console.error(`${job.kind} ${job.name} broke the matrix: ${error instanceof Error ? error.stack : String(error)}`)
    process.exit(1)
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
