/**
 * Whether a response names the state that a target file promises. If its status is that of another state, this shows which is
 * wrong: the gateway's status, or the target file.
 */

import type { HttpResponse } from '../../http/exchange.ts'
import { errorOf } from '../../http/response.ts'
import type { State } from '../../target/target.ts'

const WORDS: Readonly<Record<State, RegExp>> = {
  disabled: /disabled|deactivated|suspended|inactive|blocked/i,
  limited: /limit|quota|throttl|too[ _-]many|exceed|used up|per[ _-](?:second|minute|hour|day)/i,
  unavailable: /unavailable|overload|time[ds]?[ _-]?out|upstream|capacity/i,
  internal: /internal/i,
}

/** Whether the error names the state: by its code, or by its message where the code has no word. */
export function promises(response: HttpResponse, state: State): boolean {
  const { code, message } = errorOf(response) ?? {}
  const text = typeof code === 'string' && /[a-z]{3}/i.test(code) ? code : message
  return typeof text === 'string' && WORDS[state].test(text)
}
