import type { Answer } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { withHeader } from '../../edits/json.ts'
import {
  both,
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

const HEADER = 'x-svc-request-id'
const always: When = () => true

/** Where the id of an answer can be wrong while all others are right. */
const PLACES: [name: string, when: When, where: string][] = [
  ['list', onList, 'model lists'],
  ['completion', onCompletion, 'JSON completions'],
  ['stream', onStream, 'streams'],
  ...[400, 401, 403, 404, 413, 429, 500, 503].map((status): [string, When, string] => [
    String(status),
    onStatus(status),
    `answers with ${status}`,
  ]),
]

/** What can be wrong with the request id (section 4). */
export const requestIdFaults = (): readonly Fault[] => [
  {
    name: 'request-id-missing',
    breaks: ['request-id-present', 'unknown-path'],
    shows: 'no answer has a request id',
    apply: edit(always, drop),
  },
  ...PLACES.map(
    ([name, when, where]): Fault => ({
      name: `request-id-missing-on-${name}`,
      breaks: ['request-id-present'],
      shows: `${where} have no request id`,
      apply: edit(when, drop),
    }),
  ),
  {
    name: 'request-id-missing-on-not-json',
    breaks: ['request-id-present'],
    shows: 'the refusal of a body that is not JSON has no request id',
    apply: edit(onReason('not_json'), drop),
  },
  {
    name: 'request-id-missing-for-second-project',
    breaks: ['request-id-present'],
    shows: 'answers to the second project have no request id',
    apply: edit(ofSecondProject, drop),
  },
  {
    name: 'request-id-missing-every-third',
    breaks: ['request-id-present', 'unknown-path'],
    shows: 'every third answer has no request id',
    apply: edit(everyNth(3), drop),
  },
  {
    name: 'request-id-missing-on-unknown-path',
    breaks: ['unknown-path', 'request-id-present'],
    shows: 'the refusal of an unknown path has no request id',
    apply: edit(onReason('route_not_found'), drop),
  },
  {
    name: 'request-id-under-another-name',
    breaks: ['request-id-present', 'unknown-path'],
    shows: 'the request id stands in x-request-id',
    apply: edit(always, (answer) => renamed(answer, 'x-request-id')),
  },
  {
    name: 'request-id-without-prefix',
    breaks: ['request-id-present', 'unknown-path'],
    shows: 'the request id stands in svc-request-id',
    apply: edit(always, (answer) => renamed(answer, 'svc-request-id')),
  },
  ...(['list', 'stream', '401'] as const).map((place): Fault => {
    const [, when, where] = PLACES.find(([name]) => name === place) ?? ['', always, '']
    return {
      name: `request-id-empty-on-${place}`,
      breaks: ['request-id-present'],
      shows: `the request id of ${where} is empty`,
      apply: edit(when, (answer) => put(answer, '')),
    }
  }),
  {
    name: 'request-id-twice',
    breaks: ['request-id-present'],
    shows: 'completions carry the request id in two header lines',
    apply: edit(onCompletion, (answer) => ({ ...answer, headers: [...answer.headers, HEADER, idOf(answer)] })),
  },
  {
    name: 'request-id-two-values',
    breaks: ['request-id-present'],
    shows: 'errors carry two request ids, one of them of a proxy',
    apply: edit(onError, (answer) => ({ ...answer, headers: [...answer.headers, HEADER, `edge-${idOf(answer)}`] })),
  },
  {
    name: 'request-id-constant',
    breaks: ['request-id-unique'],
    shows: 'every answer has the same request id',
    apply: edit(always, (answer) => put(answer, 'req_constant')),
  },
  {
    name: 'request-id-constant-on-errors',
    breaks: ['request-id-unique'],
    shows: 'all errors share one request id',
    apply: edit(onError, (answer) => put(answer, 'req_error')),
  },
  {
    name: 'request-id-constant-on-streams',
    breaks: ['request-id-unique'],
    shows: 'all streams share one request id',
    apply: edit(onStream, (answer) => put(answer, 'req_stream')),
  },
  {
    name: 'request-id-of-the-project',
    breaks: ['request-id-unique'],
    shows: 'the request id is the name of the project',
    apply: edit(always, (answer, { project }) => (project ? put(answer, `req_${project.name}`) : answer)),
  },
  {
    name: 'request-id-of-the-connection-pair',
    breaks: ['request-id-unique'],
    shows: 'two requests in a row share one request id',
    apply: edit(always, (answer, { number }) => put(answer, `req_pair_${Math.floor(number / 2)}`)),
  },
  {
    name: 'request-id-of-the-second',
    breaks: ['request-id-unique'],
    shows: 'the request id is the time in seconds',
    apply: edit(always, (answer) => put(answer, `req_${Math.floor(Date.now() / 1000)}`)),
  },
  {
    name: 'request-id-reused-every-tenth',
    breaks: ['request-id-unique'],
    shows: 'every tenth answer has the same request id',
    apply: edit(everyNth(10), (answer) => put(answer, 'req_tenth')),
  },
  {
    name: 'request-id-counts-to-four',
    breaks: ['request-id-unique'],
    shows: 'the request id starts again after sixteen',
    apply: edit(always, (answer, { number }) => put(answer, `req_${number % 16}`)),
  },
  ...[
    { name: 'always', when: always, where: 'in every answer' },
    { name: 'on-streams', when: onStream, where: 'in streams' },
    { name: 'on-lists', when: onList, where: 'in model lists' },
    { name: 'on-errors', when: onError, where: 'in errors' },
    { name: 'every-other-time', when: everyNth(2), where: 'in every other answer' },
  ].map(
    ({ name, when, where }): Fault => ({
      name: `request-id-of-the-caller-${name}`,
      // A caller who sends one id twice gets it twice.
      breaks: ['request-id-generated', 'request-id-unique'],
      shows: `a request id that the caller sent is taken over ${where}`,
      apply: edit(both(when, sentOne), (answer, call) => put(answer, call.head.header(HEADER) ?? '')),
    }),
  ),
  {
    name: 'request-id-continues-that-of-the-caller',
    breaks: ['request-id-present', 'request-id-generated', 'request-id-unique'],
    shows: 'a request id that the caller sent comes back in a line of its own beside the right one',
    apply: edit(sentOne, (answer, call) => ({
      ...answer,
      headers: [...answer.headers, HEADER, call.head.header(HEADER) ?? ''],
    })),
  },
]

function edit(when: When, change: (answer: Answer, call: Call) => Answer): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    sealed: [
      ...behaviour.sealed,
      (answer, call) => {
        if (!when(answer, call)) return answer
        emit()
        return change(answer, call)
      },
    ],
  })
}

function sentOne(_answer: Answer, { head }: Call): boolean {
  return head.header(HEADER) !== undefined
}

function drop(answer: Answer): Answer {
  return { ...answer, headers: withHeader(answer.headers, HEADER, undefined) }
}

function put(answer: Answer, id: string): Answer {
  return { ...answer, headers: withHeader(answer.headers, HEADER, id) }
}

function renamed(answer: Answer, name: string): Answer {
  return { ...answer, headers: [...withHeader(answer.headers, HEADER, undefined), name, idOf(answer)] }
}

function idOf({ headers }: Answer): string {
  return headers[headers.lastIndexOf(HEADER) + 1] ?? ''
}
