/** One process of the canaries. */
import { harnessIn, ownHarness } from '../../prove/harness.ts'
import { takeJobs } from '../../prove/pool.ts'
import { type Job, runCanary } from './run.ts'

const { CANARY_HARNESS: folder } = process.env
const harness = folder === undefined ? ownHarness : await harnessIn(folder)
takeJobs(
  (job: Job) => runCanary(job, harness),
  ({ fault, seed }) => `${fault}, seed ${seed}, broke`,
)
