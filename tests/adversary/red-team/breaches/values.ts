/** Values of known fields that pass though they must not: the table of 4.2 and 2.3. */
import { isStream } from '../layer/ask.ts'
import { accepting, dropping, type Json, type Mutation, mending } from '../layer/mutation.ts'
import { musts } from './breach.ts'

const number = (field: string, wrong: (value: number, body: Json) => boolean): Mutation =>
  dropping(field, (value, body) => typeof value === 'number' && wrong(value, body))
const is = (field: string, ...values: unknown[]): Mutation =>
  dropping(field, (value) => values.some((one) => JSON.stringify(one) === JSON.stringify(value)))
const inStreams = (field: string, wrong: (value: Json, body: Json) => boolean): Mutation =>
  dropping(field, (value, body, ask) => isStream(ask) && wrong(value, body))
/** Integers that no double holds, by their digits. */
const digits = (field: string, pattern: string): Mutation =>
  mending(new RegExp(`"${field}"\\s*:\\s*(${pattern})(?=\\s*[,}])`), `"${field}":16`)

const t = 'request-temperature'
const p = 'request-top-p'
const m = 'request-max-tokens'
const c = 'request-max-completion-tokens'
const s = 'request-stop'
const o = 'request-stream-options stream-invalid-request'
const b = 'request-stream stream-invalid-request'

export const values = musts(
  ['temperature-deep', '4.2 temperature up to 2: 3 to 50 pass', t, number('temperature', (v) => v >= 3 && v <= 50)],
  [
    'temperature-2-to-3',
    '4.2 temperature: above 2 and below 3 passes',
    t,
    number('temperature', (v) => v > 2 && v < 3),
  ],
  ['temperature-3-only', '4.2 temperature: 3 itself passes', t, is('temperature', 3)],
  ['temperature-huge', '4.2 temperature: above a million passes', t, number('temperature', (v) => v > 1e6)],
  ['temperature-hair', '4.2 temperature: 2 and a hair passes', t, number('temperature', (v) => v > 2 && v < 2.000001)],
  ['temperature-below', '4.2 temperature: down to -0.01', t, number('temperature', (v) => v < 0 && v >= -0.01)],
  ['temperature-minus-one', '4.2 temperature: -1 stands for none', t, is('temperature', -1)],
  ['temperature-far-below', '4.2 temperature: below -5 passes', t, number('temperature', (v) => v < -5)],
  [
    'temperature-digits',
    '4.2 temperature: a number in a string',
    t,
    dropping('temperature', (v) => typeof v === 'string' && v !== '' && Number.isFinite(Number(v))),
  ],
  ['temperature-empty-text', '4.2 temperature: an empty string', t, is('temperature', '')],
  ['temperature-true', '4.2 temperature: true', t, is('temperature', true)],
  ['temperature-false', '4.2 temperature: false', t, is('temperature', false)],
  ['temperature-list', '4.2 temperature: any array', t, dropping('temperature', Array.isArray)],
  [
    'temperature-object',
    '4.2 temperature: any object',
    t,
    dropping('temperature', (v) => v !== null && typeof v === 'object' && !Array.isArray(v)),
  ],
  [
    'temperature-on-streams',
    '4.2 temperature: no bounds on streams',
    `${t} stream-invalid-request`,
    inStreams('temperature', (v) => typeof v === 'number'),
  ],
  [
    'temperature-with-top-p',
    '4.2 temperature: no bounds beside top_p',
    t,
    number('temperature', (v, body) => v > 2 && 'top_p' in body),
  ],
  ['top-p-zero', '4.2 top_p above 0: 0 passes', p, is('top_p', 0)],
  ['top-p-hair', '4.2 top_p up to 1: 1.0000001 passes', p, number('top_p', (v) => v > 1 && v < 1.00001)],
  ['top-p-percent', '4.2 top_p: 2 to 100 pass as per cent', p, number('top_p', (v) => v >= 2 && v <= 100)],
  ['top-p-1-to-2', '4.2 top_p: between 1 and 2', p, number('top_p', (v) => v > 1 && v < 2)],
  ['top-p-minus', '4.2 top_p: any negative', p, number('top_p', (v) => v < 0)],
  ['top-p-minus-small', '4.2 top_p: little below 0', p, number('top_p', (v) => v < 0 && v > -0.5)],
  ['top-p-text', '4.2 top_p: a string', p, dropping('top_p', (v) => typeof v === 'string')],
  ['top-p-true', '4.2 top_p: a boolean', p, dropping('top_p', (v) => typeof v === 'boolean')],
  [
    'top-p-zero-cold',
    '4.2 top_p: 0 beside a temperature',
    p,
    number('top_p', (v, body) => v === 0 && 'temperature' in body),
  ],
  ['max-zero', '4.2 max_tokens: 0', m, is('max_tokens', 0)],
  ['max-minus-one', '4.2 max_tokens: -1 is no limit', m, is('max_tokens', -1)],
  ['max-far-below', '4.2 max_tokens: below -1', m, number('max_tokens', (v) => v < -1)],
  ['max-half', '4.2 max_tokens: fractions are rounded', m, number('max_tokens', (v) => v > 0 && !Number.isInteger(v))],
  ['max-small-fraction', '4.2 max_tokens: a fraction below 1', m, number('max_tokens', (v) => v > 0 && v < 1)],
  [
    'max-fraction-deep',
    '4.2 max_tokens: a fraction above 5',
    m,
    number('max_tokens', (v) => v > 5 && !Number.isInteger(v)),
  ],
  ['max-text', '4.2 max_tokens: digits in a string', m, dropping('max_tokens', (v) => typeof v === 'string')],
  ['max-true', '4.2 max_tokens: true', m, is('max_tokens', true)],
  ['max-2-63', '4.2 max_tokens: one above int64', m, digits('max_tokens', '9223372036854775808')],
  [
    'max-2-64',
    '4.2 max_tokens: wraps round at 2^64 and above',
    m,
    digits('max_tokens', '1844674407370955161[6-9]|[2-9]\\d{19}|\\d{21,}'),
  ],
  [
    'max-above-int64',
    '4.2 max_tokens: all above int64 but not its neighbour',
    m,
    digits('max_tokens', '92233720368547758(?:09|[1-9]\\d)|9[3-9]\\d{17}|\\d{20,}'),
  ],
  [
    'max-exponent',
    '4.2 max_tokens: a huge number with an exponent',
    m,
    digits('max_tokens', '\\d[\\d.]*[eE]\\+?\\d{2,}'),
  ],
  [
    'max-on-streams',
    '4.2 max_tokens: 0 on streams',
    `${m} stream-invalid-request`,
    inStreams('max_tokens', (v) => v === 0),
  ],
  [
    'max-fraction-lost',
    '4.2 max_tokens: a fraction that a double loses',
    m,
    digits('max_tokens', '\\d{15,}\\.\\d*[1-9]\\d*'),
  ],
  ['mct-zero', '4.2 max_completion_tokens: 0', c, is('max_completion_tokens', 0)],
  ['mct-minus', '4.2 max_completion_tokens: negative', c, number('max_completion_tokens', (v) => v < 0)],
  ['mct-half', '4.2 max_completion_tokens: fractions', c, number('max_completion_tokens', (v) => !Number.isInteger(v))],
  [
    'mct-text',
    '4.2 max_completion_tokens: a string',
    c,
    dropping('max_completion_tokens', (v) => typeof v === 'string'),
  ],
  ['mct-2-63', '4.2 max_completion_tokens: one above int64', c, digits('max_completion_tokens', '9223372036854775808')],
  ['mct-list', '4.2 max_completion_tokens: an array', c, dropping('max_completion_tokens', Array.isArray)],
  ['n-2', '4.2 n: 2', 'request-n', is('n', 2)],
  ['n-3', '4.2 n: 3 only', 'request-n', is('n', 3)],
  ['n-0', '4.2 n: 0', 'request-n', is('n', 0)],
  ['n-minus', '4.2 n: negative', 'request-n', number('n', (v) => v < 0)],
  ['n-many', '4.2 n: above 100', 'request-n', number('n', (v) => v > 100)],
  ['n-fraction', '4.2 n: a fraction', 'request-n', number('n', (v) => !Number.isInteger(v))],
  ['n-text', '4.2 n: "1"', 'request-n', is('n', '1')],
  ['n-true', '4.2 n: true', 'request-n', is('n', true)],
  ['n-list', '4.2 n: [1]', 'request-n', dropping('n', Array.isArray)],
  ['n-2-stream', '4.2 n: 2 on streams', 'request-n stream-invalid-request', inStreams('n', (v) => v === 2)],
  ['stop-empty', '4.2 stop: an empty string', s, is('stop', '')],
  ['stop-none', '4.2 stop: an empty array', s, is('stop', [])],
  [
    'stop-5',
    '4.2 stop: five items',
    s,
    dropping('stop', (v) => Array.isArray(v) && v.length === 5 && v.every((i) => typeof i === 'string' && i)),
  ],
  [
    'stop-6-up',
    '4.2 stop: six items and more',
    s,
    dropping('stop', (v) => Array.isArray(v) && v.length > 5 && v.every((i) => typeof i === 'string' && i)),
  ],
  [
    'stop-second-empty',
    '4.2 stop: empty items after the first',
    s,
    dropping('stop', (v) => Array.isArray(v) && v[0] && v.slice(1).includes('')),
  ],
  [
    'stop-fourth-empty',
    '4.2 stop: the fourth item is not looked at',
    s,
    dropping(
      'stop',
      (v) => Array.isArray(v) && v.length === 4 && v.slice(0, 3).every((i) => typeof i === 'string' && i),
    ),
  ],
  ['stop-only-empty', '4.2 stop: one empty item', s, is('stop', [''])],
  [
    'stop-null-item',
    '4.2 stop: null items',
    `${s} request-no-null`,
    dropping('stop', (v) => Array.isArray(v) && v.includes(null)),
  ],
  ['stop-number', '4.2 stop: a number', s, dropping('stop', (v) => typeof v === 'number')],
  [
    'stop-number-item',
    '4.2 stop: number items',
    s,
    dropping('stop', (v) => Array.isArray(v) && v.some((i) => typeof i === 'number')),
  ],
  [
    'stop-nested',
    '4.2 stop: an array in the array',
    s,
    dropping('stop', (v) => Array.isArray(v) && v.some(Array.isArray)),
  ],
  [
    'stop-object',
    '4.2 stop: an object',
    s,
    dropping('stop', (v) => v !== null && typeof v === 'object' && !Array.isArray(v)),
  ],
  ['stop-false', '4.2 stop: false', s, dropping('stop', (v) => typeof v === 'boolean')],
  [
    'stop-on-streams',
    '4.2 stop: not looked at on streams',
    `${s} stream-invalid-request`,
    inStreams('stop', () => true),
  ],
  ['stream-text', '4.2 stream: "true" and "false"', b, dropping('stream', (v) => typeof v === 'string')],
  ['stream-number', '4.2 stream: 0 and 1', b, dropping('stream', (v) => typeof v === 'number')],
  ['stream-zero', '4.2 stream: 0 only', b, is('stream', 0)],
  ['stream-list', '4.2 stream: an array or object', b, dropping('stream', (v) => v !== null && typeof v === 'object')],
  ['options-empty', '4.2 include_usage required: {} passes', o, is('stream_options', {})],
  [
    'options-text',
    '4.2 include_usage: a string',
    o,
    dropping('stream_options', (v) => typeof v?.include_usage === 'string'),
  ],
  [
    'options-number',
    '4.2 include_usage: a number',
    o,
    dropping('stream_options', (v) => typeof v?.include_usage === 'number'),
  ],
  [
    'options-null-usage',
    '4.2 include_usage: null',
    `${o} request-no-null`,
    dropping('stream_options', (v) => v?.include_usage === null),
  ],
  ['options-list', '4.2 stream_options: an array', o, dropping('stream_options', Array.isArray)],
  ['options-true', '4.2 stream_options: true', o, is('stream_options', true)],
  ['options-string', '4.2 stream_options: a string', o, dropping('stream_options', (v) => typeof v === 'string')],
  [
    'options-alone',
    'rule 4: without stream',
    'request-stream-options-need-stream',
    dropping('stream_options', (v, body) => v?.include_usage !== undefined && !('stream' in body)),
  ],
  [
    'options-alone-false',
    'rule 4: without stream when include_usage is false',
    'request-stream-options-need-stream',
    dropping('stream_options', (v, body) => v?.include_usage === false && body.stream !== true),
  ],
  [
    'options-stream-false',
    'rule 4: with stream false',
    'request-stream-options-need-stream',
    dropping('stream_options', (v, body) => v?.include_usage !== undefined && body.stream === false),
  ],
  [
    'both-equal',
    'rule 3: both limits pass when equal',
    'request-max-exclusive',
    dropping('max_tokens', (v, body) => v === body.max_completion_tokens),
  ],
  [
    'both-differ',
    'rule 3: both pass when they differ',
    'request-max-exclusive',
    dropping(
      'max_tokens',
      (v, body) => Number.isInteger(body.max_completion_tokens) && v !== body.max_completion_tokens,
    ),
  ],
  [
    'both-on-streams',
    'rule 3: both pass on streams',
    'request-max-exclusive stream-invalid-request',
    inStreams('max_tokens', (_v, body) => Number.isInteger(body.max_completion_tokens)),
  ],
  ['null-stop', 'rule 2: stop null', 'request-no-null request-stop', is('stop', null)],
  ['null-options', 'rule 2: stream_options null', 'request-no-null request-stream-options', is('stream_options', null)],
  [
    'null-options-stream',
    'rule 2: stream_options null beside stream true',
    'request-no-null request-stream-options stream-invalid-request',
    inStreams('stream_options', (v) => v === null),
  ],
  ['null-n', 'rule 2: n null', 'request-no-null request-n', is('n', null)],
  ['null-stream', 'rule 2: stream null', 'request-no-null request-stream', is('stream', null)],
  [
    'null-mct',
    'rule 2: max_completion_tokens null',
    'request-no-null request-max-completion-tokens',
    is('max_completion_tokens', null),
  ],
  [
    'null-max-beside',
    'rule 2: max_tokens null beside the other',
    'request-no-null request-max-exclusive',
    dropping('max_tokens', (v, body) => v === null && 'max_completion_tokens' in body),
  ],
  [
    'null-temperature-stream',
    'rule 2: temperature null on streams',
    'request-no-null request-temperature stream-invalid-request',
    inStreams('temperature', (v) => v === null),
  ],
  [
    'nulls-on-streams',
    'rule 2: any optional null on streams',
    'request-no-null stream-invalid-request',
    accepting(
      (body, ask) => isStream(ask) && Object.values(body).includes(null),
      (body) => {
        for (const k of Object.keys(body)) if (body[k] === null) delete body[k]
      },
    ),
  ],
)
