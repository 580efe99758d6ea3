import { asNumber } from '../../../../core/request/exact-integers.ts'
import { breaking } from '../../../deviation.ts'
import { downTo, is, letPass, numeric, upTo } from './let-pass.ts'

/** Fields that gateways of this family often know and this contract does not. */
const COMMON = new Set([
  'seed',
  'user',
  'tools',
  'tool_choice',
  'functions',
  'response_format',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'presence_penalty',
  'frequency_penalty',
  'metadata',
  'store',
  'service_tier',
  'parallel_tool_calls',
  'modalities',
  'reasoning_effort',
  'function_call',
  'audio',
  'prediction',
  'safety_identifier',
  'verbosity',
  'min_p',
])

/** Rules about the fields of a request that let some wrong values pass. */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'lets-pass-temperature-up-to-two-and-a-half': [
      'temperature is accepted up to 2.5',
      letPass('temperature.max', upTo(2.5)),
    ],
    'lets-pass-temperature-just-above-two': [
      'temperature is accepted a hair above 2',
      letPass('temperature.max', upTo(2.01)),
    ],
    'lets-pass-temperature-minus-one': ['temperature is accepted from -1', letPass('temperature.min', downTo(-1))],
    'lets-pass-temperature-just-below-zero': [
      'temperature is accepted a hair below 0',
      letPass('temperature.min', downTo(-0.01)),
    ],
    'lets-pass-temperature-in-text': [
      'temperature is accepted as a number in a string',
      letPass('temperature.type', numeric),
    ],
    'lets-pass-temperature-as-boolean': [
      'temperature is accepted as true or false',
      letPass('temperature.type', is(true, false)),
    ],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'lets-pass-top-p-zero': ['top_p is accepted at exactly 0', letPass('top_p.min', is(0))],
    'lets-pass-top-p-up-to-two': ['top_p is accepted up to 2', letPass('top_p.max', upTo(2))],
    'lets-pass-top-p-just-above-one': ['top_p is accepted a hair above 1', letPass('top_p.max', upTo(1.01))],
    'lets-pass-top-p-in-text': ['top_p is accepted as a number in a string', letPass('top_p.type', numeric)],
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'lets-pass-max-tokens-zero': ['max_tokens is accepted at 0', letPass('max_tokens.min', is(0))],
    'lets-pass-max-tokens-minus-one': ['max_tokens is accepted at -1, for no limit', letPass('max_tokens.min', is(-1))],
    'lets-pass-max-tokens-in-text': [
      'max_tokens is accepted as digits in a string',
      letPass('max_tokens.type', numeric),
    ],
    'lets-pass-max-tokens-as-boolean': ['max_tokens is accepted as true', letPass('max_tokens.type', is(true))],
    'lets-pass-integers-rounded': [
      'integers are read as doubles, so that 9223372036854775808 is its predecessor',
      letPass(['max_tokens.max', 'max_completion_tokens.max'], (value) => asNumber(value) === 2 ** 63),
      'request-max-completion-tokens',
    ],
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], {
    'lets-pass-max-completion-tokens-zero': [
      'max_completion_tokens is accepted at 0',
      letPass('max_completion_tokens.min', is(0)),
    ],
    'lets-pass-max-completion-tokens-in-text': [
      'max_completion_tokens is accepted as digits in a string',
      letPass('max_completion_tokens.type', numeric),
    ],
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'lets-pass-n-zero': ['n is accepted at 0', letPass('n.min', is(0))],
    'lets-pass-n-two': ['n is accepted at 2', letPass('n.max', is(2))],
    'lets-pass-n-in-text': ['n is accepted as digits in a string', letPass('n.type', is('1'))],
    'lets-pass-n-as-true': ['n is accepted as true', letPass('n.type', is(true))],
  }),
  breaking(['request-stream', 'stream-invalid-request'], {
    'lets-pass-stream-in-text': [
      'stream is accepted as "true" or "false"',
      letPass('stream.type', is('true', 'false')),
    ],
    'lets-pass-stream-as-number': ['stream is accepted as 0 or 1', letPass('stream.type', is(0, 1))],
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], {
    'lets-pass-include-usage-in-text': [
      'include_usage is accepted as "true"',
      letPass('include_usage.type', is('true', 'false')),
    ],
    'lets-pass-include-usage-as-number': [
      'include_usage is accepted as 0 or 1',
      letPass('include_usage.type', is(0, 1)),
    ],
    'lets-pass-stream-options-empty': [
      'stream_options is accepted without members',
      letPass('include_usage.required', (value) => Object.keys(value as object).length === 0),
    ],
  }),
  breaking(['request-stream-options-need-stream', 'stream-invalid-request'], {
    'lets-pass-stream-options-beside-false': [
      'stream_options is accepted next to stream false',
      letPass('stream_options.alone', (_, __, { body }) => body?.stream === false),
    ],
    'lets-pass-stream-options-without-stream': [
      'stream_options is accepted where stream is left out',
      letPass('stream_options.alone', (_, __, { body }) => body !== undefined && !('stream' in body)),
    ],
  }),
  breaking(['request-stop', 'stream-invalid-request'], {
    'lets-pass-stop-five': [
      'stop is accepted with five items',
      letPass('stop.many', (value) => (value as unknown[]).length === 5),
    ],
    'lets-pass-stop-object': [
      'stop is accepted as an object',
      letPass('stop.type', (value) => typeof value === 'object'),
    ],
    'lets-pass-stop-number': [
      'stop is accepted as a number',
      letPass('stop.type', (value) => typeof value === 'number'),
    ],
    'lets-pass-stop-later-empty': [
      'only the first item of stop is looked at',
      letPass(['stop.item.empty', 'stop.item.type', 'stop.item.null'], (_, { param }) => param !== 'stop[0]'),
      'request-no-null',
    ],
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'lets-pass-exclusive-when-equal': [
      'both limits may stand together when they are equal',
      letPass('exclusive', (_, __, { body }) => body?.max_tokens === body?.max_completion_tokens),
    ],
    'lets-pass-exclusive-when-different': [
      'both limits may stand together when they differ',
      letPass('exclusive', (_, __, { body }) => body?.max_tokens !== body?.max_completion_tokens),
    ],
  }),
  breaking(['request-closed-likely', 'stream-invalid-request'], {
    'lets-pass-fields-of-the-family': [
      'fields that related gateways know are accepted',
      letPass('unknown', (_, { param }) => COMMON.has(param)),
    ],
    'lets-pass-field-user': ['the field user is accepted', letPass('unknown', (_, { param }) => param === 'user')],
  }),
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'lets-pass-invented-fields': [
      'fields that no related gateway knows are accepted',
      letPass('unknown', (_, { param }) => !COMMON.has(param)),
    ],
    'lets-pass-unknown-null': [
      'an unknown field is accepted when it is null',
      letPass('unknown', (value) => value === null),
    ],
    'lets-pass-unknown-object': [
      'an unknown field is accepted when it is an object',
      letPass('unknown', (value) => typeof value === 'object' && value !== null),
    ],
  }),
]
