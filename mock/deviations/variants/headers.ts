import type { Answer } from '../../core/http.ts'
import { deliveredAs } from '../../core/http.ts'
import { type Apply, allowed } from '../deviation.ts'
import { gzipped, takesGzip } from '../edits/gzip.ts'
import { instead } from '../edits/instead.ts'
import { deliver, replaceHeader, withMore } from '../edits/json.ts'
import { editSealed, idOf, served } from '../edits/request-id.ts'
import { always, onCompletions, onError, onReason, onStream, type When } from '../edits/when.ts'

const IDS = '4: the request id is a string made by the gateway'
const HTTP = 'RFC 9110, 9112'

const sealed = (edit: (answer: Answer) => Answer): Apply => editSealed(always, edit)
const requestId = (make: (made: string) => string): Apply =>
  instead('requestId', (plain) => {
    const id = plain()
    return id === undefined ? undefined : make(id)
  })
const spelt = (spell: (name: string) => string): Apply =>
  sealed((answer) => ({ ...answer, headers: answer.headers.map((text, at) => (at % 2 === 0 ? spell(text) : text)) }))
const added = (...headers: string[]): Apply => sealed((answer) => withMore(answer, ...headers))
const gzipFor = (when: When): Apply => editSealed(when, (answer) => gzipped(answer))
const interim = (status: number, ...headers: string[]): Apply => deliver(always, { interim: [{ status, headers }] })

let serial = 0

/** Headers, connections and time: freedoms of HTTP. */
export const variants = () => [
  allowed('RFC 9110, 9.3: HEAD and OPTIONS have their own meanings', {
    'head-and-options-served: HEAD and OPTIONS get 204': editSealed(
      (_, { head }) => head.method === 'HEAD' || head.method === 'OPTIONS',
      served,
    ),
  }),
  allowed(IDS, requestId, {
    'request-id-as-uuid: request ids are UUIDs': () => crypto.randomUUID(),
    'request-id-of-digits: request ids are numbers': () => String(++serial),
    'request-id-very-long: request ids have 1000 characters': (made) => made.padEnd(1000, '.'),
    'request-id-with-signs: request ids have spaces and signs': (made) => `Root=1;${made} a:b/c+d==,"e"`,
  }),
  allowed('4: other headers are free', {
    'request-id-mirrored: the request id is in x-request-id, too': sealed((answer) =>
      withMore(answer, 'x-request-id', idOf(answer)),
    ),
    'headers-of-a-proxy: answers carry headers of proxies and limits': added(
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
    'headers-with-cookies: answers set two cookies': added('set-cookie', 'a=1; Path=/', 'set-cookie', 'b=2; HttpOnly'),
    'headers-many: answers have sixty headers more': added(
      ...Array.from({ length: 60 }, (_, at) => [`x-extra-${at}`, 'x'.repeat(40)]).flat(),
    ),
  }),
  allowed('RFC 9110: header names have no case', spelt, {
    'headers-with-capitals: header names begin with capitals': (name) =>
      name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    'headers-in-capitals: header names are in capitals': (name) => name.toUpperCase(),
  }),
  allowed('RFC 9110: an answer may be compressed for who takes it', gzipFor, {
    'compresses-json: lists, completions and errors are compressed for who takes gzip': (answer, call) =>
      takesGzip(call) && !onStream(answer, call),
    'compresses-streams: streams are compressed for who takes gzip': (answer, call) =>
      takesGzip(call) && onStream(answer, call),
  }),
  allowed('RFC 9112: connections may end after any answer', {
    'connection-closed: the connection ends after each answer': sealed((answer) =>
      deliveredAs(answer, { close: true }),
    ),
    'connection-closed-after-errors: the connection ends after each error': deliver(onError, { close: true }),
  }),
  allowed(HTTP, {
    'interim-103: early hints come before each answer': interim(103, 'link', '</style.css>; rel=preload'),
    'interim-100: 100 comes before each answer without being asked for': interim(100),
    'interim-102: 102 comes before each answer': interim(102),
    'interim-several: several interim answers come before each answer': deliver(always, {
      interim: [
        { status: 102, headers: [] },
        { status: 103, headers: ['link', '</a>; rel=preload'] },
        { status: 103, headers: ['link', '</b>; rel=preload'] },
      ],
    }),
    'slow-first-byte: completions think for 50 ms': deliver(onCompletions, { before: [{ wait: 50 }] }),
    'slow-errors: errors come after 20 ms': deliver(onError, { before: [{ wait: 20 }] }),
    'slow-lists: model lists come after 50 ms': deliver((_, { operation }) => operation === 'models', {
      before: [{ wait: 50 }],
    }),
  }),
  allowed('4.2 rule 6: the gateway may answer before it has read the body', {
    'refusals-in-haste: refusals go out while the body still comes, and end the connection': deliver(onError, {
      early: true,
    }),
    '413-in-haste: a 413 goes out while the body still comes, and ends the connection': deliver(onReason('too_large'), {
      early: true,
    }),
  }),
  allowed('RFC 6750: realm is optional', {
    'headers-without-challenge-detail: the challenge of a 401 is the scheme alone': replaceHeader(
      onReason('unauthenticated'),
      'www-authenticate',
      'Bearer',
    ),
  }),
]
