/** What the result of an attack must not be. */
import { type Attack, LIMITS } from './attack.ts'

/** The maximum memory of a run in MiB. */
export const MAX_MEMORY = 300

/** The maximum milliseconds for judging after the last request; generous, because the machine may be busy. */
const JUDGING = 120_000

/** The maximum milliseconds until a hanging target has ended a run with default limits. */
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
  // Look only at `accused`: such a target also accepts invalid requests, which may rightly fail before it hangs.
  ['a target that hangs is accused of it', ({ name, accused = [] }) => !hangs(name) || accused.length === 0],
]

const shortfalls = (rules: readonly Rule[], attack: Attack): string[] =>
  rules.flatMap(([what, holds]) => (holds(attack) ? [] : [`${what}: ${JSON.stringify(attack)}`]))

/** All shortfalls of a run with small limits; empty if it is fine. */
export const fallsShort = (attack: Attack): string[] => shortfalls(WITH_SMALL_LIMITS, attack)

/** All shortfalls of a run with default limits. */
export const fallsShortByDefault = (attack: Attack): string[] => shortfalls(BY_DEFAULT, attack)

/** Whether a target is for runs with default limits, which only time or memory ends. */
export const isForDefaults = (name: string): boolean =>
  hangs(name) || /crumbs|^h2-(hang|empty)|-head$|^flood|^many|^long|^endless/.test(name)
