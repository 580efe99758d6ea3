import { breaking } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

/** The rules about numbers are not applied, one fault for each (4.2). */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'accepts-temperature-type': ['temperature may be of another type', ignore('temperature.type')],
    'accepts-temperature-min': ['temperature has no lower bound', ignore('temperature.min')],
    'accepts-temperature-max': ['temperature has no upper bound', ignore('temperature.max')],
    'accepts-temperature-null': ['temperature may be null', ignore('temperature.null'), 'request-no-null'],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'accepts-top-p-type': ['top_p may be of another type', ignore('top_p.type')],
    'accepts-top-p-min': ['top_p has no lower bound', ignore('top_p.min')],
    'accepts-top-p-max': ['top_p has no upper bound', ignore('top_p.max')],
    'accepts-top-p-null': ['top_p may be null', ignore('top_p.null'), 'request-no-null'],
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], {
    'accepts-max-tokens-type': ['max_tokens may be of another type', ignore('max_tokens.type')],
    'accepts-max-tokens-integer': ['max_tokens may have a fraction', ignore('max_tokens.integer')],
    'accepts-max-tokens-min': ['max_tokens has no lower bound', ignore('max_tokens.min')],
    'accepts-max-tokens-max': ['max_tokens has no upper bound', ignore('max_tokens.max')],
    'accepts-max-tokens-null': ['max_tokens may be null', ignore('max_tokens.null'), 'request-no-null'],
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], {
    'accepts-max-completion-tokens-type': [
      'max_completion_tokens may be of another type',
      ignore('max_completion_tokens.type'),
    ],
    'accepts-max-completion-tokens-integer': [
      'max_completion_tokens may have a fraction',
      ignore('max_completion_tokens.integer'),
    ],
    'accepts-max-completion-tokens-min': [
      'max_completion_tokens has no lower bound',
      ignore('max_completion_tokens.min'),
    ],
    'accepts-max-completion-tokens-max': [
      'max_completion_tokens has no upper bound',
      ignore('max_completion_tokens.max'),
    ],
  }),
  breaking(['request-max-completion-tokens', 'request-no-null', 'stream-invalid-request'], {
    'accepts-max-completion-tokens-null': ['max_completion_tokens may be null', ignore('max_completion_tokens.null')],
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'accepts-exclusive': ['max_tokens and max_completion_tokens may stand together', ignore('exclusive')],
  }),
]
