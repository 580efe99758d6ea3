import { asNumber } from '../../../../core/request/exact-integers.ts'
import type { RuleName } from '../../../../core/request/rules.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { NUMBERS } from '../../breaks.ts'
import { accepts, acceptWrong, downTo, is, loose, named, numeric, takes, upTo, where } from './accept-wrong.ts'

/** Fields that gateways of this family often know and this contract does not. */
const COMMON = new Set(
  `seed user tools tool_choice functions response_format logprobs top_logprobs logit_bias presence_penalty
  frequency_penalty metadata store service_tier parallel_tool_calls modalities reasoning_effort function_call audio
  prediction safety_identifier verbosity min_p`.split(/\s+/),
)

const NUMBER_TYPES: readonly RuleName[] = [
  'temperature.type',
  'top_p.type',
  'max_tokens.type',
  'max_completion_tokens.type',
  'n.type',
]

const inChunks: typeof numeric = (_, __, { head }) => head.header('transfer-encoding') !== undefined

/** Reads a model as the listed one with a similar name. */
const readAs = (read: (id: string) => string): Apply =>
  acceptWrong('model.pattern', (value, _, { project }) => project?.models.has(read(String(value))) ?? false)

/** Rules about the fields of a request that accept some wrong values: those that callers send by mistake, and others. */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'lets-pass-temperature-up-to-two-and-a-half': accepts('temperature.max', 'up to 2.5', upTo(2.5)),
    'lets-pass-temperature-just-above-two': accepts('temperature.max', 'a hair above 2', upTo(2.01)),
    'lets-pass-temperature-minus-one': accepts('temperature.min', 'from -1', downTo(-1)),
    'lets-pass-temperature-just-below-zero': accepts('temperature.min', 'a hair below 0', downTo(-0.01)),
    'lets-pass-temperature-in-text': accepts('temperature.type', 'as a number in a string', numeric),
    'lets-pass-temperature-as-boolean': accepts('temperature.type', 'as true or false', is(true, false)),
    'lets-pass-temperature-in-chunks': accepts('temperature.max', 'above 2 in a body in chunks', inChunks),
    'takes-temperature-empty': takes('temperature.type', 'an empty text', ''),
    'takes-temperature-false': takes('temperature.type', 'false', false),
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'lets-pass-top-p-zero': accepts('top_p.min', 'at exactly 0', is(0)),
    'lets-pass-top-p-up-to-two': accepts('top_p.max', 'up to 2', upTo(2)),
    'lets-pass-top-p-just-above-one': accepts('top_p.max', 'a hair above 1', upTo(1.01)),
    'lets-pass-top-p-in-text': accepts('top_p.type', 'as a number in a string', numeric),
    'takes-top-p-empty': takes('top_p.type', 'an empty text', ''),
    'takes-top-p-false': takes('top_p.type', 'false', false),
    'takes-top-p-minus-one': takes('top_p.min', '-1, for none', -1),
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'lets-pass-max-tokens-zero': accepts('max_tokens.min', 'at 0', is(0)),
    'lets-pass-max-tokens-minus-one': accepts('max_tokens.min', 'at -1, for no limit', is(-1)),
    'lets-pass-max-tokens-in-text': accepts('max_tokens.type', 'as digits in a string', numeric),
    'lets-pass-max-tokens-as-boolean': accepts('max_tokens.type', 'as true', is(true)),
    'lets-pass-integers-rounded: integers are read as doubles, so that 9223372036854775808 is its predecessor': [
      acceptWrong(['max_tokens.max', 'max_completion_tokens.max'], (value) => asNumber(value) === 2 ** 63),
      'request-max-completion-tokens',
    ],
    'takes-max-tokens-empty': takes('max_tokens.type', 'an empty text', ''),
    'takes-max-tokens-false': takes('max_tokens.type', 'false', false),
    'takes-max-tokens-minus-two': takes('max_tokens.min', '-2, for all there is', -2),
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], {
    'lets-pass-max-completion-tokens-zero': accepts('max_completion_tokens.min', 'at 0', is(0)),
    'lets-pass-max-completion-tokens-in-text': accepts('max_completion_tokens.type', 'as digits in a string', numeric),
    'takes-max-completion-tokens-empty': takes('max_completion_tokens.type', 'an empty text', ''),
    'takes-max-completion-tokens-false': takes('max_completion_tokens.type', 'false', false),
    'takes-max-completion-tokens-minus-one': takes('max_completion_tokens.min', '-1, for no limit', -1),
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'lets-pass-n-zero': accepts('n.min', 'at 0', is(0)),
    'lets-pass-n-two': accepts('n.max', 'at 2', is(2)),
    'lets-pass-n-in-text': accepts('n.type', 'as digits in a string', is('1')),
    'lets-pass-n-as-true': accepts('n.type', 'as true', is(true)),
    'takes-n-empty': takes('n.type', 'an empty text', ''),
    'takes-n-false': takes('n.type', 'false', false),
    'takes-n-minus-one': takes('n.min', '-1', -1),
  }),
  breaking(['request-stream', 'stream-invalid-request'], {
    'lets-pass-stream-in-text': accepts('stream.type', 'as "true" or "false"', is('true', 'false')),
    'lets-pass-stream-as-number': accepts('stream.type', 'as 0 or 1', is(0, 1)),
    'takes-stream-empty': takes('stream.type', 'an empty text', ''),
    'takes-stream-false-in-text': takes('stream.type', '"false"', 'false'),
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], {
    'lets-pass-include-usage-in-text': accepts('include_usage.type', 'as "true"', is('true', 'false')),
    'lets-pass-include-usage-as-number': accepts('include_usage.type', 'as 0 or 1', is(0, 1)),
    'lets-pass-stream-options-empty: stream_options is accepted without members': acceptWrong(
      'include_usage.required',
      (value) => Object.keys(value as object).length === 0,
    ),
    'takes-stream-options-false': takes('stream_options.type', 'false', false),
    'takes-stream-options-empty-text': takes('stream_options.type', '""', ''),
    'takes-include-usage-zero': takes('include_usage.type', '0', 0),
    'takes-include-usage-empty': takes('include_usage.type', '""', ''),
  }),
  breaking(['request-stream-options-need-stream', 'stream-invalid-request'], {
    'lets-pass-stream-options-beside-false': accepts(
      'stream_options.alone',
      'next to stream false',
      where((body) => body.stream === false),
    ),
    'lets-pass-stream-options-without-stream': accepts(
      'stream_options.alone',
      'where stream is left out',
      where((body) => !('stream' in body)),
    ),
  }),
  breaking(['request-stop', 'stream-invalid-request'], {
    'lets-pass-stop-five': accepts('stop.many', 'with five items', (value) => (value as unknown[]).length === 5),
    'counts-equal-stops-once': accepts('stop.many', 'with four different items', (all) => new Set(all as []).size <= 4),
    'lets-pass-stop-object': accepts('stop.type', 'as an object', (value) => typeof value === 'object'),
    'lets-pass-stop-number': accepts('stop.type', 'as a number', (value) => typeof value === 'number'),
    'lets-pass-stop-later-empty: only the first item of stop is looked at': [
      acceptWrong(['stop.item.empty', 'stop.item.type', 'stop.item.null'], (_, { param }) => param !== 'stop[0]'),
      'request-no-null',
    ],
    'takes-stop-false': takes('stop.type', 'false', false),
    'takes-stop-zero': takes('stop.type', '0', 0),
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], loose('exclusive'), {
    'lets-pass-exclusive-when-equal: both limits may stand together when they are equal': (_, __, { body }) =>
      body?.max_tokens === body?.max_completion_tokens,
    'lets-pass-exclusive-when-different: both limits may stand together when they differ': (_, __, { body }) =>
      body?.max_tokens !== body?.max_completion_tokens,
  }),
  breaking(['request-closed-likely', 'stream-invalid-request'], loose('unknown'), {
    'lets-pass-fields-of-the-family: fields that related gateways know are accepted': named((name) => COMMON.has(name)),
    'lets-pass-field-user: the field user is accepted': named((name) => name === 'user'),
  }),
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], loose('unknown'), {
    'lets-pass-invented-fields: fields that no related gateway knows are accepted': named((name) => !COMMON.has(name)),
    'lets-pass-unknown-in-chunks: an unknown field is accepted in a body in chunks': inChunks,
    'lets-pass-unknown-null: an unknown field is accepted when it is null': is(null),
    'lets-pass-unknown-object: an unknown field is accepted when it is an object': (value) =>
      typeof value === 'object' && value !== null,
  }),
  breaking([...NUMBERS, 'stream-invalid-request'], loose(NUMBER_TYPES), {
    'takes-numbers-in-text-on-streams: numbers may be text in streaming requests': (value, problem, call) =>
      call.body?.stream === true && numeric(value, problem, call),
    'takes-numbers-in-arrays: numbers may be in an array': (value) =>
      Array.isArray(value) && value.length === 1 && asNumber(value[0]) !== undefined,
  }),
  breaking(['request-model-pattern', 'stream-invalid-request'], readAs, {
    'takes-model-after-a-slash: a slash before a listed model is left out': (id) => id.replace(/^\//, ''),
    'takes-model-after-a-provider: a provider before a listed model is left out': (id) =>
      id.replace(/^[a-z]+\/(?=svc\/)/, ''),
    'takes-model-with-its-prefix-in-capitals: Svc/ before the name of a listed model is taken for svc/': (id) =>
      id.replace(/^svc\//i, 'svc/'),
    'takes-model-with-underscores: underscores in the name of a listed model are hyphens': (id) =>
      id.replaceAll('_', '-'),
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'takes-both-limits-where-the-other-is-larger: max_completion_tokens may be next to a smaller max_tokens':
      acceptWrong(
        'exclusive',
        where((body) => Number(body.max_completion_tokens) > Number(body.max_tokens)),
      ),
  }),
  breaking(['request-no-null', 'stream-invalid-request'], loose('n.null'), {
    'takes-n-null-on-streams: n may be null in streaming requests': where(({ stream }) => stream === true),
  }),
  breaking(['request-max-tokens', 'request-max-completion-tokens', 'request-no-null', 'stream-invalid-request'], {
    'takes-null-beside-the-other-limit: a limit may be null next to the other one': acceptWrong(
      ['max_tokens.null', 'max_completion_tokens.null', 'exclusive'],
      where(
        ({ max_tokens: one, max_completion_tokens: other }) =>
          one !== undefined && other !== undefined && (one === null || other === null),
      ),
    ),
  }),
]
