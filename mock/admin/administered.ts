import type { Accounts, Project } from '../accounts.ts'
import type { Clock } from '../clock.ts'
import type { MockConfig } from '../config.ts'
import type { Cells } from '../metering/cells.ts'
import type { HandleParts } from '../project-handle.ts'
import { VirtualClock } from '../virtual-clock.ts'
import { AdminError } from './admin-error.ts'

/** What of a mock its admin API works with. */
export interface Administered {
  readonly accounts: Accounts
  /** Where those calls count that no project could be told of. */
  readonly nobody: Cells
  readonly clock: Clock
  /** @throws ConfigError */
  configure(config: MockConfig): Promise<void> | void
  /** Whether the mock is ending: its port is free, and open answers come to their end. */
  isEnding(): boolean
  /** What needs one process: several workers do not have it. */
  readonly engine: HandleParts | undefined
}

/** @throws AdminError where several workers answer */
export function engineOf({ engine }: Administered): HandleParts {
  if (engine) return engine
  throw new AdminError(
    'several_workers',
    'Projects, scripts, journal and verdict need one process, and this mock answers with several workers; start it without --workers.',
  )
}

/** @throws AdminError where the time is the machine's */
export function clockOf({ engine, clock }: Administered): VirtualClock {
  if (clock instanceof VirtualClock) return clock
  throw new AdminError(
    'no_virtual_clock',
    engine
      ? 'This mock was started with a clock of its own, which only its own code can move.'
      : 'This mock answers with several workers, whose clock is the machine’s; start it without --workers.',
  )
}

/** @throws AdminError that does not quote the name, which could be anything */
export function projectOf({ accounts }: Administered, name: string): Project {
  const found = accounts.projects.find((project) => project.name === name)
  if (found) return found
  throw new AdminError('no_such_project', 'No project has this name; GET /projects tells which there are.')
}
