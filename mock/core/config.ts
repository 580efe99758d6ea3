import type { Disturb } from './disturbances/disturb.ts'
import type { DisturbSettings } from './disturbances/table.ts'
import type { QuotaLimits } from './metering/quota.ts'
import type { PaceSettings } from './time/pace.ts'
import type { WrittenReply } from './written.ts'

/** The configuration of a mock: the same shape in YAML (see `loadConfig`) and in code. */
export interface MockConfig {
  /** Fixes the identifiers, so that two runs give the same bytes. Drawn at random when absent. */
  seed?: string
  /** Whether the header `x-test-fault` provokes errors, faults and disturbances. Default true. */
  test_headers?: boolean
  /** The most output tokens of the deployment, for any request. */
  max_tokens?: number
  /** Pauses of streamed responses, if neither project nor model has others; a distribution draws them with the seed. */
  pace?: PaceSettings
  /** Responses by request, in every project; those of a project come before them. */
  replies?: readonly WrittenReply[]
  models: Record<string, ModelConfig>
  projects: Record<string, ProjectConfig>
}

/** One model of the deployment. */
export interface ModelConfig {
  /** Seconds since the epoch, 0 to 9223372036854775807. */
  created?: number | bigint
  /** `echo` (default) repeats the last user text; any other text is the response itself. */
  reply?: string
  /** The most output tokens of this model. */
  max_tokens?: number
  /** False: listed, and every completion is 503. */
  available?: boolean
  /** `details` (default), `plain`, or `unknown`: left out of responses, as 2.5 asks. */
  usage?: 'details' | 'plain' | 'unknown'
  /** Pauses of a streamed response; without them a stream is sent in one go. */
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
  /** The most output tokens for a request without a limit. */
  default_max_tokens?: number
  /** The most output tokens of this project, for any request. */
  max_tokens?: number
  /** Pauses of its streamed responses, instead of those of the models. */
  pace?: PaceSettings
  /** Responses by request: the first one that fits. If none does, the model responds. */
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
