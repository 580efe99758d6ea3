import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import type { Code } from './problems.ts'

/** A rule about the fields of a request: its stable `error.code`, and the requirements that its refusal implements. */
interface Rule {
  readonly code: Code
  readonly keeps: readonly RequirementId[]
}

/** Every rule about the fields of a request (4.2) and its messages (2.3), in the order of the contract. */
export const RULES = {
  'model.required': { code: 'missing_field', keeps: ['request-model'] },
  'model.type': { code: 'wrong_type', keeps: ['request-model'] },
  'model.null': { code: 'null_field', keeps: ['request-model', 'request-no-null'] },
  'model.pattern': { code: 'invalid_value', keeps: ['request-model-pattern'] },
  'messages.required': { code: 'missing_field', keeps: ['request-messages'] },
  'messages.type': { code: 'wrong_type', keeps: ['request-messages'] },
  'messages.few': { code: 'wrong_count', keeps: ['request-messages'] },
  'messages.null': { code: 'null_field', keeps: ['request-messages', 'request-no-null'] },
  'message.type': { code: 'wrong_type', keeps: ['message-object'] },
  'message.null': { code: 'null_field', keeps: ['message-object', 'request-no-null'] },
  'message.unknown': { code: 'unknown_field', keeps: ['message-closed', 'message-closed-likely'] },
  'role.required': { code: 'missing_field', keeps: ['message-role'] },
  'role.type': { code: 'wrong_type', keeps: ['message-role'] },
  'role.enum': { code: 'invalid_value', keeps: ['message-role'] },
  'role.null': { code: 'null_field', keeps: ['message-role', 'request-no-null'] },
  'content.required': { code: 'missing_field', keeps: ['message-content'] },
  'content.type': { code: 'wrong_type', keeps: ['message-content'] },
  'content.empty': { code: 'empty_value', keeps: ['message-content'] },
  'content.null': { code: 'null_field', keeps: ['message-content', 'request-no-null'] },
  'temperature.type': { code: 'wrong_type', keeps: ['request-temperature'] },
  'temperature.min': { code: 'out_of_range', keeps: ['request-temperature'] },
  'temperature.max': { code: 'out_of_range', keeps: ['request-temperature'] },
  'temperature.null': { code: 'null_field', keeps: ['request-temperature', 'request-no-null'] },
  'top_p.type': { code: 'wrong_type', keeps: ['request-top-p'] },
  'top_p.min': { code: 'out_of_range', keeps: ['request-top-p'] },
  'top_p.max': { code: 'out_of_range', keeps: ['request-top-p'] },
  'top_p.null': { code: 'null_field', keeps: ['request-top-p', 'request-no-null'] },
  'max_tokens.type': { code: 'wrong_type', keeps: ['request-max-tokens'] },
  'max_tokens.integer': { code: 'wrong_type', keeps: ['request-max-tokens'] },
  'max_tokens.min': { code: 'out_of_range', keeps: ['request-max-tokens'] },
  'max_tokens.max': { code: 'out_of_range', keeps: ['request-max-tokens'] },
  'max_tokens.null': { code: 'null_field', keeps: ['request-max-tokens', 'request-no-null'] },
  'max_completion_tokens.type': { code: 'wrong_type', keeps: ['request-max-completion-tokens'] },
  'max_completion_tokens.integer': { code: 'wrong_type', keeps: ['request-max-completion-tokens'] },
  'max_completion_tokens.min': { code: 'out_of_range', keeps: ['request-max-completion-tokens'] },
  'max_completion_tokens.max': { code: 'out_of_range', keeps: ['request-max-completion-tokens'] },
  'max_completion_tokens.null': { code: 'null_field', keeps: ['request-max-completion-tokens', 'request-no-null'] },
  exclusive: { code: 'exclusive_fields', keeps: ['request-max-exclusive'] },
  'stream.type': { code: 'wrong_type', keeps: ['request-stream'] },
  'stream.null': { code: 'null_field', keeps: ['request-stream', 'request-no-null'] },
  'stream_options.type': { code: 'wrong_type', keeps: ['request-stream-options'] },
  'stream_options.null': { code: 'null_field', keeps: ['request-stream-options', 'request-no-null'] },
  'stream_options.alone': { code: 'stream_options_without_stream', keeps: ['request-stream-options-need-stream'] },
  'stream_options.unknown': {
    code: 'unknown_field',
    keeps: ['request-stream-options-closed', 'request-stream-options-closed-likely'],
  },
  'include_usage.required': { code: 'missing_field', keeps: ['request-stream-options'] },
  'include_usage.type': { code: 'wrong_type', keeps: ['request-stream-options'] },
  'include_usage.null': { code: 'null_field', keeps: ['request-stream-options', 'request-no-null'] },
  'n.type': { code: 'wrong_type', keeps: ['request-n'] },
  'n.integer': { code: 'wrong_type', keeps: ['request-n'] },
  'n.min': { code: 'out_of_range', keeps: ['request-n'] },
  'n.max': { code: 'out_of_range', keeps: ['request-n'] },
  'n.null': { code: 'null_field', keeps: ['request-n', 'request-no-null'] },
  'stop.type': { code: 'wrong_type', keeps: ['request-stop'] },
  'stop.empty': { code: 'empty_value', keeps: ['request-stop'] },
  'stop.few': { code: 'wrong_count', keeps: ['request-stop'] },
  'stop.many': { code: 'wrong_count', keeps: ['request-stop'] },
  'stop.null': { code: 'null_field', keeps: ['request-stop', 'request-no-null'] },
  'stop.item.type': { code: 'wrong_type', keeps: ['request-stop'] },
  'stop.item.empty': { code: 'empty_value', keeps: ['request-stop'] },
  'stop.item.null': { code: 'null_field', keeps: ['request-stop', 'request-no-null'] },
  unknown: { code: 'unknown_field', keeps: ['request-closed', 'request-closed-likely'] },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof RULES
