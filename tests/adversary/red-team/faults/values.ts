/** Invalid values of known fields that are accepted: the table of 4.2. */

import type { Ask } from '../layer/ask.ts'
import { isStream, type Json } from '../layer/conditions.ts'
import type { Mutation } from '../layer/mutation.ts'
import { accepting, dropping, replacing } from '../layer/requests.ts'
import { letsPass } from '../rows.ts'

const number = (field: string, wrong: (value: number, body: Json) => boolean): Mutation =>
  dropping(field, (value, body) => typeof value === 'number' && wrong(value, body))
const exactly = (field: string, passes: unknown): Mutation =>
  dropping(field, (value) => JSON.stringify(value) === JSON.stringify(passes))
const array = (field: string): Mutation => dropping(field, Array.isArray)
const object = (field: string): Mutation =>
  dropping(field, (value) => value !== null && typeof value === 'object' && !Array.isArray(value))
/** Accepts integers beyond doubles, by their digits; the last letter of the field name may be escaped. */
const digits = (field: `${string}s`, pattern: string): Mutation =>
  replacing(new RegExp(`"${field.slice(0, -1)}(?:s|\\\\u0073)"\\s*:\\s*(${pattern})(?=\\s*[,}])`), `"${field}":16`)
const stop = (wrong: (items: Json[]) => boolean): Mutation =>
  dropping('stop', (value) => Array.isArray(value) && wrong(value))
const filled = (item: unknown): boolean => typeof item === 'string' && item !== ''

const ABOVE_INT64 = '92233720368547758(?:09|[1-9]\\d)|9[3-9]\\d{17}|\\d{20,}'
const isFourthWrong = (items: Json[]) => items.length === 4 && items.slice(0, 3).every(filled) && !filled(items[3])
const nullInStream = (value: Json, _body: Json, ask: Ask): boolean => isStream(ask) && value === null
const noUsageAndNoStream = (value: Json, { stream }: Json) => value?.include_usage === false && stream !== true
const nullNextToOther = (value: Json, body: Json): boolean => value === null && 'max_completion_tokens' in body
const nullsInStream = (body: Json, ask: Ask): boolean => isStream(ask) && Object.values(body).includes(null)
const withoutNulls = (body: Json): void => {
  for (const [name, value] of Object.entries(body)) if (value === null) delete body[name]
}

export const values = [
  ...letsPass(['request-temperature'], {
    'values.temperature-3-to-50': number('temperature', (value) => value >= 3 && value <= 50),
    'values.temperature-2-to-3': number('temperature', (value) => value > 2 && value < 3),
    'values.temperature-3': exactly('temperature', 3),
    'values.temperature-above-a-million': number('temperature', (value) => value > 1e6),
    'values.temperature-below-minus-5': number('temperature', (value) => value < -5),
    'values.temperature-above-2-beside-top-p': number('temperature', (value, body) => value > 2 && 'top_p' in body),
    'values.temperature-empty-text': exactly('temperature', ''),
    'values.temperature-false': exactly('temperature', false),
    'values.temperature-object': object('temperature'),
  }),
  ...letsPass(['request-temperature', 'request-depth'], { 'values.temperature-array': array('temperature') }),
  ...letsPass(['request-top-p'], {
    'values.top-p-in-per-cent': number('top_p', (value) => value >= 2 && value <= 100),
    'values.top-p-little-below-zero': number('top_p', (value) => value < 0 && value > -0.5),
    'values.top-p-zero-beside-temperature': number('top_p', (value, body) => value === 0 && 'temperature' in body),
    'values.top-p-true': exactly('top_p', true),
  }),
  ...letsPass(['request-max-tokens'], {
    'values.max-tokens-below-minus-1': number('max_tokens', (value) => value < -1),
    'values.max-tokens-fraction-below-1': number('max_tokens', (value) => value > 0 && value < 1),
    'values.max-tokens-fraction-above-5': number('max_tokens', (value) => value > 5 && !Number.isInteger(value)),
    'values.max-tokens-one-above-int64': digits('max_tokens', '9223372036854775808'),
    'values.max-tokens-well-above-int64': digits('max_tokens', ABOVE_INT64),
    'values.max-tokens-wraps-at-2-to-64': digits('max_tokens', '18446744073709551(61[7-9]|6[2-4]\\d)'),
    'values.max-tokens-with-huge-exponent': digits('max_tokens', '\\d[\\d.]*[eE]\\+?\\d{2,}'),
    'values.max-tokens-with-lost-fraction': digits('max_tokens', '\\d{15,}\\.\\d*[1-9]\\d*'),
  }),
  ...letsPass(['request-max-completion-tokens'], {
    'values.max-completion-tokens-negative': number('max_completion_tokens', (value) => value < 0),
    'values.max-completion-tokens-one-above-int64': digits('max_completion_tokens', '9223372036854775808'),
    'values.max-completion-tokens-array': array('max_completion_tokens'),
  }),
  ...letsPass([], {
    'values.n-3': [exactly('n', 3), 'request-n'],
    'values.n-negative': [number('n', (value) => value < 0), 'request-n'],
    'values.n-above-100': [number('n', (value) => value > 100), 'request-n'],
    'values.n-array': [array('n'), 'request-n'],
    'values.stop-of-six': [stop((items) => items.length > 5 && items.every(filled)), 'request-stop', 'request-no-null'],
    'values.stop-fourth-item-of-any-kind': [stop(isFourthWrong), 'request-stop', 'request-no-null'],
    'values.stop-of-one-empty-item': [exactly('stop', ['']), 'request-stop', 'request-no-null'],
    'values.stop-array-in-array': [stop((items) => items.some(Array.isArray)), 'request-stop', 'request-no-null'],
    'values.stop-boolean': [dropping('stop', (value) => typeof value === 'boolean'), 'request-stop', 'request-no-null'],
  }),
  ...letsPass(['request-stream'], {
    'values.stream-zero': exactly('stream', 0),
    'values.stream-array-or-object': dropping('stream', (value) => value !== null && typeof value === 'object'),
  }),
  ...letsPass(['request-stream-options', 'request-no-null'], {
    'values.stream-options-array': array('stream_options'),
    'values.stream-options-true': exactly('stream_options', true),
    'values.stream-options-text': dropping('stream_options', (value) => typeof value === 'string'),
    'values.stream-options-null-in-streams': dropping('stream_options', nullInStream),
  }),
  ...letsPass(['request-stream-options-need-stream'], {
    'values.stream-options-false-without-stream': dropping('stream_options', noUsageAndNoStream),
  }),
  ...letsPass(['request-no-null', 'request-*'], {
    'values.max-tokens-null-beside-the-other': dropping('max_tokens', nullNextToOther),
    'values.any-null-in-streams': accepting(nullsInStream, withoutNulls),
  }),
]
