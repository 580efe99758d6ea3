import { type Count, plus } from '../metering/sums.ts'

/** The numbers of tokens of one completion; bigints above 2^53 - 1. */
export interface Usage {
  readonly prompt: Count
  readonly completion: Count
  /** The number of cached prompt tokens, and of completion tokens for reasoning. */
  readonly cached?: Count
  readonly reasoning?: Count
}

/** How usage is reported: with the optional details of 2.5, without them, or not at all. */
export type UsageForm = 'details' | 'plain' | 'unknown'

/** The usage object of 2.5 as JSON text. Cached and reasoning tokens are zero unless a script sets them. */
// keeps: usage-prompt-tokens, usage-completion-tokens, usage-total-tokens, usage-total-sum, usage-not-zero
// keeps: usage-prompt-details, usage-completion-details
export function usageJson(usage: Usage, form: UsageForm): string {
  const { prompt, completion, cached = 0, reasoning = 0 } = usage
  const counts = `"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${plus(prompt, completion)}`
  if (form !== 'details') return `{${counts}}`
  return `{${counts},"prompt_tokens_details":{"cached_tokens":${cached}},"completion_tokens_details":{"reasoning_tokens":${reasoning}}}`
}
