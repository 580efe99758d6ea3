import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { both, onReason, type When } from '../../edits/when.ts'
import { REFUSALS, UNAUTHENTICATED } from '../breaks.ts'

const ofList: When = (_, { operation }) => operation === 'models'
const ofCompletion: When = (_, { operation }) => operation === 'completion'
const UNKNOWN_MODEL: readonly RequirementId[] = ['model-not-found', 'model-not-authorized', 'auth-project-catalog']

/** Refusals with a status that does not fit their reason (4.1, 4.2, 7.3). */
export const refusalStatusFaults = (): readonly Fault[] => [
  fault(
    'invalid-as-422',
    [...REFUSALS, 'completion-statuses'],
    'invalid is answered with 422',
    answered('invalid', 422),
  ),
  fault('invalid-as-404', REFUSALS, 'invalid is answered with 404', answered('invalid', 404)),
  fault('invalid-as-500', REFUSALS, 'invalid is answered with 500', answered('invalid', 500)),
  fault('invalid-as-200', REFUSALS, 'invalid is answered with 200', answered('invalid', 200)),
  fault(
    'not-json-as-415',
    ['request-body-json', 'request-body-utf8', 'completion-statuses', 'status-order'],
    'not json is answered with 415',
    answered('not_json', 415),
  ),
  fault(
    'not-json-as-422',
    ['request-body-json', 'request-body-utf8', 'completion-statuses', 'status-order'],
    'not json is answered with 422',
    answered('not_json', 422),
  ),
  fault(
    'not-json-as-500',
    ['request-body-json', 'request-body-utf8', 'status-order'],
    'not json is answered with 500',
    answered('not_json', 500),
  ),
  fault(
    'unauthenticated-as-400',
    [...UNAUTHENTICATED, 'models-statuses', 'status-order'],
    'unauthenticated is answered with 400',
    answered('unauthenticated', 400),
  ),
  fault(
    'unauthenticated-as-403',
    [...UNAUTHENTICATED, 'status-order'],
    'unauthenticated is answered with 403',
    answered('unauthenticated', 403),
  ),
  fault(
    'unauthenticated-as-404',
    [...UNAUTHENTICATED, 'models-statuses', 'status-order'],
    'unauthenticated is answered with 404',
    answered('unauthenticated', 404),
  ),
  fault(
    'unauthenticated-as-407',
    [...UNAUTHENTICATED, 'completion-statuses', 'models-statuses', 'status-order'],
    'unauthenticated is answered with 407',
    answered('unauthenticated', 407),
  ),
  fault(
    'unauthenticated-as-500',
    [...UNAUTHENTICATED, 'status-order'],
    'unauthenticated is answered with 500',
    answered('unauthenticated', 500),
  ),
  fault(
    'unauthenticated-as-403-on-models',
    UNAUTHENTICATED,
    'unauthenticated is answered with 403 on models',
    answered('unauthenticated', 403, ofList),
  ),
  fault(
    'unauthenticated-as-403-on-completions',
    [...UNAUTHENTICATED, 'status-order'],
    'unauthenticated is answered with 403 on completions',
    answered('unauthenticated', 403, ofCompletion),
  ),
  fault(
    'disabled-as-401',
    ['auth-disabled', 'auth-disabled-models', 'auth-challenge'],
    'disabled is answered with 401',
    answered('disabled', 401),
  ),
  fault(
    'disabled-as-402',
    ['auth-disabled', 'auth-disabled-models', 'completion-statuses', 'models-statuses'],
    'disabled is answered with 402',
    answered('disabled', 402),
  ),
  fault('disabled-as-404', ['auth-disabled'], 'disabled is answered with 404', answered('disabled', 404, ofCompletion)),
  fault(
    'disabled-as-401-on-models',
    ['auth-disabled-models', 'auth-challenge'],
    'disabled is answered with 401 on models',
    answered('disabled', 401, ofList),
  ),
  fault(
    'disabled-as-423-on-models',
    ['auth-disabled-models', 'models-statuses'],
    'disabled is answered with 423 on models',
    answered('disabled', 423, ofList),
  ),
  fault('unknown-model-as-400', UNKNOWN_MODEL, 'unknown model is answered with 400', answered('model_not_found', 400)),
  fault('unknown-model-as-403', UNKNOWN_MODEL, 'unknown model is answered with 403', answered('model_not_found', 403)),
  fault(
    'unknown-model-as-410',
    [...UNKNOWN_MODEL, 'completion-statuses'],
    'unknown model is answered with 410',
    answered('model_not_found', 410),
  ),
  fault(
    'unknown-model-as-422',
    [...UNKNOWN_MODEL, 'completion-statuses'],
    'unknown model is answered with 422',
    answered('model_not_found', 422),
  ),
  fault('unknown-model-as-503', UNKNOWN_MODEL, 'unknown model is answered with 503', answered('model_not_found', 503)),
  fault('too-large-as-400', ['request-size-refused'], 'too large is answered with 400', answered('too_large', 400)),
  fault(
    'too-large-as-422',
    ['request-size-refused', 'completion-statuses', 'status-order'],
    'too large is answered with 422',
    answered('too_large', 422),
  ),
  fault(
    'too-large-as-431',
    ['request-size-refused', 'completion-statuses', 'status-order'],
    'too large is answered with 431',
    answered('too_large', 431),
  ),
  fault(
    'too-large-as-500',
    ['request-size-refused', 'status-order'],
    'too large is answered with 500',
    answered('too_large', 500),
  ),
  fault(
    'too-large-as-507',
    ['request-size-refused', 'completion-statuses', 'status-order'],
    'too large is answered with 507',
    answered('too_large', 507),
  ),
  fault('limited-as-403', ['limit-429'], 'limited is answered with 403', answered('limited', 403)),
  fault('limited-as-503', ['limit-429'], 'limited is answered with 503', answered('limited', 503)),
  fault(
    'limited-as-509',
    ['limit-429', 'completion-statuses'],
    'limited is answered with 509',
    answered('limited', 509),
  ),
  fault('limited-as-400', ['limit-429'], 'limited is answered with 400', answered('limited', 400)),
  fault(
    'internal-as-501',
    ['internal-500', 'completion-statuses', 'models-statuses'],
    'internal is answered with 501',
    answered('internal', 501),
  ),
  fault(
    'internal-as-502',
    ['internal-500', 'gateway-statuses', 'completion-statuses', 'models-statuses'],
    'internal is answered with 502',
    answered('internal', 502),
  ),
  fault('internal-as-503', ['internal-500'], 'internal is answered with 503', answered('internal', 503)),
  fault(
    'internal-as-400',
    ['internal-500', 'models-statuses'],
    'internal is answered with 400',
    answered('internal', 400),
  ),
  fault(
    'unavailable-as-502',
    ['unavailable-503', 'gateway-statuses', 'completion-statuses', 'models-statuses'],
    'unavailable is answered with 502',
    answered('unavailable', 502),
  ),
  fault(
    'unavailable-as-504',
    ['unavailable-503', 'gateway-statuses', 'completion-statuses', 'models-statuses'],
    'unavailable is answered with 504',
    answered('unavailable', 504),
  ),
  fault('unavailable-as-500', ['unavailable-503'], 'unavailable is answered with 500', answered('unavailable', 500)),
  fault(
    'unavailable-as-529',
    ['unavailable-503', 'completion-statuses', 'models-statuses'],
    'unavailable is answered with 529',
    answered('unavailable', 529),
  ),
  fault(
    'unavailable-as-408',
    ['unavailable-503', 'completion-statuses', 'models-statuses'],
    'unavailable is answered with 408',
    answered('unavailable', 408),
  ),
  fault(
    'unavailable-as-404',
    ['unavailable-503', 'model-listed-callable', 'auth-project-catalog'],
    'unavailable is answered with 404',
    answered('unavailable', 404),
  ),
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
