/** Requirements that break together, because one fault affects all of them. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { RULES } from '../../core/request/rules.ts'

/** The fields that are numbers. */
export const NUMBERS: readonly RequirementId[] = [
  'request-temperature',
  'request-top-p',
  'request-max-tokens',
  'request-max-completion-tokens',
  'request-n',
]

/** The requirements on all refusals with 400: those of all rules, and those on reading the body. */
export const REFUSALS: readonly RequirementId[] = [
  ...new Set(Object.values(RULES).flatMap(({ keeps }): readonly RequirementId[] => keeps)),
  'request-body-json',
  'request-body-utf8',
  'request-depth',
  'request-depth-status',
  'stream-invalid-request',
  'status-order',
]

/** The requirements on refusals with 401. */
export const UNAUTHENTICATED: readonly RequirementId[] = [
  'auth-missing-key',
  'auth-malformed-key',
  'auth-unknown-key',
  'auth-wrong-secret',
  'auth-other-scheme',
  'auth-key-elsewhere',
]

/** Requirements that break in a gateway without streams. */
export const NO_STREAM: readonly RequirementId[] = [
  'stream-started',
  'request-stream',
  'request-stream-options',
  'request-size-accepted',
  'client-headers-tolerated',
]

/** Requirements that break if any valid request is refused. */
export const VALID: readonly RequirementId[] = ['completion-json', 'stream-started', 'request-stream-false']

/** Requirements that break in a gateway without model lists. */
export const NO_LIST: readonly RequirementId[] = [
  'models-list',
  'auth-valid-key',
  'auth-scheme-case',
  'auth-project-catalog',
  'list-empty',
  'version-path',
  'client-headers-tolerated',
]

/** Requirements that break if an event is not a chunk: on its members, and on what all chunks of a stream share. */
export const NO_CHUNK: readonly RequirementId[] = [
  'stream-chunk-json',
  'chunk-object',
  'chunk-id',
  'chunk-created',
  'chunk-model',
  'chunk-choices',
  'stream-one-id',
  'completion-model-echo',
]

/** Requirements on the members of a completion, which break if another document is sent. */
export const NO_COMPLETION: readonly RequirementId[] = [
  'completion-id',
  'completion-object',
  'completion-created',
  'completion-model',
  'completion-choices',
]
