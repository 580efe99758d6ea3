import { type Fault, fault } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

/** The rules about numbers are not applied, one fault for each (4.2). */
export const ignoredNumberRules = (): readonly Fault[] => [
  fault(
    'accepts-temperature-type',
    ['request-temperature', 'stream-invalid-request'],
    'temperature may be of another type',
    ignore(['temperature.type']),
  ),
  fault(
    'accepts-temperature-min',
    ['request-temperature', 'stream-invalid-request'],
    'temperature has no lower bound',
    ignore(['temperature.min']),
  ),
  fault(
    'accepts-temperature-max',
    ['request-temperature', 'stream-invalid-request'],
    'temperature has no upper bound',
    ignore(['temperature.max']),
  ),
  fault(
    'accepts-temperature-null',
    ['request-temperature', 'request-no-null', 'stream-invalid-request'],
    'temperature may be null',
    ignore(['temperature.null']),
  ),
  fault(
    'accepts-top-p-type',
    ['request-top-p', 'stream-invalid-request'],
    'top_p may be of another type',
    ignore(['top_p.type']),
  ),
  fault(
    'accepts-top-p-min',
    ['request-top-p', 'stream-invalid-request'],
    'top_p has no lower bound',
    ignore(['top_p.min']),
  ),
  fault(
    'accepts-top-p-max',
    ['request-top-p', 'stream-invalid-request'],
    'top_p has no upper bound',
    ignore(['top_p.max']),
  ),
  fault(
    'accepts-top-p-null',
    ['request-top-p', 'request-no-null', 'stream-invalid-request'],
    'top_p may be null',
    ignore(['top_p.null']),
  ),
  fault(
    'accepts-max-tokens-type',
    ['request-max-tokens', 'stream-invalid-request'],
    'max_tokens may be of another type',
    ignore(['max_tokens.type']),
  ),
  fault(
    'accepts-max-tokens-integer',
    ['request-max-tokens', 'stream-invalid-request'],
    'max_tokens may have a fraction',
    ignore(['max_tokens.integer']),
  ),
  fault(
    'accepts-max-tokens-min',
    ['request-max-tokens', 'stream-invalid-request'],
    'max_tokens has no lower bound',
    ignore(['max_tokens.min']),
  ),
  fault(
    'accepts-max-tokens-max',
    ['request-max-tokens', 'stream-invalid-request'],
    'max_tokens has no upper bound',
    ignore(['max_tokens.max']),
  ),
  fault(
    'accepts-max-tokens-null',
    ['request-max-tokens', 'request-no-null', 'stream-invalid-request'],
    'max_tokens may be null',
    ignore(['max_tokens.null']),
  ),
  fault(
    'accepts-max-completion-tokens-type',
    ['request-max-completion-tokens', 'stream-invalid-request'],
    'max_completion_tokens may be of another type',
    ignore(['max_completion_tokens.type']),
  ),
  fault(
    'accepts-max-completion-tokens-integer',
    ['request-max-completion-tokens', 'stream-invalid-request'],
    'max_completion_tokens may have a fraction',
    ignore(['max_completion_tokens.integer']),
  ),
  fault(
    'accepts-max-completion-tokens-min',
    ['request-max-completion-tokens', 'stream-invalid-request'],
    'max_completion_tokens has no lower bound',
    ignore(['max_completion_tokens.min']),
  ),
  fault(
    'accepts-max-completion-tokens-max',
    ['request-max-completion-tokens', 'stream-invalid-request'],
    'max_completion_tokens has no upper bound',
    ignore(['max_completion_tokens.max']),
  ),
  fault(
    'accepts-max-completion-tokens-null',
    ['request-max-completion-tokens', 'request-no-null', 'stream-invalid-request'],
    'max_completion_tokens may be null',
    ignore(['max_completion_tokens.null']),
  ),
  fault(
    'accepts-exclusive',
    ['request-max-exclusive', 'stream-invalid-request'],
    'max_tokens and max_completion_tokens may stand together',
    ignore(['exclusive']),
  ),
]
