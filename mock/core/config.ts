import type { Disturb } from './disturbances/disturb.ts'
import type { DisturbSettings } from './disturbances/table.ts'
import type { QuotaLimits } from './metering/quota.ts'
import type { PaceSettings } from './time/pace.ts'
import type { WrittenReply } from './written.ts'

/** The configuration of a mock: the same shape in YAML (see `loadConfig`) and in code. */
export interface MockConfig {
  /** Fixes the identifiers, so that two runs produce the same bytes. Default: random. */
  seed?: string
  /** Whether the header `x-test-fault` provokes errors, faults and disturbances. Default true. */
  test_headers?: boolean
  /** The maximum number of output tokens of the deployment, for any request. */
  max_tokens?: number
  /** Pauses of streamed responses unless the project or the model sets them; distributions are drawn with the seed. */
  pace?: PaceSettings
  /** Responses to matching requests in every project; the replies of a project take precedence. */
  replies?: readonly WrittenReply[]
  models: Record<string, ModelConfig>
  projects: Record<string, ProjectConfig>
}

/** One model of the deployment. */
export interface ModelConfig {
  /** Seconds since the epoch, 0 to 9223372036854775807. */
  created?: number | bigint
  /** `echo` (default) repeats the last user message; any other text is the response itself. */
  reply?: string
  /** The maximum number of output tokens of this model. */
  max_tokens?: number
  /** If false, the model is listed, but every completion gets 503. */
  available?: boolean
  /** `details` (default), `plain`, or `unknown`, which leaves usage out of responses, as 2.5 requires. */
  usage?: 'details' | 'plain' | 'unknown'
  /** Pauses of a streamed response; without pauses, a stream is sent all at once. */
  pace?: PaceSettings
  /** Shadow price in millionths of a unit of account, per token. */
  price?: { prompt?: number; completion?: number }
  /** Disturbances of its completions, such as `{ name: stall, after: 2, ms: 500 }`. */
  disturbances?: readonly (DisturbSettings | Disturb)[]
}

/** One project: its keys, the models that they may call, and its limits. */
export interface ProjectConfig {
  /** `svc_<id>_<secret>`; the id must be unique among all projects. */
  keys: string[]
  /** Ids of models, each defined under `models`. */
  models: string[]
  /** `true` or `account`: 403 on both operations; `completions`: 403 on completions only. */
  disabled?: boolean | 'account' | 'completions'
  quota?: QuotaLimits
  /** The maximum number of output tokens for a request that sets no limit. */
  default_max_tokens?: number
  /** The maximum number of output tokens of this project, for any request. */
  max_tokens?: number
  /** Pauses of its streamed responses, instead of those of the models. */
  pace?: PaceSettings
  /** Responses to matching requests: the first match is used. Without a match, the model responds. */
  replies?: readonly WrittenReply[]
  /** Disturbances of its responses, such as `{ name: stall, after: 2, ms: 500 }`. */
  disturbances?: readonly (DisturbSettings | Disturb)[]
}

/**
 * A configuration that cannot be used. Each line of the message names the location and the fix.
 * @example assert.throws(() => createMock({ config: {} as never }), ConfigError)
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The mock's configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}
