import type { RequirementId } from '../../../../../schemas/requirement-ids.ts'
import { asNumber } from '../../../../core/request/exact-integers.ts'
import type { RuleName } from '../../../../core/request/rules.ts'
import type { Call } from '../../../../core/types.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { type Exempt, is, letPass, numeric } from './let-pass.ts'

/** A requirement, also where the request asks for a stream. */
const also = (...ids: RequirementId[]): readonly RequirementId[] => [...ids, 'stream-invalid-request']
const TEMPERATURE = also('request-temperature')
const TOP_P = also('request-top-p')
const MAX = also('request-max-tokens')
const MAX_COMPLETION = also('request-max-completion-tokens')
const N = also('request-n')
const STREAM = also('request-stream')
const OPTIONS = also('request-stream-options')
const STOP = also('request-stop')
const MODEL = also('request-model-pattern')
const EXCLUSIVE = also('request-max-exclusive')
const NUMBERS = also(
  'request-temperature',
  'request-top-p',
  'request-max-tokens',
  'request-max-completion-tokens',
  'request-n',
)

const NUMBER_TYPES: readonly RuleName[] = [
  'temperature.type',
  'top_p.type',
  'max_tokens.type',
  'max_completion_tokens.type',
  'n.type',
]

/** Lets exactly these values pass one rule. */
const takes = (rule: RuleName, ...values: unknown[]): Apply => letPass(rule, is(...values))

const inStreams =
  (exempt: Exempt): Exempt =>
  (value, problem, call) =>
    call.body?.stream === true && exempt(value, problem, call)

/** A number alone in an array. */
const inArray: Exempt = (value) => Array.isArray(value) && value.length === 1 && asNumber(value[0]) !== undefined

/** Takes a model for the listed one that a reader makes of its name. */
const readAs = (read: (id: string) => string): Apply =>
  letPass('model.pattern', (value, _, { project }: Call) => project?.models.has(read(String(value))) ?? false)

/** Values that callers send by mistake, each accepted alone: those of a gateway that asks for truth before it asks for types (4.2). */
export const faults = () => [
  breaking(TEMPERATURE, {
    'takes-temperature-empty': ['temperature may be an empty text', takes('temperature.type', '')],
    'takes-temperature-false': ['temperature may be false', takes('temperature.type', false)],
  }),
  breaking(TOP_P, {
    'takes-top-p-empty': ['top_p may be an empty text', takes('top_p.type', '')],
    'takes-top-p-false': ['top_p may be false', takes('top_p.type', false)],
    'takes-top-p-minus-one': ['top_p may be -1, for none', takes('top_p.min', -1)],
  }),
  breaking(MAX, {
    'takes-max-tokens-empty': ['max_tokens may be an empty text', takes('max_tokens.type', '')],
    'takes-max-tokens-false': ['max_tokens may be false', takes('max_tokens.type', false)],
    'takes-max-tokens-minus-two': ['max_tokens may be -2, for all there is', takes('max_tokens.min', -2)],
  }),
  breaking(MAX_COMPLETION, {
    'takes-max-completion-tokens-empty': [
      'max_completion_tokens may be an empty text',
      takes('max_completion_tokens.type', ''),
    ],
    'takes-max-completion-tokens-false': [
      'max_completion_tokens may be false',
      takes('max_completion_tokens.type', false),
    ],
    'takes-max-completion-tokens-minus-one': [
      'max_completion_tokens may be -1, for no limit',
      takes('max_completion_tokens.min', -1),
    ],
  }),
  breaking(N, {
    'takes-n-empty': ['n may be an empty text', takes('n.type', '')],
    'takes-n-false': ['n may be false', takes('n.type', false)],
    'takes-n-minus-one': ['n may be -1', takes('n.min', -1)],
  }),
  breaking(STREAM, {
    'takes-stream-empty': ['stream may be an empty text', takes('stream.type', '')],
    'takes-stream-false-in-text': ['stream may be "false"', takes('stream.type', 'false')],
  }),
  breaking(STOP, {
    'takes-stop-false': ['stop may be false', takes('stop.type', false)],
    'takes-stop-zero': ['stop may be 0', takes('stop.type', 0)],
  }),
  breaking(OPTIONS, {
    'takes-stream-options-false': ['stream_options may be false', takes('stream_options.type', false)],
    'takes-stream-options-empty-text': ['stream_options may be ""', takes('stream_options.type', '')],
    'takes-include-usage-zero': ['include_usage may be 0', takes('include_usage.type', 0)],
    'takes-include-usage-empty': ['include_usage may be ""', takes('include_usage.type', '')],
  }),
  breaking(NUMBERS, {
    'takes-numbers-in-text-on-streams': [
      'numbers may be text in streaming requests',
      letPass(NUMBER_TYPES, inStreams(numeric)),
    ],
    'takes-numbers-in-arrays': ['numbers may be in an array', letPass(NUMBER_TYPES, inArray)],
  }),
  breaking(MODEL, {
    'takes-model-after-a-slash': ['a slash before a listed model is left out', readAs((id) => id.replace(/^\//, ''))],
    'takes-model-after-a-provider': [
      'a provider before a listed model is left out',
      readAs((id) => id.replace(/^[a-z]+\/(?=svc\/)/, '')),
    ],
    'takes-model-with-its-prefix-in-capitals': [
      'Svc/ before the name of a listed model is taken for svc/',
      readAs((id) => id.replace(/^svc\//i, 'svc/')),
    ],
    'takes-model-with-underscores': [
      'underscores in the name of a listed model are hyphens',
      readAs((id) => id.replaceAll('_', '-')),
    ],
  }),
  breaking(EXCLUSIVE, {
    'takes-both-limits-where-the-other-is-larger': [
      'max_completion_tokens may be next to a smaller max_tokens',
      letPass('exclusive', (_, __, { body }) => Number(body?.max_completion_tokens) > Number(body?.max_tokens)),
    ],
  }),
  breaking(also('request-max-tokens', 'request-max-completion-tokens', 'request-no-null'), {
    'takes-null-beside-the-other-limit': [
      'a limit may be null next to the other one',
      letPass(
        ['max_tokens.null', 'max_completion_tokens.null', 'exclusive'],
        (_, __, { body }) =>
          body !== undefined &&
          'max_tokens' in body &&
          'max_completion_tokens' in body &&
          (body.max_tokens === null || body.max_completion_tokens === null),
      ),
    ],
  }),
]
