import type { Answer } from '../../../core/http.ts'
import { type Apply, breaking } from '../../deviation.ts'
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
export const faults = () => [
  breaking(['request-id-present', 'unknown-path'], {
    'request-id-missing': ['no answer has a request id', editSealed(always, drop)],
    'request-id-missing-every-third': ['every third answer has no request id', editSealed(everyNth(3), drop)],
    'request-id-under-another-name': ['the request id is in x-request-id', renamed('x-request-id')],
    'request-id-without-prefix': ['the request id is in svc-request-id', renamed('svc-request-id')],
  }),
  breaking(['request-id-present'], {
    'request-id-missing-on-list': ['model lists have no request id', editSealed(onList, drop)],
    'request-id-missing-on-completion': ['JSON completions have no request id', editSealed(onCompletion, drop)],
    'request-id-missing-on-stream': ['streams have no request id', editSealed(onStream, drop)],
    'request-id-missing-on-400': ['answers with 400 have no request id', editSealed(onStatus(400), drop)],
    'request-id-missing-on-401': ['answers with 401 have no request id', editSealed(onStatus(401), drop)],
    'request-id-missing-on-403': ['answers with 403 have no request id', editSealed(onStatus(403), drop)],
    'request-id-missing-on-404': ['answers with 404 have no request id', editSealed(onStatus(404), drop)],
    'request-id-missing-on-413': ['answers with 413 have no request id', editSealed(onStatus(413), drop)],
    'request-id-missing-on-429': ['answers with 429 have no request id', editSealed(onStatus(429), drop)],
    'request-id-missing-on-500': ['answers with 500 have no request id', editSealed(onStatus(500), drop)],
    'request-id-missing-on-503': ['answers with 503 have no request id', editSealed(onStatus(503), drop)],
    'request-id-missing-on-not-json': [
      'the refusal of a body that is not JSON has no request id',
      editSealed(onReason('not_json'), drop),
    ],
    'request-id-missing-for-second-project': [
      'answers to the second project have no request id',
      editSealed(ofSecondProject, drop),
    ],
    'request-id-empty-on-list': ['the request id of model lists is empty', editSealed(onList, empty)],
    'request-id-empty-on-stream': ['the request id of streams is empty', editSealed(onStream, empty)],
    'request-id-empty-on-401': ['the request id of answers with 401 is empty', editSealed(onStatus(401), empty)],
    'request-id-twice': [
      'completions carry the request id in two header lines',
      editSealed(onCompletion, (answer) => ({ ...answer, headers: [...answer.headers, HEADER, idOf(answer)] })),
    ],
    'request-id-two-values': [
      'errors carry two request ids, one of them of a proxy',
      editSealed(onError, (answer) => ({ ...answer, headers: [...answer.headers, HEADER, `edge-${idOf(answer)}`] })),
    ],
  }),
  breaking(['unknown-path'], {
    'request-id-missing-on-unknown-path': [
      'the refusal of an unknown path has no request id',
      editSealed(onReason('route_not_found'), drop),
    ],
  }),
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
