import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { breaking, type Worded, worded } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'
import { NUMBERS } from '../breaks.ts'

/** Selects an error by its code, or by more. */
type Which = string | ((error: { code: string; param: string | null; message: string }) => boolean)

/** Broken if all refusals of null, of wrong types, or of unknown members are wrong. */
const TYPES: readonly RequirementId[] = [
  'request-model',
  'request-messages',
  'message-object',
  'message-role',
  'message-content',
  ...NUMBERS,
  'request-stream',
  'request-stream-options',
  'request-stop',
]
const CLOSED: readonly RequirementId[] = [
  'request-closed',
  'request-closed-likely',
  'message-closed',
  'message-closed-likely',
  'request-stream-options-closed',
  'request-stream-options-closed-likely',
]
/** Broken by any of these refusals, and by statuses that the contract does not have. */
const ANY: readonly RequirementId[] = ['stream-invalid-request', 'status-order']
const UNKNOWN: readonly RequirementId[] = [...ANY, 'completion-statuses']

const role: Which = ({ param, code }) => param?.endsWith('.role') === true && code === 'invalid_value'
const model: Which = ({ param, code }) => param === 'model' && code === 'invalid_value'
const messages: Which = ({ param }) => param === 'messages'

/** Refuses with another status: `null is answered with 422 rather than 400`. */
const as = (status: number, what: string, which: Which): Worded =>
  worded(
    `${what} is answered with ${status} rather than 400`,
    editAnswer(onReason('invalid'), (answer) => {
      const document = JSON.parse(answer.body as string)
      const { error } = document
      if (typeof which === 'string' ? error.code !== which : !which(error)) return false
      if (status >= 500) error.type = 'server_error'
      return { ...answer, status, body: JSON.stringify(document) }
    }),
  )

/** Refusals with the right reason and the wrong status (4.2, 7.3). */
export const faults = () => [
  breaking([...TYPES, 'request-no-null', ...ANY], {
    'null-as-422': [as(422, 'null', 'null_field'), 'completion-statuses'],
    'null-as-500': as(500, 'null', 'null_field'),
  }),
  breaking([...TYPES, ...ANY], {
    'wrong-type-as-422': [as(422, 'wrong type', 'wrong_type'), 'completion-statuses'],
    'wrong-type-as-500': [as(500, 'wrong type', 'wrong_type'), 'request-depth'],
  }),
  breaking(
    ['request-model', 'request-messages', 'message-role', 'message-content', 'request-stream-options', ...UNKNOWN],
    {
      'missing-field-as-422': as(422, 'missing field', 'missing_field'),
    },
  ),
  breaking([...NUMBERS, ...ANY], {
    'out-of-range-as-422': [as(422, 'out of range', 'out_of_range'), 'completion-statuses'],
    'out-of-range-as-500': as(500, 'out of range', 'out_of_range'),
  }),
  breaking([...CLOSED, ...ANY], {
    'unknown-field-as-500': [as(500, 'unknown field', 'unknown_field'), 'request-depth'],
    'unknown-field-as-422': [as(422, 'unknown field', 'unknown_field'), 'completion-statuses'],
    'unknown-field-as-501': [as(501, 'unknown field', 'unknown_field'), 'completion-statuses', 'request-depth'],
  }),
  breaking(UNKNOWN, {
    'exclusive-fields-as-409': [as(409, 'exclusive fields', 'exclusive_fields'), 'request-max-exclusive'],
    'lonely-options-as-412': [
      as(412, 'lonely options', 'stream_options_without_stream'),
      'request-stream-options-need-stream',
    ],
    'several-choices-as-501': [
      as(501, 'several choices', ({ param }) => param === 'n'),
      'request-n',
      'request-no-null',
    ],
    'empty-content-as-406': [as(406, 'empty content', 'empty_value'), 'message-content', 'request-stop'],
    'odd-model-as-422': [as(422, 'odd model', model), 'request-model-pattern'],
    'malformed-model-as-502': [as(502, 'a malformed model', model), 'request-model-pattern', 'gateway-statuses'],
  }),
  breaking(ANY, {
    'unknown-role-as-403': [as(403, 'unknown role', role), 'message-role'],
    'unknown-role-as-500': [as(500, 'unknown role', role), 'message-role', 'request-closed'],
    'empty-content-as-500': [as(500, 'empty content', 'empty_value'), 'message-content', 'request-stop'],
    'missing-model-as-404': [
      as(404, 'missing model', ({ param, code }) => param === 'model' && code !== 'invalid_value'),
      'request-model',
      'request-no-null',
    ],
    'odd-model-as-403': [as(403, 'odd model', model), 'request-model-pattern'],
    'missing-messages-as-404': [as(404, 'missing messages', messages), 'request-messages', 'request-no-null'],
    'no-messages-as-500': [as(500, 'no messages', messages), 'request-messages', 'request-no-null'],
    'huge-limit-as-500': [
      as(500, 'huge limit', ({ code, message }) => code === 'out_of_range' && message.includes('at most 9')),
      'request-max-tokens',
      'request-max-completion-tokens',
    ],
  }),
]
