/** Which objects the contract closes, which it leaves open, and what a body breaks that is not an object. */
import type { RequirementId } from '../../schemas/requirement-ids.ts'
import type { WireName } from '../../suites/harness/judge/schema.ts'

/** Where the contract forbids other members, and what one breaks. A message and `stream_options` only at level should. */
export const closed: readonly [object: WireName, at: string, requirement: RequirementId][] = [
  ['model', '', 'model-closed'],
  ['model-list', '/data/0', 'model-closed'],
  ['chat-completion', '/choices/0', 'choice-closed'],
  ['chat-completion-chunk', '/choices/0', 'chunk-choice-closed'],
  ['error', '', 'error-closed'],
  ['error', '/error', 'error-closed'],
  ['chat-completion-request', '', 'request-closed'],
  ['chat-completion-request', '/messages/0', 'message-closed'],
  ['chat-completion-request', '/stream_options', 'request-stream-options-closed'],
  ['chat-message', '', 'message-closed'],
]

/** Where it leaves room for more. */
export const open: readonly [object: WireName, at: string][] = [
  ['model-list', ''],
  ['usage', ''],
  ['usage', '/prompt_tokens_details'],
  ['usage', '/completion_tokens_details'],
  ['chat-completion', ''],
  ['chat-completion', '/choices/0/message'],
  ['chat-completion', '/usage'],
  ['chat-completion-chunk', ''],
  ['chat-completion-chunk', '/choices/0/delta'],
  ['chat-completion-chunk', '/usage'],
]

/** What a body breaks that is not an object at all. */
export const roots: readonly [object: WireName, requirement: string][] = [
  ['model', 'list-data'],
  ['model-list', 'list-object'],
  ['chat-message', 'message-object'],
  ['chat-completion', 'completion-object'],
  ['chat-completion-chunk', 'chunk-object'],
  ['error', 'error-body'],
  ['chat-completion-request', 'request-body-json'],
]
