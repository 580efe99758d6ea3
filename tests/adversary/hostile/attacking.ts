/** A process that attacks the harness with hostile targets, one after the other. */
import { takeJobs } from '../../prove/pool.ts'
import { Arena } from './arena.ts'
import { attack } from './attack.ts'
import { targetNamed } from './targets/index.ts'

interface Job {
  readonly name: string
  /** The maximum number of requests of the run. */
  readonly most: number
}

const arena = new Arena()
takeJobs(
  ({ name, most }: Job) => attack(targetNamed(name), arena, most),
  ({ name }) => `${name} broke`,
)
