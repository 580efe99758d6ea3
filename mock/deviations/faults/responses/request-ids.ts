import type { Call } from '../../../core/types.ts'
import { breaking, type Worded, worded } from '../../deviation.ts'
import { drop, editSealed, HEADER, idOf, put, withMore } from '../../edits/responses.ts'
import {
  always,
  both,
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

const overOldHttp: When = (_, { head }) => head.version === '1.0'
const headOfList: When = (_, { head }) => head.method === 'HEAD' && head.target === '/v1/models'
const offersUpgrade: When = (_, { head }) => head.header('upgrade') !== undefined
const missing = (when: When) => editSealed(when, drop)
const empty = (when: When) => editSealed(when, (response) => put(response, ''))
const missingOn = (status: number): Worded =>
  worded(`responses with ${status} have no request id`, missing(onStatus(status)))
const renamed = (name: string) => editSealed(always, (response) => withMore(drop(response), name, idOf(response)))
const withSecond = (when: When, prefix: string) =>
  editSealed(when, (response) => withMore(response, HEADER, prefix + idOf(response)))

const sent = ({ head }: Call, name = HEADER): string | undefined => head.header(name)
const sentOne: When = (_, call) => sent(call) !== undefined
const sentLike = (form: RegExp) => ((_, call) => form.test(sent(call) ?? '')) satisfies When

function afterPause(): When {
  let last = Number.POSITIVE_INFINITY
  return (_, { at }) => {
    const paused = at - last
    last = at
    return paused > 500
  }
}

/** Whether the caller sent an id that an earlier response had. */
function sentBack(): When {
  const issued = new Set<string>()
  return (response, call) => issued.has(sent(call) ?? '') || !issued.add(idOf(response))
}

/** Gives many responses the same id. */
const shared = (when: When, id: string) => editSealed(when, (response) => put(response, id))
const made = (make: (call: Call) => string | undefined) =>
  editSealed(always, (response, call) => {
    const id = make(call)
    return id === undefined ? response : put(response, id)
  })

/** Returns the id that the caller sent, so that a caller that sends it twice gets it twice. */
const fromCaller = (when: When) => editSealed(both(when, sentOne), (response, call) => put(response, sent(call) ?? ''))

const continued = editSealed(sentOne, (response, call) => withMore(response, HEADER, sent(call) ?? ''))

/** Uses the value of another header of the caller, such as the id of a trace. */
const fromHeader = (name: string, form = /.+/) => made((call) => sent(call, name)?.match(form)?.[0])

/** Request ids that are missing, empty, repeated, in another header, or the caller's (section 4). */
export const faults = () => [
  breaking(['request-id-present', 'unknown-path'], {
    'request-id-missing: no response has a request id': missing(always),
    'request-id-missing-every-third: every third response has no request id': missing(everyNth(3)),
    'request-id-missing-on-old-connections: old connections give no request id': missing(fromNthOfConnection(40)),
    'request-id-under-another-name: the request id is in x-request-id': renamed('x-request-id'),
    'request-id-without-prefix: the request id is in svc-request-id': renamed('svc-request-id'),
  }),
  breaking(['unknown-path'], {
    'request-id-missing-on-head-of-lists: HEAD on the model list gives no request id': missing(headOfList),
    'request-id-missing-on-unknown-path: an unknown path gives no request id': missing(onReason('route_not_found')),
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
    'request-id-missing-on-not-json: the refusal of what is not JSON has no request id': missing(onReason('not_json')),
    'request-id-missing-for-second-project: the second project gets no request id': missing(ofSecondProject),
    'request-id-missing-over-http-1-0: callers over HTTP/1.0 get no request id': missing(overOldHttp),
    'request-id-missing-after-a-pause: the first response after half a second has no request id': missing(afterPause()),
    'request-id-missing-on-an-upgrade: requests with Upgrade get no request id': missing(offersUpgrade),
    'request-id-empty-on-list: the request id of model lists is empty': empty(onList),
    'request-id-empty-on-stream: the request id of streams is empty': empty(onStream),
    'request-id-empty-on-401: the request id of responses with 401 is empty': empty(onStatus(401)),
    'request-id-empty-for-long-ones: the request id is empty if the caller sent a long one': empty(sentLike(/.{65}/)),
    'request-id-twice: completions carry the request id in two header lines': withSecond(onCompletion, ''),
    'request-id-two-values: errors carry two request ids, one of them of a proxy': withSecond(onError, 'edge-'),
  }),
  breaking(['request-id-unique'], {
    'request-id-constant: every response has the same request id': shared(always, 'req_constant'),
    'request-id-constant-on-errors: all errors share one request id': shared(onError, 'req_error'),
    'request-id-constant-on-streams: all streams share one request id': shared(onStream, 'req_stream'),
    'request-id-reused-every-tenth: every tenth response has the same request id': shared(everyNth(10), 'req_tenth'),
  }),
  breaking(['request-id-unique'], made, {
    'request-id-of-the-project: the id is the name of the project': ({ project }) => project && `req_${project.name}`,
    'request-id-of-the-connection-pair: two requests share one': ({ number }) => `req_pair_${Math.floor(number / 2)}`,
    'request-id-of-the-second: the request id is the time in seconds': () => `req_${Math.floor(Date.now() / 1000)}`,
    'request-id-counts-to-four: the request id starts again after sixteen': ({ number }) => `req_${number % 16}`,
  }),
  breaking(['request-id-generated', 'request-id-unique'], {
    'request-id-of-x-trace-id: an id that the caller sent as x-trace-id is the request id': fromHeader('x-trace-id'),
    'request-id-of-a-vendor-trace: the trace id of a monitoring library is used': fromHeader('x-datadog-trace-id'),
    'request-id-of-a-jaeger-trace: the trace id in uber-trace-id is used': fromHeader('uber-trace-id', /^\w+/),
    'request-id-of-a-platform: the id of a hosting platform is used': fromHeader('fly-request-id'),
    'request-id-of-an-idempotency-key: the key of a safe repetition is used': fromHeader('idempotency-key'),
    'request-id-of-a-uuid-in-capitals: such a UUID is taken over': fromHeader('x-request-id', /^[A-F\d-]{36}$/),
    'request-id-of-a-uuid: a UUID in x-request-id is taken over': fromHeader('x-request-id', /.*-4\w{3}-[89ab].*/),
  }),
  breaking(['request-id-generated'], {
    'request-id-of-the-caller-on-unknown-paths: a request id that the caller sent is taken over on an unknown path':
      fromCaller(onReason('route_not_found')),
  }),
  breaking(['request-id-generated', 'request-id-unique'], fromCaller, {
    'request-id-of-the-caller-always: a request id that the caller sent is taken over in every response': always,
    'request-id-of-the-caller-on-streams: a request id that the caller sent is taken over in streams': onStream,
    'request-id-of-the-caller-on-lists: a request id that the caller sent is taken over in model lists': onList,
    'request-id-of-the-caller-on-errors: a request id that the caller sent is taken over in errors': onError,
    'request-id-of-the-caller-on-429: a request id that the caller sent is taken over in a 429': onStatus(429),
    'request-id-of-the-caller-on-503: a request id that the caller sent is taken over in a 503': onStatus(503),
    'request-id-of-the-caller-every-other-time: a request id of the caller is used every other time': everyNth(2),
    'request-id-of-the-caller-where-it-is-short: an id of at most 16 characters is taken over': sentLike(/^.{1,16}$/),
    'request-id-of-the-caller-where-it-is-hex: 16 and more hexadecimal digits are taken over':
      sentLike(/^[0-9a-f]{16,}$/),
    'request-id-of-the-caller-where-it-was-ours: the id of an earlier response is taken over': sentBack(),
    'request-id-of-the-caller-where-it-is-one-of-ours: an id in our form is taken over': sentLike(/^req_\w+_\w+$/),
  }),
  breaking(['request-id-generated', 'request-id-unique', 'request-id-present'], {
    'request-id-continues-that-of-the-caller: the request id of the caller is added in a second line': continued,
  }),
]
