/** What a record must contain to judge a requirement. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { requirementsOf, type WireName } from '../judge/schema.ts'
import { names } from '../text/names.ts'
import type { Part } from './seen.ts'

/** Requirements that exchanges can show, by the parts they need. Those on shapes of bodies follow from the schemas. */
const NEEDS: readonly (readonly [parts: readonly Part[], ids: readonly RequirementId[]])[] = [
  [['status'], names('gateway-statuses models-statuses models-not-limited completion-statuses')],
  [['missing id'], names('request-id-present')],
  [['request id'], names('request-id-unique')],
  [['request id', 'request'], names('request-id-generated')],
  [['media type'], names('models-media-type completion-media-type stream-media-type error-media-type')],
  [['headers'], names('retry-after auth-challenge')],
  [['headers', 'body'], names('retry-after-computed')],
  [
    ['body'],
    names(
      'auth-error-type error-type-fits-status error-texts-filled models-list list-ids-unique',
      'completion-id-filled completion-id-unique usage-total-sum stream-framing stream-blank-lines',
      'stream-chunk-json stream-content stream-final-chunk stream-final-delta stream-final-delta-bare',
      'stream-after-final stream-done stream-after-done stream-one-id',
    ),
  ],
  [
    ['body', 'request'],
    names(
      'error-param-names-field error-param-path completion-json stream-started completion-model-echo',
      'usage-not-zero stream-invalid-request',
    ),
  ],
  [['body', 'headers', 'request'], names('list-steady')],
  [['bytes'], names('json-read-alike')],
  [['bytes', 'request'], names('completion-text-whole stream-text-whole')],
  [
    ['status', 'request'],
    names(
      'request-size-accepted request-size-refused request-no-null request-closed-likely',
      'request-max-exclusive request-stream-options-need-stream',
    ),
  ],
  [['status', 'headers', 'request'], names('auth-valid-key model-not-authorized')],
  [['headers', 'request'], names('content-coding-accepted')],
]

const RESPONSES: readonly WireName[] = ['model-list', 'chat-completion', 'chat-completion-chunk', 'error']

/** Every requirement that traffic can show, with what it needs. */
export const needs: ReadonlyMap<RequirementId, readonly Part[]> = new Map<RequirementId, readonly Part[]>([
  ...RESPONSES.flatMap((name) => [...requirementsOf(name)].map((id) => [id, ['body']] as const)),
  ...[...requirementsOf('chat-completion-request')]
    // The contract closes only its own top level; members deeper inside may be refused or not.
    .filter((id) => !id.endsWith('-closed') || id === 'request-closed')
    .map((id) => [id, ['status', 'request']] as const),
  ...NEEDS.flatMap(([parts, ids]) => ids.map((id) => [id, parts] as const)),
])
