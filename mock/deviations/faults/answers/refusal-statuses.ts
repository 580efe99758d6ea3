import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { both, onReason, type When } from '../../edits/when.ts'
import { REFUSALS, UNAUTHENTICATED } from '../breaks.ts'

const ofList: When = (_, { operation }) => operation === 'models'
const ofCompletion: When = (_, { operation }) => operation === 'completion'
/** Members that an error sent as a completion lacks. */
const NO_FIELDS: readonly RequirementId[] = [
  'completion-id',
  'completion-object',
  'completion-created',
  'completion-model',
  'completion-choices',
]
const UNKNOWN_MODEL: readonly RequirementId[] = ['model-not-found', 'model-not-authorized', 'auth-project-catalog']

/** Refusals with a status that does not fit their reason (4.1, 4.2, 7.3). */
export const faults = () => [
  breaking([...REFUSALS, 'completion-statuses'], {
    'invalid-as-422': ['invalid is answered with 422', answered('invalid', 422)],
  }),
  breaking(REFUSALS, {
    'invalid-as-404': ['invalid is answered with 404', answered('invalid', 404)],
    'invalid-as-500': ['invalid is answered with 500', answered('invalid', 500)],
    'invalid-as-200': ['invalid is answered with 200', answered('invalid', 200)],
  }),
  breaking(['request-body-json', 'request-body-utf8', 'status-order'], {
    'not-json-as-500': ['not json is answered with 500', answered('not_json', 500)],
    'not-json-as-415': ['not json is answered with 415', answered('not_json', 415), 'completion-statuses'],
    'not-json-as-422': ['not json is answered with 422', answered('not_json', 422), 'completion-statuses'],
  }),
  breaking([...UNAUTHENTICATED, 'models-statuses', 'status-order'], {
    'unauthenticated-as-400': ['unauthenticated is answered with 400', answered('unauthenticated', 400)],
    'unauthenticated-as-404': ['unauthenticated is answered with 404', answered('unauthenticated', 404)],
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], {
    'unauthenticated-as-403': ['unauthenticated is answered with 403', answered('unauthenticated', 403)],
    'unauthenticated-as-500': ['unauthenticated is answered with 500', answered('unauthenticated', 500)],
    'unauthenticated-as-403-on-completions': [
      'unauthenticated is answered with 403 on completions',
      answered('unauthenticated', 403, ofCompletion),
    ],
  }),
  breaking([...UNAUTHENTICATED, 'completion-statuses', 'models-statuses', 'status-order'], {
    'unauthenticated-as-407': ['unauthenticated is answered with 407', answered('unauthenticated', 407)],
  }),
  breaking(UNAUTHENTICATED, {
    'unauthenticated-as-403-on-models': [
      'unauthenticated is answered with 403 on models',
      answered('unauthenticated', 403, ofList),
    ],
  }),
  breaking(['auth-disabled', 'auth-disabled-models', 'completion-statuses', 'models-statuses'], {
    'disabled-as-402': ['disabled is answered with 402', answered('disabled', 402)],
  }),
  breaking(['auth-disabled', 'auth-disabled-models', 'models-not-limited'], {
    'disabled-as-429': ['disabled is answered with 429', answered('disabled', 429)],
  }),
  breaking(['auth-disabled'], {
    'disabled-as-404': ['disabled is answered with 404', answered('disabled', 404, ofCompletion)],
  }),
  breaking(['auth-disabled-models', 'auth-challenge'], {
    'disabled-as-401-on-models': ['disabled is answered with 401 on models', answered('disabled', 401, ofList)],
    'disabled-as-401': ['disabled is answered with 401', answered('disabled', 401), 'auth-disabled'],
  }),
  breaking(['auth-disabled-models', 'models-statuses'], {
    'disabled-as-423-on-models': ['disabled is answered with 423 on models', answered('disabled', 423, ofList)],
  }),
  breaking(UNKNOWN_MODEL, {
    'unknown-model-as-400': ['unknown model is answered with 400', answered('model_not_found', 400)],
    'unknown-model-as-200': ['unknown model is answered with 200', answered('model_not_found', 200), ...NO_FIELDS],
    'unknown-model-as-403': ['unknown model is answered with 403', answered('model_not_found', 403)],
    'unknown-model-as-500': ['unknown model is answered with 500', answered('model_not_found', 500)],
    'unknown-model-as-503': ['unknown model is answered with 503', answered('model_not_found', 503)],
  }),
  breaking([...UNKNOWN_MODEL, 'completion-statuses'], {
    'unknown-model-as-410': ['unknown model is answered with 410', answered('model_not_found', 410)],
    'unknown-model-as-422': ['unknown model is answered with 422', answered('model_not_found', 422)],
  }),
  breaking(['request-size-refused'], {
    'too-large-as-400': ['too large is answered with 400', answered('too_large', 400)],
    'too-large-as-500': ['too large is answered with 500', answered('too_large', 500), 'status-order'],
  }),
  breaking(['request-size-refused', 'completion-statuses', 'status-order'], {
    'too-large-as-422': ['too large is answered with 422', answered('too_large', 422)],
    'too-large-as-431': ['too large is answered with 431', answered('too_large', 431)],
    'too-large-as-507': ['too large is answered with 507', answered('too_large', 507)],
  }),
  breaking(['limit-429'], {
    'limited-as-403': ['limited is answered with 403', answered('limited', 403)],
    'limited-as-503': ['limited is answered with 503', answered('limited', 503)],
    'limited-as-400': ['limited is answered with 400', answered('limited', 400)],
    'limited-as-509': ['limited is answered with 509', answered('limited', 509), 'completion-statuses'],
  }),
  breaking(['internal-500', 'completion-statuses', 'models-statuses'], {
    'internal-as-501': ['internal is answered with 501', answered('internal', 501)],
    'internal-as-502': ['internal is answered with 502', answered('internal', 502), 'gateway-statuses'],
  }),
  breaking(['internal-500'], {
    'internal-as-503': ['internal is answered with 503', answered('internal', 503)],
    'internal-as-400': ['internal is answered with 400', answered('internal', 400), 'models-statuses'],
  }),
  breaking(['gateway-status-once'], {
    'one-request-as-502': [
      'one request in the middle of a run is answered with 502',
      editAnswer((_, { number }) => number === 150, { status: 502 }),
    ],
  }),
  breaking(['gateway-statuses', 'error-body', 'error-media-type'], {
    'two-requests-as-504': [
      'two requests of a run get the status 504 and no error body',
      editAnswer((_, { number }) => number === 150 || number === 190, { status: 504 }),
    ],
  }),
  breaking(['unavailable-503'], {
    'unavailable-as-429': ['unavailable is answered with 429', answered('unavailable', 429)],
    'unavailable-as-200': ['unavailable is answered with 200', answered('unavailable', 200), ...NO_FIELDS],
    'unavailable-as-500': ['unavailable is answered with 500', answered('unavailable', 500)],
  }),
  breaking(['unavailable-503', 'completion-statuses', 'models-statuses'], {
    'unavailable-as-529': ['unavailable is answered with 529', answered('unavailable', 529)],
    'unavailable-as-408': ['unavailable is answered with 408', answered('unavailable', 408)],
    'unavailable-as-502': ['unavailable is answered with 502', answered('unavailable', 502), 'gateway-statuses'],
    'unavailable-as-504': ['unavailable is answered with 504', answered('unavailable', 504), 'gateway-statuses'],
  }),
  breaking(['unavailable-503', 'model-listed-callable', 'auth-project-catalog'], {
    'unavailable-as-404': ['unavailable is answered with 404', answered('unavailable', 404)],
  }),
]

/** Another status, and a type of error that fits it, so that nothing else is wrong; for both operations or for one. */
function answered(reason: string, status: number, of: When = () => true): Apply {
  return editAnswer(both(onReason(reason), of), (answer) => {
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
