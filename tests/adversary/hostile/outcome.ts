/** What an attack must not come to. */
import { type Attack, LIMITS } from './attack.ts'

/** MiB that a run may take. */
export const MOST_MEMORY = 300

/** Milliseconds for the verdict once nothing more is sent: the machine may be busy with other tests. */
const JUDGING = 120_000

const RULES: readonly (readonly [what: string, holds: (attack: Attack) => boolean])[] = [
  ['the run certifies', ({ conclusion }) => conclusion !== 'conformant'],
  ['the harness fails', ({ exit }) => exit === 1 || exit === 3],
  ['a check breaks', ({ broken }) => broken.length === 0],
  ['the run does not end in time', ({ took }) => took < LIMITS.time + JUDGING],
  ['the run takes too much memory', ({ memory }) => memory < MOST_MEMORY],
  ['the key gets out', ({ leaks }) => leaks.length === 0],
  ['the run is led astray', ({ strayed }) => strayed.length === 0],
]

/** Every way in which a run falls short; empty for a good one. */
export function fallsShort(attack: Attack): string[] {
  return RULES.flatMap(([what, holds]) => (holds(attack) ? [] : [`${what}: ${JSON.stringify(attack)}`]))
}
