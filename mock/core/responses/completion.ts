import type { Reply } from '../types.ts'
import { usageJson } from './usage.ts'

/** The chat completion of 2.4 as JSON text. A template, because JSON.stringify cannot write bigints. */
// keeps: completion-id, completion-object, completion-created, completion-model, completion-choices, completion-usage
export function completionJson(reply: Reply): string {
  const { id, created, model, text, finish, usage, form } = reply
  // keeps: choice-index, choice-message, choice-message-role, choice-message-content, choice-finish-reason, choice-closed
  const choice = `{"index":0,"message":{"role":"assistant","content":${JSON.stringify(text)}},"finish_reason":"${finish}"}`
  // Unknown usage is left out, never reported as zero (2.5).
  const tail = form === 'unknown' ? '' : `,"usage":${usageJson(usage, form)}`
  return `{"id":"${id}","object":"chat.completion","created":${created},"model":${JSON.stringify(model)},"choices":[${choice}]${tail}}`
}
