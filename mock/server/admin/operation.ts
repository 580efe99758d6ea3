import type { HandleParts } from '../../control/project-handle.ts'
import type { MockConfig } from '../../core/config.ts'
import type { Cells } from '../../core/metering/cells.ts'
import type { Timings } from '../../core/metering/timings.ts'
import type { Clock } from '../../core/time/clock.ts'
import { VirtualClock } from '../../core/time/virtual-clock.ts'
import type { Accounts, Project } from '../../core/types.ts'
import type { SharedStore } from '../store/shared-store.ts'
import { AdminError } from './admin-error.ts'

/** The parts of a mock that its admin API needs. */
export interface Administered {
  readonly accounts: Accounts
  /** Counts the calls that belong to no known project. */
  readonly anonymous: Cells
  /** The durations of completions. */
  readonly timings: Timings
  readonly clock: Clock
  /** @throws ConfigError */
  configure(config: MockConfig): Promise<void> | void
  /** Whether the mock is ending: its port is free, and open responses are completed. */
  isEnding(): boolean
  /** Features that need one process: neither several workers nor mocks that share a store have them. */
  readonly engine: HandleParts | undefined
  /** The store that it shares with other mocks, if any. */
  readonly store?: SharedStore | undefined
}

/** @throws AdminError if several workers or mocks respond */
export function engineOf({ engine, store }: Administered): HandleParts {
  if (engine) return engine
  if (store)
    throw new AdminError(
      'several_mocks',
      'Projects, scripts, journal and verdict need one process, and this mock shares its store with others; start it without --store.',
    )
  throw new AdminError(
    'several_workers',
    'Projects, scripts, journal, verdict and observations need one process, but this mock has several workers; start it without --workers.',
  )
}

/** @throws AdminError if the time is the machine's */
export function clockOf({ engine, store, clock }: Administered): VirtualClock {
  if (store)
    throw new AdminError(
      'no_virtual_clock',
      'This mock shares its store with others, whose clock counts; start it without --store.',
    )
  if (clock instanceof VirtualClock) return clock
  throw new AdminError(
    'no_virtual_clock',
    engine
      ? 'This mock was started with its own clock, which only code can move.'
      : 'This mock has several workers, which use the machine’s clock; start it without --workers.',
  )
}

/** The project of `{name}` in a path. @throws AdminError that does not quote the name, which could be a secret */
export function projectOf({ accounts }: Administered, { name }: AdminRequest['parameters']): Project {
  const found = accounts.projects.find((project) => project.name === name)
  if (found) return found
  throw new AdminError('no_such_project', 'No project has this name; GET /projects lists them.')
}

/** A request with a valid token, whose operation is known. */
export interface AdminRequest {
  /** The value of `{name}` in the path. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Empty if the operation has none. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Runs one operation: returns a value for the JSON of its response, or the text of another type. @throws AdminError */
export type Operate = (request: AdminRequest, mock: Administered) => unknown
