/** One process of the rates. */
import { takeJobs } from '../../prove/pool.ts'
import { runRow } from './rows.ts'

takeJobs(runRow, ({ number }) => `breach ${number} broke`)
