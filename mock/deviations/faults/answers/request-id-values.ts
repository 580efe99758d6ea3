import type { Answer } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editSealed, HEADER, put } from '../../edits/request-id.ts'
import { both, everyNth, onError, onList, onStream, type When } from '../../edits/when.ts'

const always: When = () => true

/** Request ids that several answers share, or that come from the caller (section 4). */
export const faults = () => [
  breaking(['request-id-unique'], {
    'request-id-constant': ['every answer has the same request id', shared(always, 'req_constant')],
    'request-id-constant-on-errors': ['all errors share one request id', shared(onError, 'req_error')],
    'request-id-constant-on-streams': ['all streams share one request id', shared(onStream, 'req_stream')],
    'request-id-of-the-project': [
      'the request id is the name of the project',
      editSealed(always, (answer, { project }) => (project ? put(answer, `req_${project.name}`) : answer)),
    ],
    'request-id-of-the-connection-pair': [
      'two requests in a row share one request id',
      editSealed(always, (answer, { number }) => put(answer, `req_pair_${Math.floor(number / 2)}`)),
    ],
    'request-id-of-the-second': [
      'the request id is the time in seconds',
      editSealed(always, (answer) => put(answer, `req_${Math.floor(Date.now() / 1000)}`)),
    ],
    'request-id-reused-every-tenth': ['every tenth answer has the same request id', shared(everyNth(10), 'req_tenth')],
    'request-id-counts-to-four': [
      'the request id starts again after sixteen',
      editSealed(always, (answer, { number }) => put(answer, `req_${number % 16}`)),
    ],
  }),
  breaking(['request-id-generated', 'request-id-unique'], {
    'request-id-of-x-trace-id': [
      'an id that the caller sent as x-trace-id is the request id',
      fromHeader('x-trace-id'),
    ],
    'request-id-of-a-vendor-trace': [
      'a trace id of a monitoring library is the request id',
      fromHeader('x-datadog-trace-id'),
    ],
    'request-id-of-the-caller-always': [
      'a request id that the caller sent is taken over in every answer',
      fromCaller(always),
    ],
    'request-id-of-the-caller-on-streams': [
      'a request id that the caller sent is taken over in streams',
      fromCaller(onStream),
    ],
    'request-id-of-the-caller-on-lists': [
      'a request id that the caller sent is taken over in model lists',
      fromCaller(onList),
    ],
    'request-id-of-the-caller-on-errors': [
      'a request id that the caller sent is taken over in errors',
      fromCaller(onError),
    ],
    'request-id-of-the-caller-every-other-time': [
      'a request id that the caller sent is taken over in every other answer',
      fromCaller(everyNth(2)),
    ],
    'request-id-of-the-caller-where-it-is-one-of-ours': [
      'what the caller sent is taken over where it has the form of a request id of this gateway',
      fromCaller((_, { head }) => /^req_\w+_\w+$/.test(head.header(HEADER) ?? '')),
    ],
    'request-id-continues-that-of-the-caller': [
      'a request id that the caller sent is returned in a separate line besides the right one',
      editSealed(sentOne, (answer, call) => ({
        ...answer,
        headers: [...answer.headers, HEADER, call.head.header(HEADER) ?? ''],
      })),
      'request-id-present',
    ],
  }),
]

/** Gives many answers the same id. */
function shared(when: When, id: string): Apply {
  return editSealed(when, (answer) => put(answer, id))
}

/** Takes over the id that the caller sent; who sends one id twice gets it twice. */
function fromCaller(when: When): Apply {
  return editSealed(both(when, sentOne), (answer, call) => put(answer, call.head.header(HEADER) ?? ''))
}

/** Takes over what the caller sent in another header, such as the id of a trace. */
function fromHeader(name: string): Apply {
  return editSealed(
    (_, { head }) => head.header(name) !== undefined,
    (answer, { head }) => put(answer, head.header(name) ?? ''),
  )
}

function sentOne(_answer: Answer, { head }: Call): boolean {
  return head.header(HEADER) !== undefined
}
