/** What a record must contain to judge a requirement. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { requirementsOf, type WireName } from '../judge/schema.ts'
import type { Part } from './seen.ts'

/** Requirements that one exchange, or several together, can show; the shapes of bodies and requests follow from the schemas. */
const NEEDS = {
  'gateway-statuses': ['status'],
  'models-statuses': ['status'],
  'models-not-limited': ['status'],
  'completion-statuses': ['status'],
  'request-id-present': ['missing id'],
  'request-id-unique': ['request id'],
  'request-id-generated': ['request id', 'request'],
  'models-media-type': ['media type'],
  'completion-media-type': ['media type'],
  'stream-media-type': ['media type'],
  'error-media-type': ['media type'],
  'retry-after': ['headers'],
  'retry-after-computed': ['headers', 'body'],
  'auth-challenge': ['headers'],
  'auth-error-type': ['body'],
  'error-type-fits-status': ['body'],
  'error-texts-filled': ['body'],
  'error-param-names-field': ['body', 'request'],
  'error-param-path': ['body', 'request'],
  'models-list': ['body'],
  'list-ids-unique': ['body'],
  'list-steady': ['body', 'headers', 'request'],
  'completion-id-filled': ['body'],
  'completion-id-unique': ['body'],
  'completion-json': ['body', 'request'],
  'stream-started': ['body', 'request'],
  'completion-model-echo': ['body', 'request'],
  'usage-total-sum': ['body'],
  'usage-not-zero': ['body', 'request'],
  'json-read-alike': ['bytes'],
  'completion-text-whole': ['bytes', 'request'],
  'stream-text-whole': ['bytes', 'request'],
  'stream-framing': ['body'],
  'stream-blank-lines': ['body'],
  'stream-chunk-json': ['body'],
  'stream-content': ['body'],
  'stream-final-chunk': ['body'],
  'stream-final-delta': ['body'],
  'stream-final-delta-bare': ['body'],
  'stream-after-final': ['body'],
  'stream-done': ['body'],
  'stream-after-done': ['body'],
  'stream-one-id': ['body'],
  'stream-invalid-request': ['body', 'request'],
  'request-size-accepted': ['status', 'request'],
  'request-size-refused': ['status', 'request'],
  'request-no-null': ['status', 'request'],
  'request-closed-likely': ['status', 'request'],
  'request-max-exclusive': ['status', 'request'],
  'request-stream-options-need-stream': ['status', 'request'],
  'auth-valid-key': ['status', 'headers', 'request'],
  'model-not-authorized': ['status', 'headers', 'request'],
} as const satisfies Partial<Record<RequirementId, readonly Part[]>>

const RESPONSES: readonly WireName[] = ['model-list', 'chat-completion', 'chat-completion-chunk', 'error']

/** Every requirement that traffic can show, with what it needs. */
export const needs: ReadonlyMap<RequirementId, readonly Part[]> = new Map<RequirementId, readonly Part[]>([
  ...RESPONSES.flatMap((name) => [...requirementsOf(name)].map((id) => [id, ['body']] as const)),
  ...[...requirementsOf('chat-completion-request')]
    // The contract closes only its own top level; members deeper inside may be refused or not.
    .filter((id) => !id.endsWith('-closed') || id === 'request-closed')
    .map((id) => [id, ['status', 'request']] as const),
  ...(Object.entries(NEEDS) as [RequirementId, readonly Part[]][]),
])
