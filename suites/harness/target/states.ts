/** States that a target file may provoke, and what checks need from the file. */
import type { SentRequest } from '../http/exchange.ts'
import { type KeyRole, keyRoleIn } from '../http/key-forms.ts'

/** Each state with its status. */
export const statusOf = { disabled: 403, limited: 429, unavailable: 503, internal: 500 } as const
export type State = keyof typeof statusOf
export const states = Object.keys(statusOf) as readonly State[]

/** Whether a request has the key whose limit a run exceeds on purpose: its responses differ in one run. */
export const hasLimitedKey = ({ headers }: SentRequest): boolean => keyRoleIn(headers) === 'limited'

/** What a check needs from a target file. */
export type Need = `key:${KeyRole}` | `provoke:${State}` | 'model:foreign'

/** Where a need is in the target file: the part, and the member. */
export function placeOf(need: Need): readonly [part: 'keys' | 'provoke' | 'models', member: string] {
  const [kind, name] = need.split(':') as ['key' | 'provoke' | 'model', string]
  return [kind === 'provoke' ? kind : `${kind}s`, name]
}
