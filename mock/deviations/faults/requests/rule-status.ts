import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'

type Test = (error: { code: string; param: string; message: string }) => boolean

const code =
  (...codes: string[]): Test =>
  (error) =>
    codes.includes(error.code)
const param =
  (...names: string[]): Test =>
  (error) =>
    names.includes(error.param)

/** What falls when refusals of values out of range are wrong. */
const RANGES: readonly RequirementId[] = [
  'request-temperature',
  'request-top-p',
  'request-max-tokens',
  'request-max-completion-tokens',
  'request-n',
]

/** What falls when all refusals of null, of wrong types, or of unknown members are wrong. */
const TYPES: readonly RequirementId[] = [
  'request-model',
  'request-messages',
  'message-object',
  'message-role',
  'message-content',
  'request-temperature',
  'request-top-p',
  'request-max-tokens',
  'request-max-completion-tokens',
  'request-stream',
  'request-stream-options',
  'request-n',
  'request-stop',
]
const NO_NULL: readonly RequirementId[] = [...TYPES, 'request-no-null']
const CLOSED: readonly RequirementId[] = [
  'request-closed',
  'request-closed-likely',
  'message-closed',
  'message-closed-likely',
  'request-stream-options-closed',
  'request-stream-options-closed-likely',
]

/** Refusals with the right reason and the wrong status (4.2, 7.3). */
export const faults = () => [
  breaking([...NO_NULL, 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'null-as-422': ['null is answered with 422 rather than 400', asStatus(code('null_field'), 422)],
  }),
  breaking([...NO_NULL, 'stream-invalid-request', 'status-order'], {
    'null-as-500': ['null is answered with 500 rather than 400', asStatus(code('null_field'), 500)],
  }),
  breaking([...TYPES, 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'wrong-type-as-422': ['wrong type is answered with 422 rather than 400', asStatus(code('wrong_type'), 422)],
  }),
  breaking([...TYPES, 'request-depth', 'stream-invalid-request', 'status-order'], {
    'wrong-type-as-500': ['wrong type is answered with 500 rather than 400', asStatus(code('wrong_type'), 500)],
  }),
  breaking(
    [
      'request-model',
      'request-messages',
      'message-role',
      'message-content',
      'request-stream-options',
      'stream-invalid-request',
      'status-order',
      'completion-statuses',
    ],
    {
      'missing-field-as-422': [
        'missing field is answered with 422 rather than 400',
        asStatus(code('missing_field'), 422),
      ],
    },
  ),
  breaking([...RANGES, 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'out-of-range-as-422': ['out of range is answered with 422 rather than 400', asStatus(code('out_of_range'), 422)],
  }),
  breaking([...RANGES, 'stream-invalid-request', 'status-order'], {
    'out-of-range-as-500': ['out of range is answered with 500 rather than 400', asStatus(code('out_of_range'), 500)],
  }),
  breaking([...CLOSED, 'stream-invalid-request', 'status-order'], {
    'unknown-field-as-500': [
      'unknown field is answered with 500 rather than 400',
      asStatus(code('unknown_field'), 500),
      'request-depth',
    ],
  }),
  breaking([...CLOSED, 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'unknown-field-as-422': [
      'unknown field is answered with 422 rather than 400',
      asStatus(code('unknown_field'), 422),
    ],
    'unknown-field-as-501': [
      'unknown field is answered with 501 rather than 400',
      asStatus(code('unknown_field'), 501),
    ],
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'exclusive-fields-as-409': [
      'exclusive fields is answered with 409 rather than 400',
      asStatus(code('exclusive_fields'), 409),
    ],
  }),
  breaking(['request-stream-options-need-stream', 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'lonely-options-as-412': [
      'lonely options is answered with 412 rather than 400',
      asStatus(code('stream_options_without_stream'), 412),
    ],
  }),
  breaking(['message-role', 'stream-invalid-request', 'status-order'], {
    'unknown-role-as-403': [
      'unknown role is answered with 403 rather than 400',
      asStatus((error) => error.param.endsWith('.role') && error.code === 'invalid_value', 403),
    ],
    'unknown-role-as-500': [
      'unknown role is answered with 500 rather than 400',
      asStatus((error) => error.param.endsWith('.role') && error.code === 'invalid_value', 500),
      'request-closed',
    ],
  }),
  breaking(['message-content', 'request-stop', 'stream-invalid-request', 'status-order'], {
    'empty-content-as-500': ['empty content is answered with 500 rather than 400', asStatus(code('empty_value'), 500)],
  }),
  breaking(['message-content', 'request-stop', 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'empty-content-as-406': ['empty content is answered with 406 rather than 400', asStatus(code('empty_value'), 406)],
  }),
  breaking(['request-model', 'request-no-null', 'stream-invalid-request', 'status-order'], {
    'missing-model-as-404': [
      'missing model is answered with 404 rather than 400',
      asStatus((error) => error.param === 'model' && error.code !== 'invalid_value', 404),
    ],
  }),
  breaking(['request-model-pattern', 'stream-invalid-request', 'status-order'], {
    'odd-model-as-403': [
      'odd model is answered with 403 rather than 400',
      asStatus((error) => error.param === 'model' && error.code === 'invalid_value', 403),
    ],
    'odd-model-as-422': [
      'odd model is answered with 422 rather than 400',
      asStatus((error) => error.param === 'model' && error.code === 'invalid_value', 422),
      'completion-statuses',
    ],
    'malformed-model-as-502': [
      'a malformed model is answered with 502 rather than 400',
      asStatus((error) => error.param === 'model' && error.code === 'invalid_value', 502),
      'completion-statuses',
      'gateway-statuses',
    ],
  }),
  breaking(['request-messages', 'request-no-null', 'stream-invalid-request', 'status-order'], {
    'missing-messages-as-404': [
      'missing messages is answered with 404 rather than 400',
      asStatus((error) => error.param === 'messages', 404),
    ],
    'no-messages-as-500': [
      'no messages is answered with 500 rather than 400',
      asStatus((error) => error.param === 'messages', 500),
    ],
  }),
  breaking(['request-n', 'request-no-null', 'stream-invalid-request', 'status-order', 'completion-statuses'], {
    'several-choices-as-501': ['several choices is answered with 501 rather than 400', asStatus(param('n'), 501)],
  }),
  breaking(['request-max-tokens', 'request-max-completion-tokens', 'stream-invalid-request', 'status-order'], {
    'huge-limit-as-500': [
      'huge limit is answered with 500 rather than 400',
      asStatus((error) => error.code === 'out_of_range' && error.message.includes('at most 9'), 500),
    ],
  }),
]

function asStatus(test: Test, status: number): Apply {
  return editAnswer(onReason('invalid'), (answer) => {
    const document = JSON.parse(answer.body as string)
    if (!test(document.error)) return false
    if (status >= 500) document.error.type = 'server_error'
    return { ...answer, status, body: JSON.stringify(document) }
  })
}
