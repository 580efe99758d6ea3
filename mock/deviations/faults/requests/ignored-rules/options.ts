import { type Fault, fault } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

/** The rules about options, counts and unknown fields are not applied, one fault for each (4.2). */
export const ignoredOptionRules = (): readonly Fault[] => [
  fault(
    'accepts-stream-type',
    ['request-stream', 'stream-invalid-request'],
    'stream may be of another type',
    ignore(['stream.type']),
  ),
  fault(
    'accepts-stream-null',
    ['request-stream', 'request-no-null', 'stream-invalid-request'],
    'stream may be null',
    ignore(['stream.null']),
  ),
  fault(
    'accepts-stream-options-type',
    ['request-stream-options', 'stream-invalid-request'],
    'stream_options may be of another type',
    ignore(['stream_options.type']),
  ),
  fault(
    'accepts-stream-options-null',
    ['request-stream-options', 'request-no-null', 'stream-invalid-request'],
    'stream_options may be null',
    ignore(['stream_options.null']),
  ),
  fault(
    'accepts-stream-options-alone',
    ['request-stream-options-need-stream', 'stream-invalid-request'],
    'stream_options may stand without stream',
    ignore(['stream_options.alone']),
  ),
  fault(
    'accepts-stream-options-unknown',
    ['request-stream-options-closed', 'request-stream-options-closed-likely', 'stream-invalid-request'],
    'stream_options may have members that the contract does not list',
    ignore(['stream_options.unknown']),
  ),
  fault(
    'accepts-include-usage-required',
    ['request-stream-options', 'stream-invalid-request'],
    'include_usage may be missing',
    ignore(['include_usage.required']),
  ),
  fault(
    'accepts-include-usage-type',
    ['request-stream-options', 'stream-invalid-request'],
    'include_usage may be of another type',
    ignore(['include_usage.type']),
  ),
  fault(
    'accepts-include-usage-null',
    ['request-stream-options', 'request-no-null', 'stream-invalid-request'],
    'include_usage may be null',
    ignore(['include_usage.null']),
  ),
  fault('accepts-n-type', ['request-n', 'stream-invalid-request'], 'n may be of another type', ignore(['n.type'])),
  fault('accepts-n-integer', ['request-n', 'stream-invalid-request'], 'n may have a fraction', ignore(['n.integer'])),
  fault('accepts-n-min', ['request-n', 'stream-invalid-request'], 'n has no lower bound', ignore(['n.min'])),
  fault('accepts-n-max', ['request-n', 'stream-invalid-request'], 'n has no upper bound', ignore(['n.max'])),
  fault(
    'accepts-n-null',
    ['request-n', 'request-no-null', 'stream-invalid-request'],
    'n may be null',
    ignore(['n.null']),
  ),
  fault(
    'accepts-stop-type',
    ['request-stop', 'stream-invalid-request'],
    'stop may be of another type',
    ignore(['stop.type']),
  ),
  fault('accepts-stop-empty', ['request-stop', 'stream-invalid-request'], 'stop may be empty', ignore(['stop.empty'])),
  fault('accepts-stop-few', ['request-stop', 'stream-invalid-request'], 'stop may be empty', ignore(['stop.few'])),
  fault(
    'accepts-stop-many',
    ['request-stop', 'stream-invalid-request'],
    'stop may have any number of items',
    ignore(['stop.many']),
  ),
  fault(
    'accepts-stop-null',
    ['request-stop', 'request-no-null', 'stream-invalid-request'],
    'stop may be null',
    ignore(['stop.null']),
  ),
  fault(
    'accepts-stop-item-type',
    ['request-stop', 'stream-invalid-request'],
    'stop.item may be of another type',
    ignore(['stop.item.type']),
  ),
  fault(
    'accepts-stop-item-empty',
    ['request-stop', 'stream-invalid-request'],
    'stop.item may be empty',
    ignore(['stop.item.empty']),
  ),
  fault(
    'accepts-stop-item-null',
    ['request-stop', 'request-no-null', 'stream-invalid-request'],
    'stop.item may be null',
    ignore(['stop.item.null']),
  ),
  fault(
    'accepts-unknown',
    ['request-closed', 'request-closed-likely', 'stream-invalid-request'],
    'a request may have members that the contract does not list',
    ignore(['unknown']),
  ),
]
