import type { JsonObject } from '../../../../core/request/body.ts'
import { asNumber, exactInteger } from '../../../../core/request/exact-integers.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { VALID } from '../../breaks.ts'
import { refuseValid } from './valid-requests.ts'

const refusePresent = (name: string): Apply => refuseValid(name, (body) => name in body)
const refuseNumber = (name: string, test: (value: number) => boolean): Apply =>
  refuseValid(name, (body) => {
    const value = asNumber(body[name])
    return value !== undefined && test(value)
  })
/** What 32 bits hold of an integer. */
const in32Bits = (value: unknown): number => Number(BigInt.asIntN(32, BigInt(exactInteger(value) ?? 1)))
const refuseStops = (test: (all: string[]) => boolean): Apply =>
  refuseValid('stop', ({ stop }) => Array.isArray(stop) && test(stop))

/** Valid values of fields that are refused. */
export const faults = () => [
  breaking(['request-temperature', ...VALID], {
    'refuses-temperature-zero': ['temperature 0 is refused', refuseNumber('temperature', (value) => value === 0)],
    'refuses-temperature-two': ['temperature 2 is refused', refuseNumber('temperature', (value) => value === 2)],
    'refuses-temperature-above-one': [
      'temperature above 1 is refused',
      refuseNumber('temperature', (value) => value > 1),
    ],
  }),
  breaking(['request-top-p', ...VALID], {
    'refuses-top-p-one': ['top_p 1 is refused', refuseNumber('top_p', (value) => value === 1)],
    'refuses-top-p-small': ['top_p below 0.1 is refused', refuseNumber('top_p', (value) => value < 0.1)],
  }),
  breaking(['request-top-p', 'request-temperature', ...VALID], {
    'refuses-temperature-beside-top-p': [
      'temperature and top_p together are refused',
      refuseValid('top_p', (body) => 'temperature' in body && 'top_p' in body),
    ],
  }),
  breaking(['request-max-tokens', 'request-n', ...VALID], {
    'refuses-max-tokens-one': ['max_tokens 1 is refused', refuseNumber('max_tokens', (value) => value === 1)],
  }),
  breaking(['request-max-completion-tokens', ...VALID], {
    'refuses-max-completion-tokens': ['max_completion_tokens is refused', refusePresent('max_completion_tokens')],
    'refuses-max-completion-tokens-one': [
      'max_completion_tokens 1 is refused',
      refuseNumber('max_completion_tokens', (value) => value === 1),
    ],
  }),
  breaking(['request-max-tokens'], {
    'refuses-limits-that-wrap': [
      'max_tokens is read in 32 bits, so that 4294967296 is 0 and refused, and the larger 4294967312 is 16',
      refuseValid('max_tokens', ({ max_tokens }) => max_tokens !== undefined && in32Bits(max_tokens) < 1),
    ],
  }),
  breaking(['request-max-completion-tokens'], {
    'refuses-only-one-limit-above-32-bits': [
      'max_completion_tokens is refused from 2^31 on, and max_tokens is not',
      refuseNumber('max_completion_tokens', (value) => value >= 2 ** 31),
    ],
  }),
  breaking(['request-n', ...VALID], {
    'refuses-n-one': ['n 1 is refused', refusePresent('n')],
  }),
  breaking(['request-stop', ...VALID], {
    'refuses-stop-string': [
      'stop is refused as a string',
      refuseValid('stop', (body) => typeof body.stop === 'string'),
    ],
    'refuses-stop-array': ['stop is refused as an array', refuseStops(() => true)],
    'refuses-stop-of-one': ['a stop array of one item is refused', refuseStops((all) => all.length === 1)],
    'refuses-stop-of-four': ['a stop array of four items is refused', refuseStops((all) => all.length === 4)],
    'refuses-stop-of-one-character': [
      'a stop text of one character is refused',
      refuseValid('stop', (body) => [body.stop].flat().some((text) => typeof text === 'string' && text.length === 1)),
    ],
    'refuses-stop-on-another-model': [
      'another model than the first is refused with stop',
      refuseValid('stop', (body) => body.model === 'svc/small-1' && 'stop' in body),
    ],
  }),
  breaking(['request-stream', ...VALID], {
    'refuses-stream-false': ['stream false is refused', refuseValid('stream', (body) => body.stream === false)],
  }),
  breaking(['request-stream-options', ...VALID], {
    'refuses-include-usage-true': [
      'include_usage true is refused',
      refuseValid('stream_options', (body) => usage(body) === true),
    ],
    'refuses-include-usage-false': [
      'include_usage false is refused',
      refuseValid('stream_options', (body) => usage(body) === false),
    ],
  }),
  breaking(['request-defaults', 'request-top-p', ...VALID], {
    'refuses-top-p-without-temperature': [
      'top_p is refused without temperature',
      refuseValid('temperature', (body) => 'top_p' in body && !('temperature' in body)),
    ],
  }),
  breaking(['request-defaults', 'request-stop', ...VALID], {
    'refuses-stop-without-max-tokens': [
      'stop is refused without max_tokens',
      refuseValid('max_tokens', (body) => 'stop' in body && !('max_tokens' in body || 'max_completion_tokens' in body)),
    ],
  }),
  breaking(
    [
      'request-defaults',
      'request-stream',
      'client-headers-tolerated',
      'request-messages',
      'request-size-accepted',
      'model-not-authorized',
      'unavailable-503',
      ...VALID,
    ],
    {
      'refuses-stream-without-options': [
        'stream true is refused without stream_options',
        refuseValid('stream_options', (body) => body.stream === true && !('stream_options' in body)),
      ],
      'refuses-streams': ['stream true is refused', refuseValid('stream', (body) => body.stream === true)],
      'refuses-requests-without-stream': [
        'requests without stream are refused',
        refuseValid('stream', (body) => !('stream' in body)),
        'auth-valid-key',
      ],
    },
  ),
  breaking(['request-defaults', ...VALID], {
    'refuses-without-output-limit': [
      'requests without an output limit are refused',
      refuseValid('max_tokens', (body) => !('max_tokens' in body || 'max_completion_tokens' in body)),
    ],
    'refuses-streams-without-output-limit-on-another-model': [
      'streams of another model than the first are refused without an output limit',
      refuseValid(
        'max_tokens',
        (body) =>
          body.model === 'svc/small-1' &&
          body.stream === true &&
          !('max_tokens' in body || 'max_completion_tokens' in body),
      ),
    ],
  }),
  breaking(['request-stream', 'auth-project-catalog', ...VALID], {
    'refuses-stream-for-second-project': [
      'streams are refused to the second project',
      refuseValid('stream', (body, { project }) => body.stream === true && project?.ordinal === 1),
    ],
  }),
]

function usage({ stream_options }: JsonObject): unknown {
  return (stream_options as { include_usage?: unknown } | undefined)?.include_usage
}
