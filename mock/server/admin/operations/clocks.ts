import type { Clock } from '../../../core/time/clock.ts'
import { type Duration, milliseconds } from '../../../core/time/duration.ts'
import { VirtualClock } from '../../../core/time/virtual-clock.ts'
import { members } from '../../../scripts/checks.ts'
import { AdminError } from '../admin-error.ts'
import { LATEST } from '../document/operations.ts'
import { clockOf, type Operate } from '../operation.ts'

/** Reads any clock, even one that the admin API cannot move. */
const readClock: Operate = (_, { clock }) => standing(clock)

const advanceClock: Operate = async ({ body }, mock) => {
  members(body, 'The body', ['by'])
  const clock = clockOf(mock)
  await clock.advance(spanOf(body.by))
  return standing(clock)
}

/** Parses a duration. Refuses integers that a double cannot represent, without repeating their digits. */
function spanOf(by: unknown): number {
  if (typeof by !== 'bigint') return milliseconds(by as Duration)
  throw new AdminError('invalid_request', `by must be a time from 0 to ${Number.MAX_SAFE_INTEGER} milliseconds.`)
}

const freezeClock: Operate = ({ body }, mock) => {
  members(body, 'The body', ['at'])
  const { at } = body
  const clock = clockOf(mock)
  if (at !== undefined && !(typeof at === 'number' && at >= 0 && at <= LATEST))
    throw new AdminError('invalid_request', 'at must be milliseconds since the epoch, or absent.')
  clock.freeze(at)
  return standing(clock)
}

const resumeClock: Operate = ({ body }, mock) => {
  members(body, 'The body', [])
  const clock = clockOf(mock)
  clock.resume()
  return standing(clock)
}

function standing(clock: Clock): unknown {
  return { now: clock.now(), frozen: clock instanceof VirtualClock && clock.frozen }
}

export const clocks = { readClock, advanceClock, freezeClock, resumeClock }
