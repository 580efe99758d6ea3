/** The tokens of one completion. */
export interface Usage {
  readonly prompt: number
  readonly completion: number
}

/** How usage is told: with the optional details of 2.5, without them, or not at all. */
export type UsageForm = 'details' | 'plain' | 'unknown'

/** The usage object of 2.5 as JSON text. Nothing is cached and nothing reasoned here, so the details are truly zero. */
export function usageJson(usage: Usage, form: UsageForm): string {
  const { prompt, completion } = usage
  const counts = `"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${prompt + completion}`
  if (form !== 'details') return `{${counts}}`
  return `{${counts},"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}`
}
