import { type Apply, breaking, worded } from '../../deviation.ts'
import { asStatus, editResponse, typed, withHeader } from '../../edits/responses.ts'
import { both, onCompletion, onList, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_COMPLETION, NO_LIST, NO_STREAM, REFUSALS, UNAUTHENTICATED } from '../breaks.ts'

/** Requirements that break with statuses that the contract does not list. */
const UNLISTED = ['completion-statuses', 'models-statuses'] as const

/** Changes a status, on both operations or on one. */
const as = (words: string, of?: 'models' | 'completions') => {
  const when = both(onReason(words.replaceAll(' ', '_')), (_, { operation }) => !of || of.startsWith(String(operation)))
  const on = of ? ` on ${of}` : ''
  return (status: number) => worded(`${words} gets ${status}${on}`, asStatus(status, when))
}

const onEmptyList = both(onList, (_, { project }) => project?.models.size === 0)
const onStopArray = both(onCompletion, (_, { body }) => Array.isArray(body?.stop))
const redirected = (when: When, status: number) =>
  editResponse(when, (response) => ({ ...withHeader(response, 'location', '/v1/elsewhere'), status }))
const empty = editResponse(onEmptyList, (response) => ({ ...typed(response, undefined), status: 204, body: '' }))

/** Wrong statuses of refusals, and successful responses with another status than 200 (4.1, 4.2, 7.3). */
export const faults = () => [
  breaking(REFUSALS, as('invalid'), {
    'invalid-as-404': 404,
    'invalid-as-500': 500,
    'invalid-as-200': [200, ...NO_COMPLETION],
    'invalid-as-422': [422, 'completion-statuses'],
  }),
  breaking(['request-body-json', 'request-body-utf8', 'status-order'], as('not json'), {
    'not-json-as-500': 500,
    'not-json-as-429': 429,
    'not-json-as-415': [415, 'completion-statuses'],
    'not-json-as-422': [422, 'completion-statuses'],
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], as('unauthenticated'), {
    'unauthenticated-as-400': [400, 'models-statuses'],
    'unauthenticated-as-403': 403,
    'unauthenticated-as-404': [404, 'models-statuses'],
    'unauthenticated-as-407': [407, ...UNLISTED],
    'unauthenticated-as-500': 500,
  }),
  breaking(UNAUTHENTICATED, {
    'unauthenticated-as-403-on-models': as('unauthenticated', 'models')(403),
    'unauthenticated-as-403-on-completions': [as('unauthenticated', 'completions')(403), 'status-order'],
  }),
  breaking(['auth-disabled', 'auth-disabled-models'], as('disabled'), {
    'disabled-as-401': [401, 'auth-challenge'],
    'disabled-as-402': [402, ...UNLISTED],
    'disabled-as-429': [429, 'models-not-limited'],
  }),
  breaking([], {
    'disabled-as-401-on-models': [as('disabled', 'models')(401), 'auth-disabled-models', 'auth-challenge'],
    'disabled-as-423-on-models': [as('disabled', 'models')(423), 'auth-disabled-models', 'models-statuses'],
    'disabled-as-404: disabled gets 404': [as('disabled', 'completions')(404), 'auth-disabled'],
  }),
  breaking(['model-not-found', 'model-not-authorized', 'auth-project-catalog'], as('model not found'), {
    'unknown-model-as-400': 400,
    'unknown-model-as-200': [200, ...NO_COMPLETION],
    'unknown-model-as-403': 403,
    'unknown-model-as-410': [410, 'completion-statuses'],
    'unknown-model-as-422': [422, 'completion-statuses'],
    'unknown-model-as-500': 500,
    'unknown-model-as-503': 503,
  }),
  breaking(['request-size-refused'], as('too large'), {
    'too-large-as-400': 400,
    'too-large-as-422': [422, 'completion-statuses', 'status-order'],
    'too-large-as-431': [431, 'completion-statuses', 'status-order'],
    'too-large-as-500': [500, 'status-order'],
    'too-large-as-507': [507, 'completion-statuses', 'status-order'],
  }),
  breaking(['limit-429'], as('limited'), {
    'limited-as-400': 400,
    'limited-as-403': 403,
    'limited-as-503': 503,
    'limited-as-509': [509, 'completion-statuses'],
  }),
  breaking(['internal-500'], as('internal'), {
    'internal-as-400': [400, 'models-statuses'],
    'internal-as-501': [501, ...UNLISTED],
    'internal-as-502': [502, ...UNLISTED, 'gateway-statuses'],
    'internal-as-503': 503,
  }),
  breaking(['unavailable-503'], as('unavailable'), {
    'unavailable-as-200': [200, ...NO_COMPLETION],
    'unavailable-as-404': [404, 'model-listed-callable', 'auth-project-catalog'],
    'unavailable-as-408': [408, ...UNLISTED],
    'unavailable-as-429': 429,
    'unavailable-as-500': 500,
    'unavailable-as-502': [502, ...UNLISTED, 'gateway-statuses'],
    'unavailable-as-504': [504, ...UNLISTED, 'gateway-statuses'],
    'unavailable-as-529': [529, ...UNLISTED],
  }),
  breaking(['gateway-status-once'], {
    'one-request-as-502: one request in the middle of a run gets 502': onNumbers(502, 150),
  }),
  breaking(['gateway-statuses', 'error-body', 'error-media-type'], {
    'some-requests-as-504: five requests of a run get the status 504 and no error body': onNumbers(
      504,
      150,
      170,
      190,
      210,
      230,
    ),
  }),
  breaking(['models-statuses', 'auth-disabled-models', ...NO_LIST], {
    'list-is-redirected: the response is 302 with a Location': redirected(onList, 302),
    'list-is-redirected-for-good: the response is 308 with a Location': redirected(onList, 308),
    'list-as-201: the model list is sent with 201': editResponse(onList, { status: 201 }),
  }),
  breaking(['completion-statuses', ...NO_STREAM], {
    'stream-is-redirected: the response is 307 with a Location': redirected(onStream, 307),
    'stream-as-201: streams are sent with 201': editResponse(onStream, { status: 201 }),
  }),
  breaking(['models-statuses', 'list-empty', 'models-list', 'models-media-type', 'list-object'], {
    'empty-list-as-204: a project without models gets 204': empty,
  }),
  breaking(['completion-statuses', 'completion-json', 'request-stop'], {
    'stop-array-as-202: a completion with a stop array is sent with 202': editResponse(onStopArray, { status: 202 }),
  }),
]

/** Changes the status of the requests of a gateway with these numbers. */
function onNumbers(status: number, ...numbers: number[]): Apply {
  return editResponse((_, { number }) => numbers.includes(number), { status })
}
