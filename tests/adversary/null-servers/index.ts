import { brokenWire } from './broken-wire.ts'
import { emptyResponses } from './empty-responses.ts'
import { endlessServers } from './endless.ts'
import type { NullServer } from './listening.ts'
import { perfectErrors } from './perfect-errors.ts'
import { perfectSuccesses } from './perfect-successes.ts'

export type { NullServer, Running } from './listening.ts'
export { nullModel } from './perfect-successes.ts'

/** Servers that do nothing real: a harness that passes any of them checks nothing. */
export const nullServers: readonly NullServer[] = [
  ...emptyResponses,
  ...perfectErrors,
  ...perfectSuccesses,
  ...endlessServers,
  ...brokenWire,
]
