import { type Apply, breaking, type Worded, worded } from '../../deviation.ts'
import { withHeader, withMore } from '../../edits/json.ts'
import { drop, editSealed, HEADER, idOf, put } from '../../edits/request-id.ts'
import {
  always,
  everyNth,
  fromNthOfConnection,
  ofSecondProject,
  onCompletion,
  onError,
  onList,
  onReason,
  onStatus,
  onStream,
  type When,
} from '../../edits/when.ts'

const missing = (when: When): Apply => editSealed(when, drop)
const empty = (when: When): Apply => editSealed(when, (answer) => put(answer, ''))
const missingOn = (status: number): Worded =>
  worded(`answers with ${status} have no request id`, missing(onStatus(status)))
const renamed = (name: string): Apply =>
  editSealed(always, (answer) => ({
    ...answer,
    headers: [...withHeader(answer.headers, HEADER, undefined), name, idOf(answer)],
  }))

/** Request ids that are missing, empty, repeated in one answer or under another name (section 4). */
export const faults = () => [
  breaking(['request-id-present', 'unknown-path'], {
    'request-id-missing: no answer has a request id': missing(always),
    'request-id-missing-every-third: every third answer has no request id': missing(everyNth(3)),
    'request-id-missing-on-old-connections: from the 40th request of a connection on, answers have no request id':
      missing(fromNthOfConnection(40)),
    'request-id-under-another-name: the request id is in x-request-id': renamed('x-request-id'),
    'request-id-without-prefix: the request id is in svc-request-id': renamed('svc-request-id'),
  }),
  breaking(['request-id-present'], {
    'request-id-missing-on-400': missingOn(400),
    'request-id-missing-on-401': missingOn(401),
    'request-id-missing-on-403': missingOn(403),
    'request-id-missing-on-404': missingOn(404),
    'request-id-missing-on-413': missingOn(413),
    'request-id-missing-on-429': missingOn(429),
    'request-id-missing-on-500': missingOn(500),
    'request-id-missing-on-503': missingOn(503),
    'request-id-missing-on-list: model lists have no request id': missing(onList),
    'request-id-missing-on-completion: JSON completions have no request id': missing(onCompletion),
    'request-id-missing-on-stream: streams have no request id': missing(onStream),
    'request-id-missing-on-not-json: the refusal of a body that is not JSON has no request id': missing(
      onReason('not_json'),
    ),
    'request-id-missing-for-second-project: answers to the second project have no request id': missing(ofSecondProject),
    'request-id-missing-over-http-1-0: answers to callers over HTTP/1.0 have no request id': missing(
      (_, { head }) => head.version === '1.0',
    ),
    'request-id-empty-on-list: the request id of model lists is empty': empty(onList),
    'request-id-empty-on-stream: the request id of streams is empty': empty(onStream),
    'request-id-empty-on-401: the request id of answers with 401 is empty': empty(onStatus(401)),
    'request-id-twice: completions carry the request id in two header lines': editSealed(onCompletion, (answer) =>
      withMore(answer, HEADER, idOf(answer)),
    ),
    'request-id-two-values: errors carry two request ids, one of them of a proxy': editSealed(onError, (answer) =>
      withMore(answer, HEADER, `edge-${idOf(answer)}`),
    ),
  }),
  breaking(['unknown-path'], missing, {
    'request-id-missing-on-unknown-path: the refusal of an unknown path has no request id': onReason('route_not_found'),
  }),
]
