/** The objects that the contract closes or leaves open, and the requirements that a non-object body breaks. */
import type { RequirementId } from '../../schemas/requirement-ids.ts'
import type { WireName } from '../../suites/harness/judge/schema.ts'

/** Where the contract forbids other members, and the broken requirement: a should for messages and `stream_options`. */
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

/** Where the contract allows other members. */
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

/** The requirement that a body breaks if it is not an object. */
export const roots: readonly [object: WireName, requirement: string][] = [
  ['model', 'list-data'],
  ['model-list', 'list-object'],
  ['chat-message', 'message-object'],
  ['chat-completion', 'completion-object'],
  ['chat-completion-chunk', 'chunk-object'],
  ['error', 'error-body'],
  ['chat-completion-request', 'request-body-json'],
]
