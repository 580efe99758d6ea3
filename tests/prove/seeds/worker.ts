/** One process of the seeds. */
import { takeJobs } from '../pool.ts'
import { runSeed } from './jobs.ts'

takeJobs(runSeed, ({ seed }) => `seed ${seed} broke`)
