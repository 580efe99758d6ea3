/** One process of the matrix. */
import { startMock } from '../../mock/index.ts'
import { harnessIn, type Judging, judgingBy, ownHarness } from './harness.ts'
import { type Job, rowName, runJob } from './jobs.ts'
import { takeJobs } from './pool.ts'

const without = new Set((process.env.PROVE_WITHOUT ?? '').split(',').filter((id) => id !== ''))
const folder = process.env.PROVE_HARNESS ?? ''
const judging = JSON.parse(process.env.PROVE_JUDGING || 'null') as Judging | null
const found = folder === '' ? ownHarness : await harnessIn(folder)
const whole = judging ? judgingBy(found, judging) : found
const harness = { ...whole, checks: whole.checks.filter((check) => !without.has(check.id)) }
const mock = await startMock()

takeJobs(
  (job: Job) => runJob(job, mock, harness),
  (job) => `${rowName(job)} broke the matrix`,
)
