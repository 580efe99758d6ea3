import type { Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { withMore } from '../../edits/json.ts'
import { editSealed, HEADER, put } from '../../edits/request-id.ts'
import { always, both, everyNth, onError, onList, onStream, type When } from '../../edits/when.ts'

const sent = ({ head }: Call, name = HEADER): string | undefined => head.header(name)
const sentOne: When = (_, call) => sent(call) !== undefined

/** Gives many answers the same id. */
const shared = (when: When, id: string): Apply => editSealed(when, (answer) => put(answer, id))
const made = (make: (call: Call) => string | undefined): Apply =>
  editSealed(always, (answer, call) => {
    const id = make(call)
    return id === undefined ? answer : put(answer, id)
  })

/** Uses the id that the caller sent; a caller that sends one id twice gets it twice. */
const fromCaller = (when: When): Apply =>
  editSealed(both(when, sentOne), (answer, call) => put(answer, sent(call) ?? ''))

/** Uses the value of another header of the caller, such as the id of a trace. */
const fromHeader = (form: RegExp) => (name: string) => made((call) => sent(call, name)?.match(form)?.[0])

/** Request ids that several answers share, or that are the caller's (section 4). */
export const faults = () => [
  breaking(['request-id-unique'], {
    'request-id-constant: every answer has the same request id': shared(always, 'req_constant'),
    'request-id-constant-on-errors: all errors share one request id': shared(onError, 'req_error'),
    'request-id-constant-on-streams: all streams share one request id': shared(onStream, 'req_stream'),
    'request-id-reused-every-tenth: every tenth answer has the same request id': shared(everyNth(10), 'req_tenth'),
  }),
  breaking(['request-id-unique'], made, {
    'request-id-of-the-project: the request id is the name of the project': ({ project }) =>
      project && `req_${project.name}`,
    'request-id-of-the-connection-pair: two requests in a row share one request id': ({ number }) =>
      `req_pair_${Math.floor(number / 2)}`,
    'request-id-of-the-second: the request id is the time in seconds': () => `req_${Math.floor(Date.now() / 1000)}`,
    'request-id-counts-to-four: the request id starts again after sixteen': ({ number }) => `req_${number % 16}`,
  }),
  breaking(['request-id-generated', 'request-id-unique'], fromHeader(/.+/), {
    'request-id-of-x-trace-id: an id that the caller sent as x-trace-id is the request id': 'x-trace-id',
    'request-id-of-a-vendor-trace: a trace id of a monitoring library is the request id': 'x-datadog-trace-id',
  }),
  breaking(['request-id-generated', 'request-id-unique'], fromHeader(/.*-4\w{3}-[89ab].*/), {
    'request-id-of-a-uuid: a UUID that the caller sent as x-request-id is the request id': 'x-request-id',
  }),
  breaking(['request-id-generated', 'request-id-unique'], fromCaller, {
    'request-id-of-the-caller-always: a request id that the caller sent is taken over in every answer': always,
    'request-id-of-the-caller-on-streams: a request id that the caller sent is taken over in streams': onStream,
    'request-id-of-the-caller-on-lists: a request id that the caller sent is taken over in model lists': onList,
    'request-id-of-the-caller-on-errors: a request id that the caller sent is taken over in errors': onError,
    'request-id-of-the-caller-every-other-time: a request id that the caller sent is taken over in every other answer':
      everyNth(2),
    'request-id-of-the-caller-where-it-is-one-of-ours: what the caller sent is taken over where it has the form of a request id of this gateway':
      (_, call) => /^req_\w+_\w+$/.test(sent(call) ?? ''),
  }),
  breaking(['request-id-generated', 'request-id-unique', 'request-id-present'], {
    'request-id-continues-that-of-the-caller: a request id that the caller sent is returned in a separate line besides the right one':
      editSealed(sentOne, (answer, call) => withMore(answer, HEADER, sent(call) ?? '')),
  }),
]
