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
  /** Counts calls without a known project. */
  readonly anonymous: Cells
  /** The durations of completions. */
  readonly timings: Timings
  readonly clock: Clock
  /** @throws ConfigError */
  configure(config: MockConfig): Promise<void> | void
  /** Whether the mock is draining: it has freed its port, and waits for open responses. */
  isEnding(): boolean
  /** Features that need a single process; undefined with several workers or a shared store. */
  readonly engine: HandleParts | undefined
  /** The store that is shared with other mocks, if any. */
  readonly store?: SharedStore | undefined
}

const SEVERAL_MOCKS =
  'Projects, scripts, journal and verdict need one process, and this mock shares its store with others; start it without --store.'
const SEVERAL_WORKERS =
  'Projects, scripts, journal, verdict and observations need one process, but this mock has several workers; start it without --workers.'

/** @throws AdminError if several workers respond, or mocks share a store */
export function engineOf({ engine, store }: Administered): HandleParts {
  if (engine) return engine
  if (store) throw new AdminError('several_mocks', SEVERAL_MOCKS)
  throw new AdminError('several_workers', SEVERAL_WORKERS)
}

/** @throws AdminError if the mock uses system time */
export function clockOf({ engine, store, clock }: Administered): VirtualClock {
  const shared = 'This mock shares its store with others, whose clock counts; start it without --store.'
  if (store) throw new AdminError('no_virtual_clock', shared)
  if (clock instanceof VirtualClock) return clock
  const message = engine
    ? 'This mock was started with its own clock, which only code can move.'
    : 'This mock has several workers, which use the machine’s clock; start it without --workers.'
  throw new AdminError('no_virtual_clock', message)
}

/** The project named in the path. @throws AdminError that does not quote the name, because it could be a secret */
export function projectOf({ accounts }: Administered, { name }: AdminRequest['parameters']): Project {
  const found = accounts.projects.find((project) => project.name === name)
  if (found) return found
  throw new AdminError('no_such_project', 'No project has this name; GET /projects lists them.')
}

/** An authorised request for a known operation. */
export interface AdminRequest {
  /** The value of `{name}` in the path. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Empty if the operation has no body. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Runs one operation: returns a value to send as JSON, or text for another media type. @throws AdminError */
export type Operate = (request: AdminRequest, mock: Administered) => unknown
