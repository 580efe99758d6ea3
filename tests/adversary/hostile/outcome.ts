/** What an attack must not come to. */
import { type Attack, LIMITS } from './attack.ts'

/** MiB that a run may take. */
export const MAX_MEMORY = 300

/** Milliseconds for the verdict once nothing more is sent: the machine may be busy with other tests. */
const JUDGING = 120_000

/** Milliseconds in which a target that hangs has ended a run whose limits are those of a user who names none. */
const GIVEN_UP = 90_000

type Rule = readonly [what: string, holds: (attack: Attack) => boolean]

const hangs = (name: string): boolean => name.startsWith('hang-')

const RULES: readonly Rule[] = [
  ['the run certifies', ({ conclusion }) => conclusion !== 'conformant'],
  ['the harness fails', ({ exit }) => exit === 1 || exit === 3],
  ['a check breaks', ({ broken }) => broken.length === 0],
  ['the key gets out', ({ leaks }) => leaks.length === 0],
  ['the run is led astray', ({ strayed }) => strayed.length === 0],
  ['the run takes too much memory', ({ memory }) => memory < MAX_MEMORY],
]

const WITH_SMALL_LIMITS: readonly Rule[] = [
  ...RULES,
  ['the run does not end in time', ({ took }) => took < LIMITS.time + JUDGING],
]

const BY_DEFAULT: readonly Rule[] = [
  ...RULES,
  ['a target that hangs is not given up in time', ({ name, took }) => !hangs(name) || took < GIVEN_UP],
  // It accepts what it has to refuse as well, and a run may have seen that before.
  ['a target that hangs is accused of it', ({ name, accused = [] }) => !hangs(name) || accused.length === 0],
]

const shortfalls = (rules: readonly Rule[], attack: Attack): string[] =>
  rules.flatMap(([what, holds]) => (holds(attack) ? [] : [`${what}: ${JSON.stringify(attack)}`]))

/** Every way in which a run with small limits falls short; empty for a good one. */
export const fallsShort = (attack: Attack): string[] => shortfalls(WITH_SMALL_LIMITS, attack)

/** Every way in which a run without a limit falls short. */
export const fallsShortByDefault = (attack: Attack): string[] => shortfalls(BY_DEFAULT, attack)

/** Targets for runs without their own limits, where only time or memory ends them. */
export const isForDefaults = (name: string): boolean =>
  hangs(name) || /crumbs|^h2-(hang|empty)|-head$|^flood|^many|^long|^endless/.test(name)
