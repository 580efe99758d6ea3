import { deliveredAs, type HttpResponse } from '../../core/http.ts'
import { allowed } from '../deviation.ts'
import { gzipped, takesGzip } from '../edits/gzip.ts'
import { instead } from '../edits/instead.ts'
import { deliver, editSealed, idOf, replaceHeader, served, withMore } from '../edits/responses.ts'
import { always, onCompletions, onError, onReason, onStream, type When } from '../edits/when.ts'

const sealed = (edit: (response: HttpResponse) => HttpResponse) => editSealed(always, edit)
const requestId = (make: (made: string) => string) =>
  instead('requestId', (plain) => {
    const id = plain()
    return id === undefined ? undefined : make(id)
  })
const spelt = (spell: (name: string) => string) =>
  sealed((response) => ({
    ...response,
    headers: response.headers.map((text, at) => (at % 2 === 0 ? spell(text) : text)),
  }))
const withCapitals = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())
const added = (headers: readonly string[][]) => sealed((response) => withMore(response, ...headers.flat()))
const mirrored = sealed((response) => withMore(response, 'x-request-id', idOf(response)))
const OF_PROXY = [
  ['server', 'edge'],
  ['via', '1.1 edge'],
  ['x-ratelimit-remaining-requests', '59'],
  ['strict-transport-security', 'max-age=1'],
  ['alt-svc', 'h3=":443"'],
]
const SIXTY = Array.from({ length: 60 }, (_, at) => [`x-extra-${at}`, 'x'.repeat(40)])
const TWO_COOKIES = [
  ['set-cookie', 'a=1; Path=/'],
  ['set-cookie', 'b=2; HttpOnly'],
]
const gzipFor = (when: When) => editSealed(when, (response, call) => (takesGzip(call) ? gzipped(response) : undefined))
const hints = (status: number, ...headers: string[]) => ({ status, headers })
const preload = (url: string) => hints(103, 'link', `<${url}>; rel=preload`)
const interim = (...interim: ReturnType<typeof hints>[]) => deliver(always, { interim })
const onOldPosts: When = (_, { head, operation }) => head.version === '1.0' && operation === 'completion'
const lastHint = hints(102, 'connection', 'close')
const onModels: When = (_, { operation }) => operation === 'models'
const onHeadAndOptions: When = (_, { head }) => head.method === 'HEAD' || head.method === 'OPTIONS'
const bareChallenge = replaceHeader(onReason('unauthenticated'), 'www-authenticate', 'Bearer')

let serial = 0

/** Freedoms of HTTP: headers, connections and timing. */
export const variants = () => [
  allowed('RFC 9110, 9.3: HEAD and OPTIONS have their own meanings', {
    'head-and-options-served: HEAD and OPTIONS get 204': editSealed(onHeadAndOptions, served),
  }),
  allowed('4: the request id is a string made by the gateway', requestId, {
    'request-id-as-uuid: request ids are UUIDs': () => crypto.randomUUID(),
    'request-id-of-digits: request ids are numbers': () => String(++serial),
    'request-id-very-long: request ids have 1000 characters': (made) => made.padEnd(1000, '.'),
    'request-id-with-signs: request ids have spaces and signs': (made) => `Root=1;${made} a:b/c+d==,"e"`,
  }),
  allowed('4: other headers are free', {
    'request-id-mirrored: the request id is in x-request-id, too': mirrored,
    'headers-of-a-proxy: responses carry headers of proxies and limits': added(OF_PROXY),
    'headers-with-cookies: responses set two cookies': added(TWO_COOKIES),
    'headers-many: responses have sixty headers more': added(SIXTY),
  }),
  allowed('RFC 9110: header names have no case', spelt, {
    'headers-with-capitals: header names begin with capitals': withCapitals,
    'headers-in-capitals: header names are in capitals': (name) => name.toUpperCase(),
  }),
  allowed('RFC 9110: a response may be compressed for clients that accept it', gzipFor, {
    'compresses-json: lists, completions and errors are in gzip': (response, call) => !onStream(response, call),
    'compresses-streams: streams are compressed for clients that accept gzip': onStream,
  }),
  allowed('RFC 9112: connections may end after any response', {
    'connection-closed: the connection ends after each response': closing,
    'connection-closed-after-errors: the connection ends after each error': deliver(onError, { close: true }),
  }),
  allowed('RFC 9110, 9112', {
    'interim-103: early hints come before each response': interim(preload('/style.css')),
    'interim-100: 100 comes before each response, without Expect': interim(hints(100)),
    'interim-102: 102 comes before each response': interim(hints(102)),
    'interim-102-over-http-1-0: 102 says "close" before completions': deliver(onOldPosts, { interim: [lastHint] }),
    'interim-several: several interim ones precede each response': interim(hints(102), preload('/a'), preload('/b')),
    'slow-first-byte: completions think for 50 ms': deliver(onCompletions, { before: [{ wait: 50 }] }),
    'slow-errors: errors are sent after 20 ms': deliver(onError, { before: [{ wait: 20 }] }),
    'slow-lists: model lists are sent after 50 ms': deliver(onModels, { before: [{ wait: 50 }] }),
  }),
  allowed('4.2 rule 6: the gateway may respond before it has read the body', {
    'refusals-in-haste: refusals are sent before the body has arrived, and end the connection': inHaste(onError),
    '413-in-haste: a 413 is sent before the body has arrived, and ends the connection': inHaste(onReason('too_large')),
  }),
  allowed('RFC 6750: realm is optional', {
    'headers-without-challenge-detail: the challenge of a 401 is the scheme alone': bareChallenge,
  }),
]

const closing = sealed((response) => deliveredAs(response, { close: true }))
const inHaste = (when: When) => deliver(when, { early: true })
