import { isObject } from '../../../../core/request/body.ts'
import { asNumber, Literal } from '../../../../core/request/exact-integers.ts'
import { breaking, type Worded } from '../../../deviation.ts'
import { accepts, exempting, letsPass, letting, loose, takes } from './accept-wrong.ts'
import {
  downTo,
  type Exempt,
  ifStreamed,
  is,
  isBoolean,
  isList,
  isNumber,
  named,
  numeric,
  onStreams,
  upTo,
  where,
} from './values.ts'

/** Fields that related gateways often support, but this contract does not. */
const COMMON = new Set(
  `seed user tools tool_choice functions response_format logprobs top_logprobs logit_bias presence_penalty
  frequency_penalty metadata store service_tier parallel_tool_calls modalities reasoning_effort function_call audio
  prediction safety_identifier verbosity min_p`.split(/\s+/),
)

const NUMBER_TYPES = [
  'temperature.type',
  'top_p.type',
  'max_tokens.type',
  'max_completion_tokens.type',
  'n.type',
] as const
const MAX = ['max_tokens.max', 'max_completion_tokens.max'] as const
const NULL_LIMITS = ['max_tokens.null', 'max_completion_tokens.null', 'exclusive'] as const
const STOP_ITEMS = ['stop.item.empty', 'stop.item.type', 'stop.item.null'] as const

const is2To63: Exempt = (value) => asNumber(value) === 2 ** 63
const beyondInt64: Exempt = (value) => (asNumber(value) ?? 0) < -(2 ** 63)
const isLaterStop: Exempt = (_, { param }) => param !== 'stop[0]'
const isEmpty = (value: unknown) => Object.keys(value as object).length === 0
const isEmptyObject: Exempt = (value) => isObject(value) && isEmpty(value)
const inArray: Exempt = (value) => isList(value) && value.length === 1 && isNumber(value[0])
const inList: Exempt = (value) => isList(value) && value.length === 1 && isBoolean(value[0])
const inChunks: Exempt = (_, __, { head }) => head.header('transfer-encoding') !== undefined
const numericOnStreams = ifStreamed(numeric)
const asTextWithOptions = where(({ stream, stream_options }) => stream === 'true' && stream_options !== undefined)
const withFalse = where(({ stream }) => stream === false)
const withoutStream = where((body) => !('stream' in body))
const limits = (match: (one: unknown, other: unknown) => boolean): Exempt =>
  where(({ max_tokens, max_completion_tokens }) => match(max_tokens, max_completion_tokens))
const otherIsLarger = limits((one, other) => Number(other) > Number(one))
const oneIsNull = limits((one, other) => one !== undefined && other !== undefined && (one === null || other === null))

const nullWithOther = exempting(NULL_LIMITS, oneIsNull)
const LIMITS = ['request-max-tokens', 'request-max-completion-tokens'] as const

/** Accepts a model name that `read` turns into a listed one. */
const readAs = (read: (id: string) => string): Worded =>
  letsPass('model.pattern', (value, _, { project }) => project?.models.has(read(String(value))) ?? false)

/** Whether the number is within these bounds after rounding to single precision. */
function inSinglePrecision(least: number, most: number): Exempt {
  return (value) => {
    const read = Math.fround(asNumber(value) ?? Number.NaN)
    return read >= least && read <= most
  }
}

/** The value of an integer truncated to one signed byte. */
function inOneByte(value: unknown): number {
  if (value instanceof Literal && /^-?\d+$/.test(value.source)) return Number(BigInt.asIntN(8, BigInt(value.source)))
  return typeof value === 'number' && Number.isSafeInteger(value) ? Number(BigInt.asIntN(8, BigInt(value))) : 0
}

const in0To2 = inSinglePrecision(0, 2)
const to1 = inSinglePrecision(Number.NEGATIVE_INFINITY, 1)
const isMinusZero: Exempt = (value) => Object.is(asNumber(value), -0)
const isOfManyDigits: Exempt = (value) => Number.isFinite(asNumber(value)) && (asNumber(value) ?? 0) > 1e8
const isNearInteger: Exempt = (value) => {
  const fraction = Math.abs((asNumber(value) ?? 0.5) % 1)
  return fraction > 0 && fraction < 1e-6
}

const TEMPERATURE = ['temperature.max', 'temperature.min'] as const

/** Rules about fields that accept some wrong values, such as mistakes of callers or of parsers (4.2, 8). */
export const faults = () => [
  breaking(['stream-invalid-request'], {
    'lets-pass-temperature-up-to-two-and-a-half': accepts('temperature.max', 'up to 2.5', upTo(2.5)),
    'lets-pass-temperature-just-above-two': accepts('temperature.max', 'a hair above 2', upTo(2.01)),
    'lets-pass-temperature-minus-one': accepts('temperature.min', 'from -1', downTo(-1)),
    'lets-pass-temperature-just-below-zero': accepts('temperature.min', 'a hair below 0', downTo(-0.01)),
    'lets-pass-temperature-in-text': accepts('temperature.type', 'as a number in a string', numeric),
    'lets-pass-temperature-as-boolean': accepts('temperature.type', 'as true or false', is(true, false)),
    'lets-pass-temperature-in-chunks': accepts('temperature.max', 'above 2 in a body in chunks', inChunks),
    'takes-temperature-as-percentage': takes('temperature.max', '70, for 70 percent', 70),
    'takes-temperature-empty': takes('temperature.type', 'an empty text', ''),
    'takes-temperature-false': takes('temperature.type', 'false', false),
    'lets-pass-top-p-zero': accepts('top_p.min', 'at exactly 0', is(0)),
    'lets-pass-top-p-minus-zero': accepts('top_p.min', 'at -0.0', isMinusZero),
    'lets-pass-top-p-up-to-two': accepts('top_p.max', 'up to 2', upTo(2)),
    'lets-pass-top-p-just-above-one': accepts('top_p.max', 'a hair above 1', upTo(1.01)),
    'lets-pass-top-p-in-text': accepts('top_p.type', 'as a number in a string', numeric),
    'takes-top-p-as-percentage': takes('top_p.max', '90, for 90 percent', 90),
    'takes-top-p-empty': takes('top_p.type', 'an empty text', ''),
    'takes-top-p-false': takes('top_p.type', 'false', false),
    'takes-top-p-minus-one': takes('top_p.min', '-1, for none', -1),
    'lets-pass-max-tokens-zero': accepts('max_tokens.min', 'at 0', is(0)),
    'lets-pass-max-tokens-minus-one': accepts('max_tokens.min', 'at -1, for no limit', is(-1)),
    'lets-pass-max-tokens-below-64-bits': accepts('max_tokens.min', 'below -2^63', beyondInt64),
    'lets-pass-max-tokens-in-text': accepts('max_tokens.type', 'as digits in a string', numeric),
    'lets-pass-max-tokens-as-boolean': accepts('max_tokens.type', 'as true', is(true)),
    'takes-max-tokens-empty': takes('max_tokens.type', 'an empty text', ''),
    'takes-max-tokens-false': takes('max_tokens.type', 'false', false),
    'takes-max-tokens-minus-two': takes('max_tokens.min', '-2, for all there is', -2),
    'lets-pass-max-completion-tokens-zero': accepts('max_completion_tokens.min', 'at 0', is(0)),
    'lets-pass-max-completion-tokens-in-text': accepts('max_completion_tokens.type', 'as digits in a string', numeric),
    'takes-max-completion-tokens-empty': takes('max_completion_tokens.type', 'an empty text', ''),
    'takes-max-completion-tokens-false': takes('max_completion_tokens.type', 'false', false),
    'takes-max-completion-tokens-minus-one': takes('max_completion_tokens.min', '-1, for no limit', -1),
    'lets-pass-n-zero': accepts('n.min', 'at 0', is(0)),
    'lets-pass-n-two': accepts('n.max', 'at 2', is(2)),
    'lets-pass-n-in-text': accepts('n.type', 'as digits in a string', is('1')),
    'lets-pass-n-as-true': accepts('n.type', 'as true', is(true)),
    'takes-n-empty': takes('n.type', 'an empty text', ''),
    'takes-n-false': takes('n.type', 'false', false),
    'takes-n-minus-one': takes('n.min', '-1', -1),
    'lets-pass-stream-in-text': accepts('stream.type', 'as "true" or "false"', is('true', 'false')),
    'lets-pass-stream-as-number': accepts('stream.type', 'as 0 or 1', is(0, 1)),
    'takes-stream-empty': takes('stream.type', 'an empty text', ''),
    'takes-stream-false-in-text': takes('stream.type', '"false"', 'false'),
    'lets-pass-include-usage-in-text': accepts('include_usage.type', 'as "true"', is('true', 'false')),
    'lets-pass-include-usage-as-number': accepts('include_usage.type', 'as 0 or 1', is(0, 1)),
    'takes-stream-options-false': takes('stream_options.type', 'false', false),
    'takes-stream-options-empty-text': takes('stream_options.type', '""', ''),
    'lets-pass-stream-options-as-values': accepts('stream_options.type', 'as an array of its value', inList),
    'takes-include-usage-zero': takes('include_usage.type', '0', 0),
    'takes-include-usage-empty': takes('include_usage.type', '""', ''),
    'lets-pass-stop-five': accepts('stop.many', 'with five items', (value) => (value as unknown[]).length === 5),
    'counts-equal-stops-once': accepts('stop.many', 'with four different items', (all) => new Set(all as []).size <= 4),
    'lets-pass-stop-object': accepts('stop.type', 'as an object', isObject),
    'lets-pass-stop-number': accepts('stop.type', 'as a number', isNumber),
    'takes-stop-false': takes('stop.type', 'false', false),
    'takes-stop-empty-object': accepts('stop.type', 'as {}', isEmptyObject),
    'takes-stop-zero': takes('stop.type', '0', 0),
    'lets-pass-stream-options-beside-false': accepts('stream_options.alone', 'next to stream false', withFalse),
    'lets-pass-stream-options-without-stream': accepts('stream_options.alone', 'without stream', withoutStream),
    'lets-pass-stream-options-empty: stream_options may be empty': letsPass('include_usage.required', isEmpty),
    'lets-pass-integers-rounded: 2^63 is accepted, because a double cannot distinguish it from 2^63 - 1': letsPass(
      MAX,
      is2To63,
    ),
    'lets-pass-stop-later-empty: only the first item of stop is looked at': letsPass(STOP_ITEMS, isLaterStop),
    'takes-null-beside-the-other-limit: one of two limits may be null': [nullWithOther, ...LIMITS, 'request-no-null'],
    'takes-stop-null-on-streams: stop may be null on streams': [exempting('stop.null', onStreams), 'request-no-null'],
    'takes-stream-as-text-beside-options: stream may be a text next to its options': [
      exempting(['stream.type', 'stream_options.alone'], asTextWithOptions),
      'status-order',
      'request-stream',
      'request-stream-options-need-stream',
    ],
    'takes-n-null-on-streams: n may be null on streams': [exempting('n.null', onStreams), 'request-no-null'],
  }),
  breaking(['stream-invalid-request'], loose('exclusive'), {
    'lets-pass-exclusive-when-equal: both limits may be given if equal': limits((one, other) => one === other),
    'lets-pass-exclusive-when-different: both limits may be given if different': limits((one, other) => one !== other),
    'takes-both-limits-where-the-other-is-larger: max_completion_tokens may be above max_tokens': otherIsLarger,
  }),
  breaking(['request-closed-likely', 'stream-invalid-request'], letting('unknown'), {
    'lets-pass-fields-of-the-family: fields that related gateways know are accepted': named((name) => COMMON.has(name)),
    'lets-pass-field-user: the field user is accepted': named((name) => name === 'user'),
  }),
  breaking(['stream-invalid-request'], loose('unknown'), {
    'lets-pass-invented-fields: fields that no related gateway knows are accepted': named((name) => !COMMON.has(name)),
    'lets-pass-unknown-in-chunks: an unknown field is accepted in a body in chunks': inChunks,
    'lets-pass-unknown-null: an unknown field is accepted when it is null': is(null),
    'lets-pass-unknown-object: an unknown field may be an object': (value) => isList(value) || isObject(value),
  }),
  breaking(['stream-invalid-request'], loose(NUMBER_TYPES), {
    'takes-numbers-in-text-on-streams: numbers may be text in streaming requests': numericOnStreams,
    'takes-numbers-in-arrays: numbers may be in an array': inArray,
  }),
  breaking(['stream-invalid-request'], readAs, {
    'takes-model-after-a-slash: a slash before a listed model is left out': (id) => id.replace(/^\//, ''),
    'takes-model-after-a-provider: a provider before a model is left out': (id) => id.replace(/^[a-z]+\/(?=svc\/)/, ''),
    'takes-model-with-its-prefix-in-capitals: the prefix svc/ is accepted in any case': (id) =>
      id.replace(/^svc\//i, 'svc/'),
    'takes-model-with-underscores: underscores in a model are read as hyphens': (id) => id.replaceAll('_', '-'),
    'takes-model-in-any-form-of-unicode: a model is normalized to NFKC': (id) => id.normalize('NFKC'),
    'takes-model-to-a-zero-byte: a model ends at U+0000': (id) => id.replace(/\0[\s\S]*$/, ''),
    'takes-model-of-a-list: the first model of several is taken': (id) => id.replace(/,.*$/, ''),
    'takes-model-as-a-path: a step up in a model is followed': (id) => id.replace(/[^/]+\/\.\.\//, ''),
    'takes-model-as-an-expression: svc/.* is any model': (id) => id.replace(/\.\*$/, 'echo-1'),
    'takes-model-as-a-glob: svc/* is any model': (id) => id.replace(/(?<!\.)\*$/, 'echo-1'),
    'takes-model-as-a-pattern-of-sql: svc/% is any model': (id) => id.replace(/%$/, 'echo-1'),
  }),
  breaking(['stream-invalid-request'], {
    'reads-temperature-in-single-precision: temperature 2.00000001 is read as 2': letsPass(TEMPERATURE, in0To2),
    'reads-top-p-in-single-precision: top_p 1.00000001 is read as 1': letsPass('top_p.max', to1),
    'lets-pass-temperature-in-powers-of-ten: temperatures from 10^7 on are accepted': letsPass(
      'temperature.max',
      downTo(1e7),
    ),
    'lets-pass-limits-from-2-to-the-64th: limits may be beyond 64 bits': letsPass(MAX, downTo(2 ** 64)),
  }),
  breaking(['stream-invalid-request'], loose(['n.max', 'n.min']), {
    'lets-pass-n-with-lost-bits: n is cut to one byte, so that 257 is 1': (value) => inOneByte(value) === 1,
  }),
  breaking(['stream-invalid-request'], loose(['max_tokens.integer', 'max_completion_tokens.integer', 'n.integer']), {
    'lets-pass-fractions-of-many-digits: numbers above 10^8 may have a fraction': isOfManyDigits,
    'lets-pass-fractions-beside-integers: a number close to an integer is accepted as that integer': isNearInteger,
  }),
]
