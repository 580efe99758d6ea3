/** Requirements that fall together, because one breach shows in all of them. */

/** The rule that a field or a message breaks when the rule is not applied, by the rule's name in the mock. */
export const RULES: Readonly<Record<string, readonly string[]>> = {
  'model.required': ['request-model'],
  'model.type': ['request-model'],
  'model.null': ['request-model', 'request-no-null'],
  'model.pattern': ['request-model-pattern'],
  'messages.required': ['request-messages'],
  'messages.type': ['request-messages'],
  'messages.few': ['request-messages'],
  'messages.null': ['request-messages', 'request-no-null'],
  'message.type': ['message-object'],
  'message.null': ['message-object', 'request-no-null'],
  'message.unknown': ['message-closed'],
  'role.required': ['message-role'],
  'role.type': ['message-role'],
  'role.enum': ['message-role'],
  'role.null': ['message-role', 'request-no-null'],
  'content.required': ['message-content'],
  'content.type': ['message-content'],
  'content.empty': ['message-content'],
  'content.null': ['message-content', 'request-no-null'],
  'temperature.type': ['request-temperature'],
  'temperature.min': ['request-temperature'],
  'temperature.max': ['request-temperature'],
  'temperature.null': ['request-temperature', 'request-no-null'],
  'top_p.type': ['request-top-p'],
  'top_p.min': ['request-top-p'],
  'top_p.max': ['request-top-p'],
  'top_p.null': ['request-top-p', 'request-no-null'],
  'max_tokens.type': ['request-max-tokens'],
  'max_tokens.integer': ['request-max-tokens'],
  'max_tokens.min': ['request-max-tokens'],
  'max_tokens.max': ['request-max-tokens'],
  'max_tokens.null': ['request-max-tokens', 'request-no-null'],
  'max_completion_tokens.type': ['request-max-completion-tokens'],
  'max_completion_tokens.integer': ['request-max-completion-tokens'],
  'max_completion_tokens.min': ['request-max-completion-tokens'],
  'max_completion_tokens.max': ['request-max-completion-tokens'],
  'max_completion_tokens.null': ['request-max-completion-tokens', 'request-no-null'],
  exclusive: ['request-max-exclusive'],
  'stream.type': ['request-stream'],
  'stream.null': ['request-stream', 'request-no-null'],
  'stream_options.type': ['request-stream-options'],
  'stream_options.null': ['request-stream-options', 'request-no-null'],
  'stream_options.alone': ['request-stream-options-need-stream'],
  'stream_options.unknown': ['request-stream-options-closed'],
  'include_usage.required': ['request-stream-options'],
  'include_usage.type': ['request-stream-options'],
  'include_usage.null': ['request-stream-options', 'request-no-null'],
  'n.type': ['request-n'],
  'n.integer': ['request-n'],
  'n.min': ['request-n'],
  'n.max': ['request-n'],
  'n.null': ['request-n', 'request-no-null'],
  'stop.type': ['request-stop'],
  'stop.empty': ['request-stop'],
  'stop.few': ['request-stop'],
  'stop.many': ['request-stop'],
  'stop.null': ['request-stop', 'request-no-null'],
  'stop.item.type': ['request-stop'],
  'stop.item.empty': ['request-stop'],
  'stop.item.null': ['request-stop', 'request-no-null'],
  unknown: ['request-closed'],
}

/** A rule that is not applied lets an invalid stream begin as well. */
export function unapplied(...rules: string[]): string[] {
  return unique([...rules.flatMap((rule) => RULES[rule] ?? []), 'stream-invalid-request'])
}

/** Everything that is refused with 400. */
export const REFUSALS = unique([
  ...Object.values(RULES).flat(),
  'request-body-json',
  'request-body-utf8',
  'stream-invalid-request',
  'status-order',
])

/** Everything that is refused with 401. */
export const UNAUTHENTICATED = [
  'auth-missing-key',
  'auth-malformed-key',
  'auth-unknown-key',
  'auth-wrong-secret',
  'auth-other-scheme',
  'auth-key-elsewhere',
] as const

/** Statuses that no operation has. */
export const UNLISTED = ['completion-statuses', 'models-statuses'] as const

/** What a stream that does not come at all takes with it. */
export const NO_STREAM = [
  'stream-started',
  'request-stream',
  'request-stream-options',
  'request-size-accepted',
  'client-headers-tolerated',
] as const

/** What falls when a valid request is refused, whichever it is. */
export const VALID = ['completion-json', 'stream-started', 'request-stream-false'] as const

/** What a list that does not come at all takes with it. */
export const NO_LIST = [
  'models-list',
  'auth-valid-key',
  'auth-scheme-case',
  'auth-project-catalog',
  'list-empty',
  'version-path',
  'client-headers-tolerated',
] as const

/** Every name once. */
export function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
