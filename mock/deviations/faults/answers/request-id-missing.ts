import type { Answer } from '../../../core/http.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { withHeader } from '../../edits/json.ts'
import { drop, editSealed, HEADER, idOf, put } from '../../edits/request-id.ts'
import {
  everyNth,
  ofSecondProject,
  onCompletion,
  onError,
  onList,
  onReason,
  onStatus,
  onStream,
  type When,
} from '../../edits/when.ts'

const always: When = () => true

/** Request ids that are missing, empty, repeated in one answer or under another name (section 4). */
export const requestIdMissingFaults = (): readonly Fault[] => [
  fault(
    'request-id-missing',
    ['request-id-present', 'unknown-path'],
    'no answer has a request id',
    editSealed(always, drop),
  ),
  fault(
    'request-id-missing-on-list',
    ['request-id-present'],
    'model lists have no request id',
    editSealed(onList, drop),
  ),
  fault(
    'request-id-missing-on-completion',
    ['request-id-present'],
    'JSON completions have no request id',
    editSealed(onCompletion, drop),
  ),
  fault(
    'request-id-missing-on-stream',
    ['request-id-present'],
    'streams have no request id',
    editSealed(onStream, drop),
  ),
  fault(
    'request-id-missing-on-400',
    ['request-id-present'],
    'answers with 400 have no request id',
    editSealed(onStatus(400), drop),
  ),
  fault(
    'request-id-missing-on-401',
    ['request-id-present'],
    'answers with 401 have no request id',
    editSealed(onStatus(401), drop),
  ),
  fault(
    'request-id-missing-on-403',
    ['request-id-present'],
    'answers with 403 have no request id',
    editSealed(onStatus(403), drop),
  ),
  fault(
    'request-id-missing-on-404',
    ['request-id-present'],
    'answers with 404 have no request id',
    editSealed(onStatus(404), drop),
  ),
  fault(
    'request-id-missing-on-413',
    ['request-id-present'],
    'answers with 413 have no request id',
    editSealed(onStatus(413), drop),
  ),
  fault(
    'request-id-missing-on-429',
    ['request-id-present'],
    'answers with 429 have no request id',
    editSealed(onStatus(429), drop),
  ),
  fault(
    'request-id-missing-on-500',
    ['request-id-present'],
    'answers with 500 have no request id',
    editSealed(onStatus(500), drop),
  ),
  fault(
    'request-id-missing-on-503',
    ['request-id-present'],
    'answers with 503 have no request id',
    editSealed(onStatus(503), drop),
  ),
  fault(
    'request-id-missing-on-not-json',
    ['request-id-present'],
    'the refusal of a body that is not JSON has no request id',
    editSealed(onReason('not_json'), drop),
  ),
  fault(
    'request-id-missing-for-second-project',
    ['request-id-present'],
    'answers to the second project have no request id',
    editSealed(ofSecondProject, drop),
  ),
  fault(
    'request-id-missing-every-third',
    ['request-id-present', 'unknown-path'],
    'every third answer has no request id',
    editSealed(everyNth(3), drop),
  ),
  fault(
    'request-id-missing-on-unknown-path',
    ['unknown-path', 'request-id-present'],
    'the refusal of an unknown path has no request id',
    editSealed(onReason('route_not_found'), drop),
  ),
  fault(
    'request-id-under-another-name',
    ['request-id-present', 'unknown-path'],
    'the request id stands in x-request-id',
    renamed('x-request-id'),
  ),
  fault(
    'request-id-without-prefix',
    ['request-id-present', 'unknown-path'],
    'the request id stands in svc-request-id',
    renamed('svc-request-id'),
  ),
  fault(
    'request-id-empty-on-list',
    ['request-id-present'],
    'the request id of model lists is empty',
    editSealed(onList, empty),
  ),
  fault(
    'request-id-empty-on-stream',
    ['request-id-present'],
    'the request id of streams is empty',
    editSealed(onStream, empty),
  ),
  fault(
    'request-id-empty-on-401',
    ['request-id-present'],
    'the request id of answers with 401 is empty',
    editSealed(onStatus(401), empty),
  ),
  fault(
    'request-id-twice',
    ['request-id-present'],
    'completions carry the request id in two header lines',
    editSealed(onCompletion, (answer) => ({ ...answer, headers: [...answer.headers, HEADER, idOf(answer)] })),
  ),
  fault(
    'request-id-two-values',
    ['request-id-present'],
    'errors carry two request ids, one of them of a proxy',
    editSealed(onError, (answer) => ({ ...answer, headers: [...answer.headers, HEADER, `edge-${idOf(answer)}`] })),
  ),
]

function empty(answer: Answer): Answer {
  return put(answer, '')
}

function renamed(name: string): Apply {
  return editSealed(always, (answer) => ({
    ...answer,
    headers: [...withHeader(answer.headers, HEADER, undefined), name, idOf(answer)],
  }))
}
