import type { Behaviour } from './behaviour.ts'

type Members = readonly (keyof Behaviour)[]

/** What has had its say before the key has led to a project. */
const BEFORE_KEY: Members = ['route', 'authenticate', 'entry']

/** What has had its say before the script of a project is asked. */
const BEFORE_SCRIPT: Members = [
  ...BEFORE_KEY,
  'refuseDisabled',
  'takeQuota',
  'bodyLimit',
  'trustsLength',
  'isTooLarge',
  'parseBody',
  'problemsOf',
  'judge',
  'findModel',
]

/** Whether all that a deviation changes is still ahead when the key is known, or when a step is taken. */
export function reaches(from: 'project' | 'step', plain: Behaviour, changed: Behaviour): boolean {
  const past = from === 'project' ? BEFORE_KEY : BEFORE_SCRIPT
  return past.every((member) => plain[member] === changed[member])
}
