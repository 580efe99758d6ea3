import type { Answer } from '../../core/http.ts'
import { deliveredAs } from '../../core/http.ts'
import { type Apply, type Variant, variant } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'
import { gzipped, takesGzip } from '../edits/gzip.ts'
import { editAnswer, withHeader } from '../edits/json.ts'
import { editSealed, served } from '../edits/request-id.ts'
import { onError, onStream, type When } from '../edits/when.ts'

const always: When = () => true
const HEADER = 'x-svc-request-id'
const IDS = '4: the request id is a string made by the gateway'
const HTTP = 'RFC 9110, 9112'

const sealed =
  (edit: (answer: Answer) => Answer): Apply =>
  (behaviour, emit) => ({
    ...behaviour,
    sealed: [...behaviour.sealed, emitting(emit, edit)],
  })
const requestId =
  (make: (made: string) => string): Apply =>
  (behaviour, emit) => ({
    ...behaviour,
    requestId: (made, call) => {
      const id = behaviour.requestId(made, call)
      emit()
      return id === undefined ? undefined : make(id)
    },
  })
const spelt = (spell: (name: string) => string): Apply =>
  sealed((answer) => ({ ...answer, headers: answer.headers.map((text, at) => (at % 2 === 0 ? spell(text) : text)) }))
const added = (...headers: string[]): Apply =>
  sealed((answer) => ({ ...answer, headers: [...answer.headers, ...headers] }))
const gzipFor = (when: When): Apply => editSealed(when, (answer) => gzipped(answer))
const interim = (status: number, ...headers: string[]): Apply =>
  editAnswer(always, (answer) => deliveredAs(answer, { interim: [{ status, headers }] }))

let serial = 0

/** Headers, connections and time: what HTTP leaves free. */
export const headerVariants = (): readonly Variant[] => [
  variant(
    'head-and-options-served',
    'RFC 9110, 9.3: HEAD and OPTIONS have meanings of their own',
    'HEAD and OPTIONS get 204',
    editSealed((_, { head }) => head.method === 'HEAD' || head.method === 'OPTIONS', served),
  ),
  variant(
    'request-id-as-uuid',
    IDS,
    'request ids are UUIDs',
    requestId(() => crypto.randomUUID()),
  ),
  variant(
    'request-id-of-digits',
    IDS,
    'request ids are numbers',
    requestId(() => String(++serial)),
  ),
  variant(
    'request-id-very-long',
    IDS,
    'request ids have 1000 characters',
    requestId((made) => made.padEnd(1000, '.')),
  ),
  variant(
    'request-id-with-signs',
    IDS,
    'request ids have spaces and signs',
    requestId((made) => `Root=1;${made} a:b/c+d==,"e"`),
  ),
  variant(
    'request-id-mirrored',
    '4: other headers are free',
    'the request id stands in x-request-id, too',
    sealed((answer) => ({
      ...answer,
      headers: [...answer.headers, 'x-request-id', answer.headers[answer.headers.lastIndexOf(HEADER) + 1] ?? ''],
    })),
  ),
  variant(
    'headers-with-capitals',
    'RFC 9110: header names have no case',
    'header names begin with capitals',
    spelt((name) => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())),
  ),
  variant(
    'headers-in-capitals',
    'RFC 9110: header names have no case',
    'header names are in capitals',
    spelt((name) => name.toUpperCase()),
  ),
  variant(
    'headers-of-a-proxy',
    '4: other headers are free',
    'answers carry headers of proxies and limits',
    added(
      'server',
      'edge',
      'via',
      '1.1 edge',
      'x-ratelimit-remaining-requests',
      '59',
      'strict-transport-security',
      'max-age=1',
      'alt-svc',
      'h3=":443"',
    ),
  ),
  variant(
    'headers-with-cookies',
    '4: other headers are free',
    'answers set two cookies',
    added('set-cookie', 'a=1; Path=/', 'set-cookie', 'b=2; HttpOnly'),
  ),
  variant(
    'headers-many',
    '4: other headers are free',
    'answers have sixty headers more',
    added(...Array.from({ length: 60 }, (_, at) => [`x-extra-${at}`, 'x'.repeat(40)]).flat()),
  ),
  variant(
    'compresses-json',
    'RFC 9110: an answer may be compressed for who takes it',
    'lists, completions and errors are compressed for who takes gzip',
    gzipFor((answer, call) => takesGzip(call) && !onStream(answer, call)),
  ),
  variant(
    'compresses-streams',
    'RFC 9110: an answer may be compressed for who takes it',
    'streams are compressed for who takes gzip',
    gzipFor((answer, call) => takesGzip(call) && onStream(answer, call)),
  ),
  variant(
    'connection-closed',
    'RFC 9112: connections may end after any answer',
    'the connection ends after each answer',
    sealed((answer) => deliveredAs(answer, { close: true })),
  ),
  variant(
    'connection-closed-after-errors',
    'RFC 9112: connections may end after any answer',
    'the connection ends after each error',
    editAnswer(onError, (answer) => deliveredAs(answer, { close: true })),
  ),
  variant(
    'interim-103',
    HTTP,
    'early hints come before each answer',
    interim(103, 'link', '</style.css>; rel=preload'),
  ),
  variant('interim-100', HTTP, '100 comes before each answer without being asked for', interim(100)),
  variant('interim-102', HTTP, '102 comes before each answer', interim(102)),
  variant(
    'interim-several',
    HTTP,
    'several interim answers come before each answer',
    editAnswer(always, (answer) =>
      deliveredAs(answer, {
        interim: [
          { status: 102, headers: [] },
          { status: 103, headers: ['link', '</a>; rel=preload'] },
          { status: 103, headers: ['link', '</b>; rel=preload'] },
        ],
      }),
    ),
  ),
  variant(
    'slow-first-byte',
    HTTP,
    'completions think for 50 ms',
    editAnswer(
      (answer, { operation }) => operation === 'completion' && answer.status === 200,
      (answer) => deliveredAs(answer, { before: [{ wait: 50 }] }),
    ),
  ),
  variant(
    'slow-errors',
    HTTP,
    'errors come after 20 ms',
    editAnswer(onError, (answer) => deliveredAs(answer, { before: [{ wait: 20 }] })),
  ),
  variant(
    'slow-lists',
    HTTP,
    'model lists come after 50 ms',
    editAnswer(
      (_, { operation }) => operation === 'models',
      (answer) => deliveredAs(answer, { before: [{ wait: 50 }] }),
    ),
  ),
  variant(
    'refusals-in-haste',
    '4.2 rule 6: the gateway may answer before it has read the body',
    'refusals go out while the body still comes, and end the connection',
    editAnswer(onError, (answer) => deliveredAs(answer, { early: true })),
  ),
  variant(
    '413-in-haste',
    '4.2 rule 6: the gateway may answer before it has read the body',
    'a 413 goes out while the body still comes, and ends the connection',
    editAnswer(
      (answer) => answer.error === 'too_large',
      (answer) => deliveredAs(answer, { early: true }),
    ),
  ),
  variant(
    'headers-without-challenge-detail',
    'RFC 6750: realm is optional',
    'the challenge of a 401 is the scheme alone',
    editAnswer(
      (answer) => answer.error === 'unauthenticated',
      (answer) => ({ ...answer, headers: withHeader(answer.headers, 'www-authenticate', 'Bearer') }),
    ),
  ),
]
