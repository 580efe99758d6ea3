import type { Apply, Fault } from '../../deviation.ts'
import { editAnswer, withHeader } from '../../edits/json.ts'
import { both, onCompletion, onList, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_LIST, NO_STREAM, REFUSALS, UNAUTHENTICATED, UNLISTED } from '../breaks.ts'

const ofList: When = (_, { operation }) => operation === 'models'
const ofCompletion: When = (_, { operation }) => operation === 'completion'
const UNKNOWN_MODEL = ['model-not-found', 'model-not-authorized', 'auth-project-catalog']

/** Which refusal gets which other status, and what that breaks. */
const WRONG: [name: string, when: When, status: number, breaks: readonly string[]][] = [
  ['invalid-as-422', onReason('invalid'), 422, [...REFUSALS, 'completion-statuses']],
  ['invalid-as-404', onReason('invalid'), 404, REFUSALS],
  ['invalid-as-500', onReason('invalid'), 500, REFUSALS],
  [
    'invalid-as-200',
    onReason('invalid'),
    200,
    [
      ...REFUSALS,
      'completion-json',
      'completion-object',
      'completion-id',
      'completion-created',
      'completion-model',
      'completion-choices',
    ],
  ],
  [
    'not-json-as-415',
    onReason('not_json'),
    415,
    ['request-body-json', 'request-body-utf8', 'completion-statuses', 'status-order'],
  ],
  [
    'not-json-as-422',
    onReason('not_json'),
    422,
    ['request-body-json', 'request-body-utf8', 'completion-statuses', 'status-order'],
  ],
  ['not-json-as-500', onReason('not_json'), 500, ['request-body-json', 'request-body-utf8', 'status-order']],
  ['unauthenticated-as-400', onReason('unauthenticated'), 400, [...UNAUTHENTICATED, 'models-statuses', 'status-order']],
  ['unauthenticated-as-403', onReason('unauthenticated'), 403, [...UNAUTHENTICATED, 'status-order']],
  ['unauthenticated-as-404', onReason('unauthenticated'), 404, [...UNAUTHENTICATED, 'models-statuses', 'status-order']],
  ['unauthenticated-as-407', onReason('unauthenticated'), 407, [...UNAUTHENTICATED, ...UNLISTED, 'status-order']],
  ['unauthenticated-as-500', onReason('unauthenticated'), 500, [...UNAUTHENTICATED, 'status-order']],
  ['unauthenticated-as-403-on-models', both(onReason('unauthenticated'), ofList), 403, UNAUTHENTICATED],
  [
    'unauthenticated-as-403-on-completions',
    both(onReason('unauthenticated'), ofCompletion),
    403,
    [...UNAUTHENTICATED, 'status-order'],
  ],
  ['disabled-as-401', onReason('disabled'), 401, ['auth-disabled', 'auth-disabled-models', 'auth-challenge']],
  ['disabled-as-402', onReason('disabled'), 402, ['auth-disabled', 'auth-disabled-models', ...UNLISTED]],
  ['disabled-as-404', both(onReason('disabled'), ofCompletion), 404, ['auth-disabled']],
  ['disabled-as-401-on-models', both(onReason('disabled'), ofList), 401, ['auth-disabled-models', 'auth-challenge']],
  ['disabled-as-423-on-models', both(onReason('disabled'), ofList), 423, ['auth-disabled-models', 'models-statuses']],
  ['unknown-model-as-400', onReason('model_not_found'), 400, UNKNOWN_MODEL],
  ['unknown-model-as-403', onReason('model_not_found'), 403, UNKNOWN_MODEL],
  ['unknown-model-as-410', onReason('model_not_found'), 410, [...UNKNOWN_MODEL, 'completion-statuses']],
  ['unknown-model-as-422', onReason('model_not_found'), 422, [...UNKNOWN_MODEL, 'completion-statuses']],
  ['unknown-model-as-503', onReason('model_not_found'), 503, UNKNOWN_MODEL],
  ['too-large-as-400', onReason('too_large'), 400, ['request-size-refused']],
  ['too-large-as-422', onReason('too_large'), 422, ['request-size-refused', 'completion-statuses', 'status-order']],
  ['too-large-as-431', onReason('too_large'), 431, ['request-size-refused', 'completion-statuses', 'status-order']],
  ['too-large-as-500', onReason('too_large'), 500, ['request-size-refused', 'status-order']],
  ['too-large-as-507', onReason('too_large'), 507, ['request-size-refused', 'completion-statuses', 'status-order']],
  ['limited-as-403', onReason('limited'), 403, ['limit-429']],
  ['limited-as-503', onReason('limited'), 503, ['limit-429']],
  ['limited-as-509', onReason('limited'), 509, ['limit-429', 'completion-statuses']],
  ['limited-as-400', onReason('limited'), 400, ['limit-429']],
  ['internal-as-501', onReason('internal'), 501, ['internal-500', ...UNLISTED]],
  ['internal-as-502', onReason('internal'), 502, ['internal-500', 'gateway-statuses', ...UNLISTED]],
  ['internal-as-503', onReason('internal'), 503, ['internal-500']],
  ['internal-as-400', onReason('internal'), 400, ['internal-500', 'models-statuses']],
  ['unavailable-as-502', onReason('unavailable'), 502, ['unavailable-503', 'gateway-statuses', ...UNLISTED]],
  ['unavailable-as-504', onReason('unavailable'), 504, ['unavailable-503', 'gateway-statuses', ...UNLISTED]],
  ['unavailable-as-500', onReason('unavailable'), 500, ['unavailable-503']],
  ['unavailable-as-529', onReason('unavailable'), 529, ['unavailable-503', ...UNLISTED]],
  ['unavailable-as-408', onReason('unavailable'), 408, ['unavailable-503', ...UNLISTED]],
  [
    'unavailable-as-404',
    onReason('unavailable'),
    404,
    ['unavailable-503', 'model-listed-callable', 'auth-project-catalog'],
  ],
]

const REDIRECTS: [name: string, when: When, status: number, breaks: readonly string[]][] = [
  ['list-is-redirected', onList, 302, ['models-statuses', 'auth-disabled-models', ...NO_LIST]],
  ['list-is-redirected-for-good', onList, 308, ['models-statuses', 'auth-disabled-models', ...NO_LIST]],
  ['stream-is-redirected', onStream, 307, ['completion-statuses', ...NO_STREAM]],
]

/** Statuses that do not fit what happened (4.1, 4.2, 7.3). The type of the error follows the status, so that nothing else is wrong. */
export const statusFaults = (): readonly Fault[] => [
  ...WRONG.map(
    ([name, when, status, breaks]): Fault => ({ name, breaks, shows: shown(name), apply: as(when, status) }),
  ),
  ...REDIRECTS.map(
    ([name, when, status, breaks]): Fault => ({
      name,
      breaks,
      shows: `the answer is ${status} with a Location`,
      apply: editAnswer(when, (answer) => ({
        ...answer,
        status,
        headers: withHeader(answer.headers, 'location', '/v1/elsewhere'),
      })),
    }),
  ),
  {
    name: 'list-as-201',
    breaks: ['models-statuses', 'auth-disabled-models', ...NO_LIST],
    shows: 'the model list comes with 201',
    apply: as(onList, 201),
  },
  {
    name: 'empty-list-as-204',
    breaks: ['models-statuses', 'list-empty', 'models-list', 'models-media-type', 'list-object'],
    shows: 'a project without models gets 204',
    apply: editAnswer(
      (answer, call) => onList(answer, call) && call.project?.models.size === 0,
      (answer) => ({
        ...answer,
        status: 204,
        body: '',
        headers: withHeader(answer.headers, 'content-type', undefined),
      }),
    ),
  },
  {
    name: 'stream-as-201',
    breaks: ['completion-statuses', ...NO_STREAM],
    shows: 'streams come with 201',
    apply: as(onStream, 201),
  },
  {
    name: 'stop-array-as-202',
    breaks: ['completion-statuses', 'completion-json', 'request-stop'],
    shows: 'a completion with a stop array comes with 202',
    apply: as((answer, call) => onCompletion(answer, call) && Array.isArray(call.body?.stop), 202),
  },
]

/** Another status, and a type of error that fits it. */
function as(when: When, status: number): Apply {
  return editAnswer(when, (answer) => {
    if (answer.error === undefined) return { ...answer, status }
    const document = JSON.parse(answer.body as string)
    document.error.type = typeOf(status)
    return { ...answer, status, body: JSON.stringify(document) }
  })
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

function shown(name: string): string {
  const [what, status] = name.split('-as-')
  return `${what?.replaceAll('-', ' ')} is answered with ${status?.replaceAll('-', ' ')}`
}
