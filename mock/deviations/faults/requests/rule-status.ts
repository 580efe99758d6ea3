import type { Apply, Fault } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'
import { RULES, unique } from '../breaks.ts'

type Test = (error: { code: string; param: string; message: string }) => boolean

const code =
  (...codes: string[]): Test =>
  (error) =>
    codes.includes(error.code)
const param =
  (...names: string[]): Test =>
  (error) =>
    names.includes(error.param)
const NULL = Object.keys(RULES).filter((rule) => rule.endsWith('.null'))
const TYPE = Object.keys(RULES).filter((rule) => rule.endsWith('.type') || rule.endsWith('.integer'))
const REQUIRED = Object.keys(RULES).filter((rule) => rule.endsWith('.required'))
const RANGE = Object.keys(RULES).filter((rule) => rule.endsWith('.min') || rule.endsWith('.max'))
const MODEL = ['model.required', 'model.type', 'model.null']

/** Single rules whose refusal has another status than 400: `[name, which refusals, rules, status]`. */
const WRONG: [name: string, test: Test, rules: string[], status: number][] = [
  ['null', code('null_field'), NULL, 422],
  ['null', code('null_field'), NULL, 500],
  ['wrong-type', code('wrong_type'), TYPE, 422],
  ['wrong-type', code('wrong_type'), TYPE, 500],
  ['missing-field', code('missing_field'), REQUIRED, 422],
  ['out-of-range', code('out_of_range'), RANGE, 422],
  ['unknown-field', code('unknown_field'), ['unknown', 'message.unknown', 'stream_options.unknown'], 422],
  ['unknown-field', code('unknown_field'), ['unknown', 'message.unknown', 'stream_options.unknown'], 501],
  ['exclusive-fields', code('exclusive_fields'), ['exclusive'], 409],
  ['lonely-options', code('stream_options_without_stream'), ['stream_options.alone'], 412],
  ['unknown-role', (error) => error.param.endsWith('.role') && error.code === 'invalid_value', ['role.enum'], 403],
  ['empty-content', code('empty_value'), ['content.empty', 'stop.empty', 'stop.item.empty'], 406],
  ['missing-model', (error) => error.param === 'model' && error.code !== 'invalid_value', MODEL, 404],
  ['odd-model', (error) => error.param === 'model' && error.code === 'invalid_value', ['model.pattern'], 403],
  ['odd-model', (error) => error.param === 'model' && error.code === 'invalid_value', ['model.pattern'], 422],
  [
    'no-messages',
    (error) => error.param === 'messages',
    ['messages.required', 'messages.type', 'messages.few', 'messages.null'],
    500,
  ],
  ['several-choices', param('n'), ['n.type', 'n.integer', 'n.min', 'n.max', 'n.null'], 501],
  [
    'huge-limit',
    (error) => error.code === 'out_of_range' && error.message.includes('at most 9'),
    ['max_tokens.max', 'max_completion_tokens.max'],
    500,
  ],
]

/** Refusals with the right reason and the wrong status (4.2, 7.3). */
export const ruleStatusFaults = (): readonly Fault[] =>
  WRONG.map(([name, test, rules, status]) => {
    const unlisted = ![400, 401, 403, 404, 413, 429, 500, 503].includes(status)
    return {
      name: `${name}-as-${status}`,
      breaks: unique([
        ...rules.flatMap((rule) => RULES[rule] ?? []),
        'stream-invalid-request',
        'status-order',
        ...(unlisted ? ['completion-statuses'] : []),
      ]),
      shows: `${name.replaceAll('-', ' ')} is answered with ${status} rather than 400`,
      apply: asStatus(test, status),
    }
  })

function asStatus(test: Test, status: number): Apply {
  return editAnswer(onReason('invalid'), (answer) => {
    const document = JSON.parse(answer.body as string)
    if (!test(document.error)) return false
    if (status >= 500) document.error.type = 'server_error'
    return { ...answer, status, body: JSON.stringify(document) }
  })
}
