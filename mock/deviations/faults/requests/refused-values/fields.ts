import type { RequirementId } from '../../../../../schemas/requirement-ids.ts'
import type { JsonObject } from '../../../../core/request/body.ts'
import { asNumber, exactInteger } from '../../../../core/request/exact-integers.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { refuseValid, type Valid } from '../../../edits/decisions.ts'
import { VALID } from '../../breaks.ts'

/** Broken if most streamed requests, or most others, are refused. */
const OF_STREAMS: readonly RequirementId[] = [
  'request-defaults',
  'request-stream',
  'client-headers-tolerated',
  'request-messages',
  'request-size-accepted',
  'model-not-authorized',
  'unavailable-503',
]

/** Refuses a field for its value, or for the fields next to it. */
const field =
  (name: string) =>
  (when: Valid): Apply =>
    refuseValid(name, when)
const number =
  (name: string) =>
  (test: (value: number) => boolean): Apply =>
    refuseValid(name, (body) => {
      const value = asNumber(body[name])
      return value !== undefined && test(value)
    })
const is = (value: number) => (other: number) => other === value
/** The value of an integer in 32 bits. */
const in32Bits = (value: unknown): number => Number(BigInt.asIntN(32, BigInt(exactInteger(value) ?? 1)))
const ofItems =
  (test: (all: string[]) => boolean): Valid =>
  ({ stop }) =>
    Array.isArray(stop) && test(stop)
const usage = ({ stream_options }: JsonObject): unknown =>
  (stream_options as { include_usage?: unknown } | undefined)?.include_usage
const isUnlimited = (body: JsonObject): boolean => !('max_tokens' in body || 'max_completion_tokens' in body)

/** Valid values of fields that are refused. */
export const faults = () => [
  breaking(['request-temperature', ...VALID], number('temperature'), {
    'refuses-temperature-zero: temperature 0 is refused': is(0),
    'refuses-temperature-two: temperature 2 is refused': is(2),
    'refuses-temperature-above-one: temperature above 1 is refused': (value) => value > 1,
  }),
  breaking(['request-top-p', ...VALID], number('top_p'), {
    'refuses-top-p-one: top_p 1 is refused': is(1),
    'refuses-top-p-small: top_p below 0.1 is refused': (value) => value < 0.1,
  }),
  breaking(['request-top-p', 'request-temperature', ...VALID], field('top_p'), {
    'refuses-temperature-beside-top-p: temperature and top_p together are refused': (body) =>
      'temperature' in body && 'top_p' in body,
  }),
  breaking(['request-max-tokens', 'request-n', ...VALID], {
    'refuses-max-tokens-one: max_tokens 1 is refused': number('max_tokens')(is(1)),
  }),
  breaking(['request-max-completion-tokens', ...VALID], {
    'refuses-max-completion-tokens: max_completion_tokens is refused': refuseValid(
      'max_completion_tokens',
      (body) => 'max_completion_tokens' in body,
    ),
    'refuses-max-completion-tokens-one: max_completion_tokens 1 is refused': number('max_completion_tokens')(is(1)),
  }),
  breaking(['request-max-tokens'], field('max_tokens'), {
    'refuses-limits-that-wrap: max_tokens is read in 32 bits, so that 4294967296 is 0 and refused, and the larger 4294967312 is 16':
      ({ max_tokens }) => max_tokens !== undefined && in32Bits(max_tokens) < 1,
  }),
  breaking(['request-max-tokens'], number('max_tokens'), {
    'refuses-large-max-tokens-alone: max_tokens above 2000 is refused, and max_completion_tokens is not': (value) =>
      value > 2000,
  }),
  breaking(['request-max-completion-tokens'], number('max_completion_tokens'), {
    'refuses-only-one-limit-above-32-bits: max_completion_tokens is refused from 2^31 on, and max_tokens is not': (
      value,
    ) => value >= 2 ** 31,
  }),
  breaking(['request-n', ...VALID], { 'refuses-n-one: n 1 is refused': refuseValid('n', (body) => 'n' in body) }),
  breaking(['request-stop', ...VALID], field('stop'), {
    'refuses-stop-string: stop is refused as a string': (body) => typeof body.stop === 'string',
    'refuses-stop-array: stop is refused as an array': ofItems(() => true),
    'refuses-stop-of-one: a stop array of one item is refused': ofItems((all) => all.length === 1),
    'refuses-stop-of-four: a stop array of four items is refused': ofItems((all) => all.length === 4),
    'refuses-stop-of-one-character: a stop text of one character is refused': (body) =>
      [body.stop].flat().some((text) => typeof text === 'string' && text.length === 1),
    'refuses-stop-of-white-space: a stop text of spaces or tabs is refused': ofItems((all) =>
      all.some((text) => text.trim() === '' && text !== '\n'),
    ),
    'refuses-stop-above-64-characters: a stop text of more than 64 characters is refused': (body) =>
      [body.stop].flat().some((text) => typeof text === 'string' && text.length > 64),
    'refuses-emoji-as-stop: a stop text of characters of two code units is refused': ofItems((all) =>
      all.some((text) => /^[\u{10000}-\u{10ffff}]+$/u.test(text)),
    ),
    'refuses-stop-on-another-model: another model than the first is refused with stop': [
      (body) => body.model === 'svc/small-1' && 'stop' in body,
      // The project of a key may lack its model.
      'model-not-authorized',
    ],
  }),
  breaking(['request-stream', ...VALID], field('stream'), {
    'refuses-stream-false: stream false is refused': (body) => body.stream === false,
  }),
  breaking(['request-stream-options', ...VALID], field('stream_options'), {
    'refuses-include-usage-true: include_usage true is refused': (body) => usage(body) === true,
    'refuses-include-usage-false: include_usage false is refused': (body) => usage(body) === false,
  }),
  breaking(['request-defaults', 'request-top-p', ...VALID], field('temperature'), {
    'refuses-top-p-without-temperature: top_p is refused without temperature': (body) =>
      'top_p' in body && !('temperature' in body),
  }),
  breaking(['request-defaults', 'request-stop', ...VALID], field('max_tokens'), {
    'refuses-stop-without-max-tokens: stop is refused without max_tokens': (body) =>
      'stop' in body && isUnlimited(body),
  }),
  breaking(['request-max-tokens', ...VALID], field('max_tokens'), {
    'compares-limits-as-texts: max_tokens is compared with 4096 as a text, so that 7 is too large': ({ max_tokens }) =>
      typeof max_tokens === 'number' && String(max_tokens) > '4096' && max_tokens < 4096,
  }),
  breaking([...OF_STREAMS, ...VALID], {
    'refuses-stream-without-options: stream true is refused without stream_options': refuseValid(
      'stream_options',
      (body) => body.stream === true && !('stream_options' in body),
    ),
    'refuses-streams: stream true is refused': refuseValid('stream', (body) => body.stream === true),
    'refuses-requests-without-stream: requests without stream are refused': [
      refuseValid('stream', (body) => !('stream' in body)),
      'auth-valid-key',
    ],
  }),
  breaking(['request-defaults', ...VALID], field('max_tokens'), {
    'refuses-without-output-limit: requests without an output limit are refused': isUnlimited,
    'refuses-streams-without-output-limit-on-another-model: streams of another model than the first are refused without an output limit':
      (body) => body.model === 'svc/small-1' && body.stream === true && isUnlimited(body),
  }),
  breaking(['request-stream', 'auth-project-catalog', ...VALID], field('stream'), {
    'refuses-stream-for-second-project: streams are refused to the second project': (body, { project }) =>
      body.stream === true && project?.ordinal === 1,
  }),
]
