/** One process of the matrix. */
import { startMock } from '../../../mock/index.ts'
import { takeJobs } from '../../prove/pool.ts'
import { type Job, nameOf, runRow } from './rows.ts'

const mock = await startMock()
takeJobs(
  (job: Job) => runRow(job, mock),
  (job) => `${nameOf(job)} broke`,
)
