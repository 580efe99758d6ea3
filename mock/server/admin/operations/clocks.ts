import type { Clock } from '../../../core/time/clock.ts'
import { type Duration, milliseconds } from '../../../core/time/duration.ts'
import { VirtualClock } from '../../../core/time/virtual-clock.ts'
import { members } from '../../../scripts/checks.ts'
import { AdminError } from '../admin-error.ts'
import { LATEST } from '../document/operations.ts'
import { type AdminRequest, clockOf, type Operate } from '../operation.ts'

/** Reads any clock, even one that the admin API cannot move. */
const readClock: Operate = (_, { clock }) => standing(clock)

/** Moves the clock. The body has only the given members. */
const moving =
  (known: readonly string[], move: (clock: VirtualClock, body: AdminRequest['body']) => unknown): Operate =>
  async ({ body }, mock) => {
    members(body, 'The body', known)
    const clock = clockOf(mock)
    await move(clock, body)
    return standing(clock)
  }

const advanceClock = moving(['by'], (clock, { by }) => clock.advance(spanOf(by)))

/** Parses a duration. Refuses integers that a double cannot represent, without repeating their digits. */
function spanOf(by: unknown): number {
  if (typeof by !== 'bigint') return milliseconds(by as Duration)
  throw new AdminError('invalid_request', `by must be a time from 0 to ${Number.MAX_SAFE_INTEGER} milliseconds.`)
}

const freezeClock = moving(['at'], (clock, { at }) => {
  if (at !== undefined && !(typeof at === 'number' && at >= 0 && at <= LATEST))
    throw new AdminError('invalid_request', 'at must be milliseconds since the epoch, or absent.')
  clock.freeze(at)
})

const resumeClock = moving([], (clock) => clock.resume())

function standing(clock: Clock): unknown {
  return { now: clock.now(), frozen: clock instanceof VirtualClock && clock.frozen }
}

export const clocks = { readClock, advanceClock, freezeClock, resumeClock }
