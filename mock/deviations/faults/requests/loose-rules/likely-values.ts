import type { RequirementId } from '../../../../../schemas/requirement-ids.ts'
import { asNumber } from '../../../../core/request/exact-integers.ts'
import type { RuleName } from '../../../../core/request/rules.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { letPass, loose, numeric, takes, where } from './let-pass.ts'

const NUMBERS: readonly RequirementId[] = [
  'request-temperature',
  'request-top-p',
  'request-max-tokens',
  'request-max-completion-tokens',
  'request-n',
]

const NUMBER_TYPES: readonly RuleName[] = [
  'temperature.type',
  'top_p.type',
  'max_tokens.type',
  'max_completion_tokens.type',
  'n.type',
]

/** Takes a model for the listed one that a reader makes of its name. */
const readAs = (read: (id: string) => string): Apply =>
  letPass('model.pattern', (value, _, { project }) => project?.models.has(read(String(value))) ?? false)

/** Values that callers send by mistake, each accepted alone: those of a gateway that asks for truth before it asks for types (4.2). */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'takes-temperature-empty': takes('temperature.type', 'an empty text', ''),
    'takes-temperature-false': takes('temperature.type', 'false', false),
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'takes-top-p-empty': takes('top_p.type', 'an empty text', ''),
    'takes-top-p-false': takes('top_p.type', 'false', false),
    'takes-top-p-minus-one': takes('top_p.min', '-1, for none', -1),
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'takes-max-tokens-empty': takes('max_tokens.type', 'an empty text', ''),
    'takes-max-tokens-false': takes('max_tokens.type', 'false', false),
    'takes-max-tokens-minus-two': takes('max_tokens.min', '-2, for all there is', -2),
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], {
    'takes-max-completion-tokens-empty': takes('max_completion_tokens.type', 'an empty text', ''),
    'takes-max-completion-tokens-false': takes('max_completion_tokens.type', 'false', false),
    'takes-max-completion-tokens-minus-one': takes('max_completion_tokens.min', '-1, for no limit', -1),
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'takes-n-empty': takes('n.type', 'an empty text', ''),
    'takes-n-false': takes('n.type', 'false', false),
    'takes-n-minus-one': takes('n.min', '-1', -1),
  }),
  breaking(['request-stream', 'stream-invalid-request'], {
    'takes-stream-empty': takes('stream.type', 'an empty text', ''),
    'takes-stream-false-in-text': takes('stream.type', '"false"', 'false'),
  }),
  breaking(['request-stop', 'stream-invalid-request'], {
    'takes-stop-false': takes('stop.type', 'false', false),
    'takes-stop-zero': takes('stop.type', '0', 0),
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], {
    'takes-stream-options-false': takes('stream_options.type', 'false', false),
    'takes-stream-options-empty-text': takes('stream_options.type', '""', ''),
    'takes-include-usage-zero': takes('include_usage.type', '0', 0),
    'takes-include-usage-empty': takes('include_usage.type', '""', ''),
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
    'takes-both-limits-where-the-other-is-larger: max_completion_tokens may be next to a smaller max_tokens': letPass(
      'exclusive',
      where((body) => Number(body.max_completion_tokens) > Number(body.max_tokens)),
    ),
  }),
  breaking(['request-max-tokens', 'request-max-completion-tokens', 'request-no-null', 'stream-invalid-request'], {
    'takes-null-beside-the-other-limit: a limit may be null next to the other one': letPass(
      ['max_tokens.null', 'max_completion_tokens.null', 'exclusive'],
      where(
        ({ max_tokens: one, max_completion_tokens: other }) =>
          one !== undefined && other !== undefined && (one === null || other === null),
      ),
    ),
  }),
]
