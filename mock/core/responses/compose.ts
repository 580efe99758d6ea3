import type { JsonObject } from '../request/body.ts'
import { asNumber } from '../request/exact-integers.ts'
import type { Behaviour } from '../types.ts'
import { countPrompt, countTokens, firstTokens } from './tokens.ts'

/** Composes the text and the finish reason of a response from the script or the model, deterministically. */
// keeps: request-defaults
export const compose: Behaviour['compose'] = (body, model, project, _call, script) => {
  const said = script ?? (model.reply === 'echo' ? lastUserText(body.messages) : model.reply)
  // JSON with half of a surrogate pair is unreadable for many clients.
  const full = upToStop(said, body.stop).toWellFormed()
  const limit = Math.min(requestedLimit(body) ?? project.defaultLimit, model.limit, project.limit)
  const fits = countTokens(full) <= limit
  const text = fits ? full : firstTokens(full, limit)
  return {
    text,
    finish: fits ? 'stop' : 'length',
    usage: { prompt: countPrompt(body.messages), completion: countTokens(text) },
  }
}

/** The limit of a request. A limit above the policy is not an error: the policy caps it (4.2, max_tokens). */
// keeps: request-default-values, limit-effective-tokens
function requestedLimit(body: JsonObject): number | undefined {
  const limit = asNumber(body.max_tokens ?? body.max_completion_tokens)
  return limit === undefined || limit < 1 ? undefined : limit
}

/** The text of the last user message, or of the last message if there is none (roles may be in any order). */
// keeps: message-role-order, message-content-nul, message-content-long, completion-text-whole
export function lastUserText(messages: unknown): string {
  if (!Array.isArray(messages)) return ''
  for (let at = messages.length - 1; at >= 0; at--) {
    if (messages[at]?.role === 'user') return textOf(messages[at])
  }
  return textOf(messages.at(-1))
}

function textOf(message: { content?: unknown } | undefined): string {
  return typeof message?.content === 'string' ? message.content : ''
}

function upToStop(text: string, stop: unknown): string {
  const sequences = typeof stop === 'string' ? [stop] : Array.isArray(stop) ? stop : []
  let end = text.length
  for (const sequence of sequences) {
    const at = typeof sequence === 'string' && sequence !== '' ? text.indexOf(sequence) : -1
    if (at >= 0 && at < end) end = at
  }
  return end === text.length ? text : text.slice(0, end)
}
