import { breaking, worded } from '../../deviation.ts'
import { asStatus } from '../../edits/responses.ts'
import { both, onReason, type When } from '../../edits/when.ts'
import { NUMBERS } from '../breaks.ts'

/** Selects errors by their code, or with a function. */
type Which = string | ((error: { code: string; param: string | null; message: string }) => boolean)

/** Requirements that break if all refusals of null, of wrong types, or of unknown members are wrong. */
const REQUIRED = [
  'request-model',
  'request-messages',
  'message-role',
  'message-content',
  'request-stream-options',
] as const
const TYPES = [...REQUIRED, 'message-object', ...NUMBERS, 'request-stream', 'request-stop'] as const
const CLOSED = ['request-closed', 'message-closed', 'request-stream-options-closed'] as const
const LIKELY = ['request-closed-likely', 'message-closed-likely', 'request-stream-options-closed-likely'] as const
const LIMITS = ['request-max-tokens', 'request-max-completion-tokens'] as const
/** Requirements that each of these faults breaks. */
const ANY = ['stream-invalid-request', 'status-order'] as const

const role: Which = ({ param, code }) => param?.endsWith('.role') === true && code === 'invalid_value'
const model: Which = ({ param, code }) => param === 'model' && code === 'invalid_value'
const missingModel: Which = ({ param, code }) => param === 'model' && code !== 'invalid_value'
const messages: Which = ({ param }) => param === 'messages'
const n: Which = ({ param }) => param === 'n'
const beyondLongs: Which = ({ code, message }) => code === 'out_of_range' && message.includes('at most 9')

/** Selects the errors that are meant. */
const meant =
  (which: Which): When =>
  ({ body }) => {
    const { error } = JSON.parse(body as string)
    return typeof which === 'string' ? error.code === which : which(error)
  }

/** Changes the status of a refusal: `null gets 422 rather than 400`. */
const as = (what: string, which: Which) => (status: number) =>
  worded(`${what} gets ${status} rather than 400`, asStatus(status, both(onReason('invalid'), meant(which))))

const lonelyOptions = as('lonely options', 'stream_options_without_stream')

/** Refusals for the right reason with the wrong status (4.2, 7.3). */
export const faults = () => [
  breaking([...TYPES, 'request-no-null', ...ANY], as('null', 'null_field'), {
    'null-as-422': [422, 'completion-statuses'],
    'null-as-500': 500,
  }),
  breaking([...TYPES, ...ANY], as('wrong type', 'wrong_type'), {
    'wrong-type-as-422': [422, 'completion-statuses'],
    'wrong-type-as-500': [500, 'request-depth'],
  }),
  breaking([...REQUIRED, ...ANY], as('missing field', 'missing_field'), {
    'missing-field-as-422': [422, 'completion-statuses'],
  }),
  breaking([...NUMBERS, ...ANY], as('out of range', 'out_of_range'), {
    'out-of-range-as-422': [422, 'completion-statuses'],
    'out-of-range-as-500': 500,
  }),
  breaking([...CLOSED, ...LIKELY, ...ANY], as('unknown field', 'unknown_field'), {
    'unknown-field-as-500': [500, 'request-depth'],
    'unknown-field-as-422': [422, 'completion-statuses'],
    'unknown-field-as-501': [501, 'completion-statuses', 'request-depth'],
  }),
  breaking(['request-model-pattern', ...ANY], as('odd model', model), {
    'odd-model-as-403': 403,
    'odd-model-as-422': [422, 'completion-statuses'],
    'malformed-model-as-502': [502, 'completion-statuses', 'gateway-statuses'],
  }),
  breaking(['message-role', ...ANY], as('unknown role', role), {
    'unknown-role-as-403': 403,
    'unknown-role-as-500': [500, 'request-closed'],
  }),
  breaking(['message-content', 'request-stop', ...ANY], as('empty content', 'empty_value'), {
    'empty-content-as-406': [406, 'completion-statuses'],
    'empty-content-as-500': 500,
  }),
  breaking(['request-messages', 'request-no-null', ...ANY], {
    'missing-messages-as-404': as('missing messages', messages)(404),
    'no-messages-as-500': as('no messages', messages)(500),
  }),
  breaking([...ANY, 'completion-statuses'], {
    'exclusive-fields-as-409': [as('exclusive fields', 'exclusive_fields')(409), 'request-max-exclusive'],
    'lonely-options-as-412': [lonelyOptions(412), 'request-stream-options-need-stream'],
    'several-choices-as-501': [as('several choices', n)(501), 'request-n', 'request-no-null'],
  }),
  breaking(ANY, {
    'missing-model-as-404': [as('missing model', missingModel)(404), 'request-model', 'request-no-null'],
    'huge-limit-as-500': [as('huge limit', beyondLongs)(500), ...LIMITS],
  }),
]
