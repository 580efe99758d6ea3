import type { JsonObject } from '../../../../core/request/body.ts'
import { asNumber, exactInteger } from '../../../../core/request/exact-integers.ts'
import { type Fault, fault } from '../../../deviation.ts'
import { VALID } from '../../breaks.ts'
import { refuseValid, type Valid } from './valid-requests.ts'

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
/** What 32 bits hold of an integer. */
const in32Bits = (value: unknown): number => Number(BigInt.asIntN(32, BigInt(exactInteger(value) ?? 1)))
const stops =
  (test: (all: string[]) => boolean): Valid =>
  (body) =>
    Array.isArray(body.stop) && test(body.stop)

/** Valid values of fields that are refused. */
export const refusedFieldFaults = (): readonly Fault[] => [
  fault(
    'refuses-temperature-zero',
    ['request-temperature', ...VALID],
    'temperature 0 is refused',
    refuseValid(
      'temperature',
      number('temperature', (value) => value === 0),
    ),
  ),
  fault(
    'refuses-temperature-two',
    ['request-temperature', ...VALID],
    'temperature 2 is refused',
    refuseValid(
      'temperature',
      number('temperature', (value) => value === 2),
    ),
  ),
  fault(
    'refuses-temperature-above-one',
    ['request-temperature', ...VALID],
    'temperature above 1 is refused',
    refuseValid(
      'temperature',
      number('temperature', (value) => value > 1),
    ),
  ),
  fault(
    'refuses-top-p-one',
    ['request-top-p', ...VALID],
    'top_p 1 is refused',
    refuseValid(
      'top_p',
      number('top_p', (value) => value === 1),
    ),
  ),
  fault(
    'refuses-top-p-small',
    ['request-top-p', ...VALID],
    'top_p below 0.1 is refused',
    refuseValid(
      'top_p',
      number('top_p', (value) => value < 0.1),
    ),
  ),
  fault(
    'refuses-temperature-beside-top-p',
    ['request-top-p', 'request-temperature', ...VALID],
    'temperature and top_p together are refused',
    refuseValid('top_p', (body) => 'temperature' in body && 'top_p' in body),
  ),
  fault(
    'refuses-max-tokens-one',
    ['request-max-tokens', 'request-n', ...VALID],
    'max_tokens 1 is refused',
    refuseValid(
      'max_tokens',
      number('max_tokens', (value) => value === 1),
    ),
  ),
  fault(
    'refuses-max-completion-tokens',
    ['request-max-completion-tokens', ...VALID],
    'max_completion_tokens is refused',
    refuseValid('max_completion_tokens', has('max_completion_tokens')),
  ),
  fault(
    'refuses-max-completion-tokens-one',
    ['request-max-completion-tokens', ...VALID],
    'max_completion_tokens 1 is refused',
    refuseValid(
      'max_completion_tokens',
      number('max_completion_tokens', (value) => value === 1),
    ),
  ),
  fault(
    'refuses-limits-that-wrap',
    ['request-max-tokens'],
    'max_tokens is read in 32 bits, so that 4294967296 is 0 and refused, and the larger 4294967312 is 16',
    refuseValid('max_tokens', ({ max_tokens }) => max_tokens !== undefined && in32Bits(max_tokens) < 1),
  ),
  fault(
    'refuses-only-one-limit-above-32-bits',
    ['request-max-completion-tokens'],
    'max_completion_tokens is refused from 2^31 on, and max_tokens is not',
    refuseValid(
      'max_completion_tokens',
      number('max_completion_tokens', (value) => value >= 2 ** 31),
    ),
  ),
  fault('refuses-n-one', ['request-n', ...VALID], 'n 1 is refused', refuseValid('n', has('n'))),
  fault(
    'refuses-stop-string',
    ['request-stop', ...VALID],
    'stop is refused as a string',
    refuseValid('stop', (body) => typeof body.stop === 'string'),
  ),
  fault(
    'refuses-stop-array',
    ['request-stop', ...VALID],
    'stop is refused as an array',
    refuseValid(
      'stop',
      stops(() => true),
    ),
  ),
  fault(
    'refuses-stop-of-one',
    ['request-stop', ...VALID],
    'a stop array of one item is refused',
    refuseValid(
      'stop',
      stops((all) => all.length === 1),
    ),
  ),
  fault(
    'refuses-stop-of-four',
    ['request-stop', ...VALID],
    'a stop array of four items is refused',
    refuseValid(
      'stop',
      stops((all) => all.length === 4),
    ),
  ),
  fault(
    'refuses-stop-of-one-character',
    ['request-stop', ...VALID],
    'a stop text of one character is refused',
    refuseValid('stop', (body) => [body.stop].flat().some((text) => typeof text === 'string' && text.length === 1)),
  ),
  fault(
    'refuses-stream-false',
    ['request-stream', ...VALID],
    'stream false is refused',
    refuseValid('stream', (body) => body.stream === false),
  ),
  fault(
    'refuses-include-usage-true',
    ['request-stream-options', ...VALID],
    'include_usage true is refused',
    refuseValid('stream_options', (body) => usage(body) === true),
  ),
  fault(
    'refuses-include-usage-false',
    ['request-stream-options', ...VALID],
    'include_usage false is refused',
    refuseValid('stream_options', (body) => usage(body) === false),
  ),
  fault(
    'refuses-top-p-without-temperature',
    ['request-defaults', 'request-top-p', ...VALID],
    'top_p is refused without temperature',
    refuseValid('temperature', (body) => 'top_p' in body && !('temperature' in body)),
  ),
  fault(
    'refuses-stop-without-max-tokens',
    ['request-defaults', 'request-stop', ...VALID],
    'stop is refused without max_tokens',
    refuseValid('max_tokens', (body) => 'stop' in body && !('max_tokens' in body || 'max_completion_tokens' in body)),
  ),
  fault(
    'refuses-stream-without-options',
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
    'stream true is refused without stream_options',
    refuseValid('stream_options', (body) => body.stream === true && !('stream_options' in body)),
  ),
  fault(
    'refuses-without-output-limit',
    ['request-defaults', ...VALID],
    'requests without an output limit are refused',
    refuseValid('max_tokens', (body) => !('max_tokens' in body || 'max_completion_tokens' in body)),
  ),
  fault(
    'refuses-stream-for-second-project',
    ['request-stream', 'auth-project-catalog', ...VALID],
    'streams are refused to the second project',
    refuseValid('stream', (body, { project }) => body.stream === true && project?.ordinal === 1),
  ),
]

function usage({ stream_options }: JsonObject): unknown {
  return (stream_options as { include_usage?: unknown } | undefined)?.include_usage
}
