import { asNumber } from '../../../../core/request/exact-integers.ts'
import { breaking } from '../../../deviation.ts'
import { accepts, downTo, is, letPass, loose, named, numeric, upTo, where } from './let-pass.ts'

/** Fields that gateways of this family often know and this contract does not. */
const COMMON = new Set(
  `seed user tools tool_choice functions response_format logprobs top_logprobs logit_bias presence_penalty
  frequency_penalty metadata store service_tier parallel_tool_calls modalities reasoning_effort function_call audio
  prediction safety_identifier verbosity min_p`.split(/\s+/),
)

/** Rules about the fields of a request that let some wrong values pass. */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'lets-pass-temperature-up-to-two-and-a-half': accepts('temperature.max', 'up to 2.5', upTo(2.5)),
    'lets-pass-temperature-just-above-two': accepts('temperature.max', 'a hair above 2', upTo(2.01)),
    'lets-pass-temperature-minus-one': accepts('temperature.min', 'from -1', downTo(-1)),
    'lets-pass-temperature-just-below-zero': accepts('temperature.min', 'a hair below 0', downTo(-0.01)),
    'lets-pass-temperature-in-text': accepts('temperature.type', 'as a number in a string', numeric),
    'lets-pass-temperature-as-boolean': accepts('temperature.type', 'as true or false', is(true, false)),
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'lets-pass-top-p-zero': accepts('top_p.min', 'at exactly 0', is(0)),
    'lets-pass-top-p-up-to-two': accepts('top_p.max', 'up to 2', upTo(2)),
    'lets-pass-top-p-just-above-one': accepts('top_p.max', 'a hair above 1', upTo(1.01)),
    'lets-pass-top-p-in-text': accepts('top_p.type', 'as a number in a string', numeric),
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'lets-pass-max-tokens-zero': accepts('max_tokens.min', 'at 0', is(0)),
    'lets-pass-max-tokens-minus-one': accepts('max_tokens.min', 'at -1, for no limit', is(-1)),
    'lets-pass-max-tokens-in-text': accepts('max_tokens.type', 'as digits in a string', numeric),
    'lets-pass-max-tokens-as-boolean': accepts('max_tokens.type', 'as true', is(true)),
    'lets-pass-integers-rounded: integers are read as doubles, so that 9223372036854775808 is its predecessor': [
      letPass(['max_tokens.max', 'max_completion_tokens.max'], (value) => asNumber(value) === 2 ** 63),
      'request-max-completion-tokens',
    ],
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], {
    'lets-pass-max-completion-tokens-zero': accepts('max_completion_tokens.min', 'at 0', is(0)),
    'lets-pass-max-completion-tokens-in-text': accepts('max_completion_tokens.type', 'as digits in a string', numeric),
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'lets-pass-n-zero': accepts('n.min', 'at 0', is(0)),
    'lets-pass-n-two': accepts('n.max', 'at 2', is(2)),
    'lets-pass-n-in-text': accepts('n.type', 'as digits in a string', is('1')),
    'lets-pass-n-as-true': accepts('n.type', 'as true', is(true)),
  }),
  breaking(['request-stream', 'stream-invalid-request'], {
    'lets-pass-stream-in-text': accepts('stream.type', 'as "true" or "false"', is('true', 'false')),
    'lets-pass-stream-as-number': accepts('stream.type', 'as 0 or 1', is(0, 1)),
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], {
    'lets-pass-include-usage-in-text': accepts('include_usage.type', 'as "true"', is('true', 'false')),
    'lets-pass-include-usage-as-number': accepts('include_usage.type', 'as 0 or 1', is(0, 1)),
    'lets-pass-stream-options-empty: stream_options is accepted without members': letPass(
      'include_usage.required',
      (value) => Object.keys(value as object).length === 0,
    ),
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
    'lets-pass-stop-object': accepts('stop.type', 'as an object', (value) => typeof value === 'object'),
    'lets-pass-stop-number': accepts('stop.type', 'as a number', (value) => typeof value === 'number'),
    'lets-pass-stop-later-empty: only the first item of stop is looked at': [
      letPass(['stop.item.empty', 'stop.item.type', 'stop.item.null'], (_, { param }) => param !== 'stop[0]'),
      'request-no-null',
    ],
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
    'lets-pass-unknown-null: an unknown field is accepted when it is null': is(null),
    'lets-pass-unknown-object: an unknown field is accepted when it is an object': (value) =>
      typeof value === 'object' && value !== null,
  }),
]
