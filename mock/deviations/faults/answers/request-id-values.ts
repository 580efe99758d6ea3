import type { Answer } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editSealed, HEADER, put } from '../../edits/request-id.ts'
import { both, everyNth, onError, onList, onStream, type When } from '../../edits/when.ts'

const always: When = () => true

/** Request ids that several answers share, or that come from the caller (section 4). */
export const requestIdValueFaults = (): readonly Fault[] => [
  fault(
    'request-id-constant',
    ['request-id-unique'],
    'every answer has the same request id',
    shared(always, 'req_constant'),
  ),
  fault(
    'request-id-constant-on-errors',
    ['request-id-unique'],
    'all errors share one request id',
    shared(onError, 'req_error'),
  ),
  fault(
    'request-id-constant-on-streams',
    ['request-id-unique'],
    'all streams share one request id',
    shared(onStream, 'req_stream'),
  ),
  fault(
    'request-id-of-the-project',
    ['request-id-unique'],
    'the request id is the name of the project',
    editSealed(always, (answer, { project }) => (project ? put(answer, `req_${project.name}`) : answer)),
  ),
  fault(
    'request-id-of-the-connection-pair',
    ['request-id-unique'],
    'two requests in a row share one request id',
    editSealed(always, (answer, { number }) => put(answer, `req_pair_${Math.floor(number / 2)}`)),
  ),
  fault(
    'request-id-of-the-second',
    ['request-id-unique'],
    'the request id is the time in seconds',
    editSealed(always, (answer) => put(answer, `req_${Math.floor(Date.now() / 1000)}`)),
  ),
  fault(
    'request-id-reused-every-tenth',
    ['request-id-unique'],
    'every tenth answer has the same request id',
    shared(everyNth(10), 'req_tenth'),
  ),
  fault(
    'request-id-counts-to-four',
    ['request-id-unique'],
    'the request id starts again after sixteen',
    editSealed(always, (answer, { number }) => put(answer, `req_${number % 16}`)),
  ),
  fault(
    'request-id-of-the-caller-always',
    ['request-id-generated', 'request-id-unique'],
    'a request id that the caller sent is taken over in every answer',
    fromCaller(always),
  ),
  fault(
    'request-id-of-the-caller-on-streams',
    ['request-id-generated', 'request-id-unique'],
    'a request id that the caller sent is taken over in streams',
    fromCaller(onStream),
  ),
  fault(
    'request-id-of-the-caller-on-lists',
    ['request-id-generated', 'request-id-unique'],
    'a request id that the caller sent is taken over in model lists',
    fromCaller(onList),
  ),
  fault(
    'request-id-of-the-caller-on-errors',
    ['request-id-generated', 'request-id-unique'],
    'a request id that the caller sent is taken over in errors',
    fromCaller(onError),
  ),
  fault(
    'request-id-of-the-caller-every-other-time',
    ['request-id-generated', 'request-id-unique'],
    'a request id that the caller sent is taken over in every other answer',
    fromCaller(everyNth(2)),
  ),
  fault(
    'request-id-of-the-caller-where-it-is-one-of-ours',
    ['request-id-generated', 'request-id-unique'],
    'what the caller sent is taken over where it has the form of a request id of this gateway',
    fromCaller((_, { head }) => /^req_\w+_\w+$/.test(head.header(HEADER) ?? '')),
  ),
  fault(
    'request-id-continues-that-of-the-caller',
    ['request-id-present', 'request-id-generated', 'request-id-unique'],
    'a request id that the caller sent comes back in a line of its own beside the right one',
    editSealed(sentOne, (answer, call) => ({
      ...answer,
      headers: [...answer.headers, HEADER, call.head.header(HEADER) ?? ''],
    })),
  ),
]

/** Gives many answers the same id. */
function shared(when: When, id: string): Apply {
  return editSealed(when, (answer) => put(answer, id))
}

/** Takes over the id that the caller sent; who sends one id twice gets it twice. */
function fromCaller(when: When): Apply {
  return editSealed(both(when, sentOne), (answer, call) => put(answer, call.head.header(HEADER) ?? ''))
}

function sentOne(_answer: Answer, { head }: Call): boolean {
  return head.header(HEADER) !== undefined
}
