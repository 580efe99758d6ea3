/** The plain valid request of a run, and the model that no run expects to be there. */
import { PLAIN_MESSAGES } from '../variation/filling.ts'

/** A model that no catalog holds. */
export const UNKNOWN_MODEL = 'svc/no-such-model-conformance'

export function plainBody(model: string, maxTokens: number | undefined): Record<string, unknown> {
  const body: Record<string, unknown> = { model, messages: PLAIN_MESSAGES }
  if (maxTokens !== undefined) body.max_tokens = maxTokens
  return body
}
