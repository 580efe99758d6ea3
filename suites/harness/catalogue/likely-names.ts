/**
 * Names that a later contract is likely to list, by the requirement that forbids everything unlisted. They have
 * their own requirements, so that a set for a later contract can retire these and keep the rule itself.
 */
import { names } from '../text/names.ts'
import type { RequirementId } from './requirements.ts'

interface Likely {
  /** The requirement that forbids these names. */
  readonly by: RequirementId
  readonly names: readonly string[]
}

/** Fields of similar interfaces. */
export const OF_RELATED = names(
  'tools user seed tool_choice response_format logit_bias functions logprobs metadata store presence_penalty',
  'frequency_penalty parallel_tool_calls reasoning_effort service_tier',
)

/** Fields of newer interfaces, which fewer gateways know. */
export const OF_NEWER = names(
  'function_call top_logprobs modalities audio prediction safety_identifier verbosity min_p prompt_cache_key',
  'web_search_options',
)

const byClosing = new Map<RequirementId, Likely>([
  ['request-closed', { by: 'request-closed-likely', names: [...OF_RELATED, ...OF_NEWER] }],
  [
    'message-closed',
    { by: 'message-closed-likely', names: names('name tool_calls tool_call_id function_call refusal audio') },
  ],
  [
    'request-stream-options-closed',
    { by: 'request-stream-options-closed-likely', names: names('include_obfuscation continuous_usage_stats') },
  ],
])
const closingBy = new Map([...byClosing].map(([closing, { by }]) => [by, closing]))

/** The requirement that forbids a name. @param closing the requirement that forbids everything unlisted */
export function closedAgainst(closing: RequirementId, name: string): RequirementId {
  const likely = byClosing.get(closing)
  return likely?.names.includes(name) ? likely.by : closing
}

/** The names that a later contract is likely to list, of those that this requirement forbids. */
export const likelyNames = (closing: RequirementId): readonly string[] => byClosing.get(closing)?.names ?? []

/** The requirement that forbids everything unlisted, for one about likely names; for any other, the id itself. */
export const closingOf = (id: RequirementId): RequirementId => closingBy.get(id) ?? id
