import { breaking } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

/** The rules about options, counts and unknown fields are not applied, one fault for each (4.2). */
export const faults = () => [
  breaking(['request-stream', 'stream-invalid-request'], {
    'accepts-stream-type': ['stream may be of another type', ignore('stream.type')],
    'accepts-stream-null': ['stream may be null', ignore('stream.null'), 'request-no-null'],
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], {
    'accepts-stream-options-type': ['stream_options may be of another type', ignore('stream_options.type')],
    'accepts-include-usage-required': ['include_usage may be missing', ignore('include_usage.required')],
    'accepts-include-usage-type': ['include_usage may be of another type', ignore('include_usage.type')],
    'accepts-stream-options-null': ['stream_options may be null', ignore('stream_options.null'), 'request-no-null'],
    'accepts-include-usage-null': ['include_usage may be null', ignore('include_usage.null'), 'request-no-null'],
  }),
  breaking(['request-stream-options-need-stream', 'stream-invalid-request'], {
    'accepts-stream-options-alone': ['stream_options may stand without stream', ignore('stream_options.alone')],
  }),
  breaking(['request-stream-options-closed', 'request-stream-options-closed-likely'], {
    'accepts-stream-options-unknown': [
      'stream_options may have members that the contract does not list',
      ignore('stream_options.unknown'),
    ],
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'accepts-n-type': ['n may be of another type', ignore('n.type')],
    'accepts-n-integer': ['n may have a fraction', ignore('n.integer')],
    'accepts-n-min': ['n has no lower bound', ignore('n.min')],
    'accepts-n-max': ['n has no upper bound', ignore('n.max')],
    'accepts-n-null': ['n may be null', ignore('n.null'), 'request-no-null'],
  }),
  breaking(['request-stop', 'stream-invalid-request'], {
    'accepts-stop-type': ['stop may be of another type', ignore('stop.type')],
    'accepts-stop-empty': ['stop may be empty', ignore('stop.empty')],
    'accepts-stop-few': ['stop may be empty', ignore('stop.few')],
    'accepts-stop-many': ['stop may have any number of items', ignore('stop.many')],
    'accepts-stop-item-type': ['stop.item may be of another type', ignore('stop.item.type')],
    'accepts-stop-item-empty': ['stop.item may be empty', ignore('stop.item.empty')],
    'accepts-stop-null': ['stop may be null', ignore('stop.null'), 'request-no-null'],
    'accepts-stop-item-null': ['stop.item may be null', ignore('stop.item.null'), 'request-no-null'],
  }),
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'accepts-unknown': ['a request may have members that the contract does not list', ignore('unknown')],
  }),
]
