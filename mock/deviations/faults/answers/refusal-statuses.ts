import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { breaking, type Worded, worded } from '../../deviation.ts'
import { asStatus, editAnswer } from '../../edits/json.ts'
import { both, onReason } from '../../edits/when.ts'
import { NO_COMPLETION, REFUSALS, UNAUTHENTICATED } from '../breaks.ts'

const UNKNOWN_MODEL: readonly RequirementId[] = ['model-not-found', 'model-not-authorized', 'auth-project-catalog']

/** Why a request is refused, in words. */
const REASONS = {
  invalid: 'invalid',
  'not json': 'not_json',
  unauthenticated: 'unauthenticated',
  disabled: 'disabled',
  'unknown model': 'model_not_found',
  'too large': 'too_large',
  limited: 'limited',
  internal: 'internal',
  unavailable: 'unavailable',
}

/** Another status, with the type of error that fits it, so that nothing else is wrong; for both operations or for one. */
const answered = (reason: keyof typeof REASONS, status: number, of?: 'models' | 'completions'): Worded =>
  worded(
    `${reason} is answered with ${status}${of ? ` on ${of}` : ''}`,
    asStatus(
      status,
      both(onReason(REASONS[reason]), (_, { operation }) => !of || of.startsWith(String(operation))),
      typeOf(status),
    ),
  )

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** Refusals with a status that does not fit their reason (4.1, 4.2, 7.3). */
export const faults = () => [
  breaking([], {
    'invalid-as-422': [answered('invalid', 422), ...REFUSALS, 'completion-statuses'],
    'unauthenticated-as-403-on-models': [answered('unauthenticated', 403, 'models'), ...UNAUTHENTICATED],
    'disabled-as-423-on-models': [answered('disabled', 423, 'models'), 'auth-disabled-models', 'models-statuses'],
  }),
  breaking(REFUSALS, {
    'invalid-as-404': answered('invalid', 404),
    'invalid-as-500': answered('invalid', 500),
    'invalid-as-200': [answered('invalid', 200), ...NO_COMPLETION],
  }),
  breaking(['request-body-json', 'request-body-utf8', 'status-order'], {
    'not-json-as-500': answered('not json', 500),
    'not-json-as-415': [answered('not json', 415), 'completion-statuses'],
    'not-json-as-422': [answered('not json', 422), 'completion-statuses'],
  }),
  breaking([...UNAUTHENTICATED, 'models-statuses', 'status-order'], {
    'unauthenticated-as-400': answered('unauthenticated', 400),
    'unauthenticated-as-404': answered('unauthenticated', 404),
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], {
    'unauthenticated-as-403': answered('unauthenticated', 403),
    'unauthenticated-as-500': answered('unauthenticated', 500),
    'unauthenticated-as-403-on-completions': answered('unauthenticated', 403, 'completions'),
  }),
  breaking([...UNAUTHENTICATED, 'completion-statuses', 'models-statuses', 'status-order'], {
    'unauthenticated-as-407': answered('unauthenticated', 407),
  }),

  breaking(['auth-disabled', 'auth-disabled-models', 'completion-statuses', 'models-statuses'], {
    'disabled-as-402': answered('disabled', 402),
  }),
  breaking([], {
    'disabled-as-429': [answered('disabled', 429), 'auth-disabled', 'auth-disabled-models', 'models-not-limited'],
    'disabled-as-404: disabled is answered with 404': [answered('disabled', 404, 'completions'), 'auth-disabled'],
  }),
  breaking(['auth-disabled-models', 'auth-challenge'], {
    'disabled-as-401-on-models': answered('disabled', 401, 'models'),
    'disabled-as-401': [answered('disabled', 401), 'auth-disabled'],
  }),

  breaking(UNKNOWN_MODEL, {
    'unknown-model-as-400': answered('unknown model', 400),
    'unknown-model-as-200': [answered('unknown model', 200), ...NO_COMPLETION],
    'unknown-model-as-403': answered('unknown model', 403),
    'unknown-model-as-500': answered('unknown model', 500),
    'unknown-model-as-503': answered('unknown model', 503),
  }),
  breaking([...UNKNOWN_MODEL, 'completion-statuses'], {
    'unknown-model-as-410': answered('unknown model', 410),
    'unknown-model-as-422': answered('unknown model', 422),
  }),
  breaking(['request-size-refused'], {
    'too-large-as-400': answered('too large', 400),
    'too-large-as-500': [answered('too large', 500), 'status-order'],
  }),
  breaking(['request-size-refused', 'completion-statuses', 'status-order'], {
    'too-large-as-422': answered('too large', 422),
    'too-large-as-431': answered('too large', 431),
    'too-large-as-507': answered('too large', 507),
  }),
  breaking(['limit-429'], {
    'limited-as-403': answered('limited', 403),
    'limited-as-503': answered('limited', 503),
    'limited-as-400': answered('limited', 400),
    'limited-as-509': [answered('limited', 509), 'completion-statuses'],
  }),
  breaking(['internal-500', 'completion-statuses', 'models-statuses'], {
    'internal-as-501': answered('internal', 501),
    'internal-as-502': [answered('internal', 502), 'gateway-statuses'],
  }),
  breaking(['internal-500'], {
    'internal-as-503': answered('internal', 503),
    'internal-as-400': [answered('internal', 400), 'models-statuses'],
  }),
  breaking(['gateway-status-once'], {
    'one-request-as-502: one request in the middle of a run is answered with 502': editAnswer(
      (_, { number }) => number === 150,
      { status: 502 },
    ),
  }),
  breaking(['gateway-statuses', 'error-body', 'error-media-type'], {
    'two-requests-as-504: two requests of a run get the status 504 and no error body': editAnswer(
      (_, { number }) => number === 150 || number === 190,
      { status: 504 },
    ),
  }),
  breaking(['unavailable-503'], {
    'unavailable-as-429': answered('unavailable', 429),
    'unavailable-as-200': [answered('unavailable', 200), ...NO_COMPLETION],
    'unavailable-as-500': answered('unavailable', 500),
  }),
  breaking(['unavailable-503', 'completion-statuses', 'models-statuses'], {
    'unavailable-as-529': answered('unavailable', 529),
    'unavailable-as-408': answered('unavailable', 408),
    'unavailable-as-502': [answered('unavailable', 502), 'gateway-statuses'],
    'unavailable-as-504': [answered('unavailable', 504), 'gateway-statuses'],
  }),
  breaking(['unavailable-503', 'model-listed-callable', 'auth-project-catalog'], {
    'unavailable-as-404': answered('unavailable', 404),
  }),
]
