import type { JsonObject } from '../../../core/request/body.ts'
import { asNumber } from '../../../core/request/exact-integers.ts'
import type { Refused, Valid } from './valid-requests.ts'

const has =
  (name: string): Valid =>
  (body) =>
    name in body
const number =
  (name: string, test: (value: number) => boolean): Valid =>
  (body) => {
    const value = asNumber(body[name])
    return value !== undefined && test(value)
  }
const stops =
  (test: (all: string[]) => boolean): Valid =>
  (body) =>
    Array.isArray(body.stop) && test(body.stop)

const LIMIT = ['request-max-completion-tokens']

/** Valid values of fields that are refused. */
export const refusedFields: readonly Refused[] = [
  [
    'temperature-zero',
    'temperature 0 is refused',
    'temperature',
    number('temperature', (value) => value === 0),
    ['request-temperature'],
  ],
  [
    'temperature-two',
    'temperature 2 is refused',
    'temperature',
    number('temperature', (value) => value === 2),
    ['request-temperature'],
  ],
  [
    'temperature-above-one',
    'temperature above 1 is refused',
    'temperature',
    number('temperature', (value) => value > 1),
    ['request-temperature'],
  ],
  ['top-p-one', 'top_p 1 is refused', 'top_p', number('top_p', (value) => value === 1), ['request-top-p']],
  ['top-p-small', 'top_p below 0.1 is refused', 'top_p', number('top_p', (value) => value < 0.1), ['request-top-p']],
  [
    'temperature-beside-top-p',
    'temperature and top_p together are refused',
    'top_p',
    (body) => 'temperature' in body && 'top_p' in body,
    ['request-top-p', 'request-temperature'],
  ],
  [
    'max-tokens-one',
    'max_tokens 1 is refused',
    'max_tokens',
    number('max_tokens', (value) => value === 1),
    ['request-max-tokens', 'request-n'],
  ],
  [
    'max-completion-tokens',
    'max_completion_tokens is refused',
    'max_completion_tokens',
    has('max_completion_tokens'),
    LIMIT,
  ],
  [
    'max-completion-tokens-one',
    'max_completion_tokens 1 is refused',
    'max_completion_tokens',
    number('max_completion_tokens', (value) => value === 1),
    LIMIT,
  ],
  ['n-one', 'n 1 is refused', 'n', has('n'), ['request-n']],
  ['stop-string', 'stop is refused as a string', 'stop', (body) => typeof body.stop === 'string', ['request-stop']],
  ['stop-array', 'stop is refused as an array', 'stop', stops(() => true), ['request-stop']],
  ['stop-of-one', 'a stop array of one item is refused', 'stop', stops((all) => all.length === 1), ['request-stop']],
  ['stop-of-four', 'a stop array of four items is refused', 'stop', stops((all) => all.length === 4), ['request-stop']],
  [
    'stop-of-one-character',
    'a stop text of one character is refused',
    'stop',
    (body) => [body.stop].flat().some((text) => typeof text === 'string' && text.length === 1),
    ['request-stop'],
  ],
  ['stream-false', 'stream false is refused', 'stream', (body) => body.stream === false, ['request-stream']],
  [
    'include-usage-true',
    'include_usage true is refused',
    'stream_options',
    (body) => usage(body) === true,
    ['request-stream-options'],
  ],
  [
    'include-usage-false',
    'include_usage false is refused',
    'stream_options',
    (body) => usage(body) === false,
    ['request-stream-options'],
  ],
  [
    'top-p-without-temperature',
    'top_p is refused without temperature',
    'temperature',
    (body) => 'top_p' in body && !('temperature' in body),
    ['request-defaults', 'request-top-p'],
  ],
  [
    'stop-without-max-tokens',
    'stop is refused without max_tokens',
    'max_tokens',
    (body) => 'stop' in body && !('max_tokens' in body || 'max_completion_tokens' in body),
    ['request-defaults', 'request-stop'],
  ],
  [
    'stream-without-options',
    'stream true is refused without stream_options',
    'stream_options',
    (body) => body.stream === true && !('stream_options' in body),
    [
      'request-defaults',
      'request-stream',
      'client-headers-tolerated',
      'request-messages',
      'request-size-accepted',
      'model-not-authorized',
      'unavailable-503',
    ],
  ],
  [
    'without-output-limit',
    'requests without an output limit are refused',
    'max_tokens',
    (body) => !('max_tokens' in body || 'max_completion_tokens' in body),
    ['request-defaults'],
  ],
  [
    'stream-for-second-project',
    'streams are refused to the second project',
    'stream',
    (body, { project }) => body.stream === true && project?.ordinal === 1,
    ['request-stream', 'auth-project-catalog'],
  ],
]

function usage({ stream_options }: JsonObject): unknown {
  return (stream_options as { include_usage?: unknown } | undefined)?.include_usage
}
