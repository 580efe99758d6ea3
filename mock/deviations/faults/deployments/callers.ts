import { bytesOf } from '../../../core/disturbances/events.ts'
import { breaking } from '../../deviation.ts'
import { gzipped, takesGzip } from '../../edits/gzip.ts'
import { asStatus, drop, editSealed, put, typed, withBody, withHeader } from '../../edits/responses.ts'
import { both, onOperationError, onOperations, onReason, onStream, type When } from '../../edits/when.ts'

const sends = (name: string): When => {
  return (_, { head }) => head.header(name) !== undefined
}
const toGzip: When = both(onOperations, (_, call) => takesGzip(call))
const toOtherCodings: When = both(sends('accept-encoding'), (_, call) => !takesGzip(call))
const onDocument: When = ({ status }, { streams }) => status !== 200 || !streams
const toCompressing: When = (_, { head }) => /gzip|br\b/.test(head.header('accept-encoding') ?? '')
const ofManyCookies: When = (_, { head }) => (head.header('cookie')?.length ?? 0) > 4096
const LAST_EVENT = 'data: [DONE]\n\n'

/** Sends a truncated compressed stream, as from a proxy that ends a response without flushing its compressor. */
const cutShort = editSealed(both(toGzip, onStream), (response) =>
  gzipped(withBody(response, String(response.body).slice(0, -LAST_EVENT.length)), false),
)
/** Ends the connection before the end of the body, as after a Content-Length of the uncompressed body. */
const cutOff = (when: When) =>
  editSealed(when, ({ size: _, ...response }) => ({
    ...response,
    body: [bytesOf(String(response.body).slice(0, -1)), { act: 'cut' }],
  }))
const withoutId = editSealed(toGzip, (response) => gzipped(drop(response)))

/** Labels uncompressed responses as gzip. */
const mislabelled = (when: When) => editSealed(when, (response) => withHeader(response, 'content-encoding', 'gzip'))
const as415 = asStatus(415, both(onReason('not_json'), sends('content-encoding')))

/** The response of a proxy that takes a header for a requirement that it cannot fulfil. */
const refused = (when: When) =>
  editSealed(both(when, onOperations), (response) => {
    const { error: _, ...rest } = withBody(typed(drop(response), 'text/html'), '<h1>no</h1>')
    return { ...rest, status: 406 }
  })
const inCapitals: When = (_, { head }) => /[A-Z]/.test(head.header('content-type')?.split(';')[0] ?? '')
const withIdFrom = (name: string, pattern = /.+/) =>
  editSealed(both(sends(name), onOperations), (response, { head }) =>
    put(response, head.header(name)?.match(pattern)?.[0] ?? ''),
  )

const REFUSED = ['client-headers-tolerated', 'completion-statuses', 'error-media-type', 'error-body'] as const
const ALL_REFUSED = ['models-statuses', 'completion-json', 'stream-started', 'models-list'] as const
const UNREADABLE = ['completion-media-type', 'completion-json', 'models-media-type', 'models-list'] as const
const UNREADABLE_STREAM = ['stream-framing', 'stream-started'] as const

/** Breaches for some callers only, depending on headers that the contract does not mention. */
export const faults = () => [
  breaking([], {
    'gzip-cuts-the-stream: compressed streams end before [DONE]': [cutShort, 'stream-done'],
    'gzip-cuts-documents: with gzip, the connection ends before the end of a JSON body': [
      cutOff(both(toGzip, onDocument)),
      ...(['completion-json', 'models-list', 'error-body'] as const),
    ],
    'errors-are-cut-off: the connection ends before the end of an error': [cutOff(onOperationError), 'error-body'],
    'gzip-drops-the-request-id: compressed responses have no request id': [withoutId, 'request-id-present'],
    'gzip-for-everyone: clients that accept only other codings get gzip': [
      editSealed(both(onOperations, toOtherCodings), (response) => gzipped(response)),
      'content-coding-accepted',
    ],
    'gzip-body-as-415: a body that says it is in gzip is refused with 415': [as415, 'completion-statuses'],
  }),
  breaking(['error-body', 'error-media-type'], mislabelled, {
    'claims-gzip: responses falsely claim to be in gzip': [toGzip, ...UNREADABLE, ...UNREADABLE_STREAM],
    'errors-claim-gzip: every error says that it is in gzip, and is not': [onOperationError, 'content-coding-accepted'],
  }),
  breaking([...REFUSED, 'request-id-present'], refused, {
    'refuses-accept-encoding: clients that accept gzip get 406 and no request id': [toCompressing, ...ALL_REFUSED],
    'refuses-4-kib-of-cookies: more than 4 KiB of cookies get a page of a proxy and no request id': ofManyCookies,
    'refuses-expect: a request that expects 100 Continue gets a page of a proxy and no request id': sends('expect'),
  }),
  breaking(['completion-statuses', 'error-media-type', 'error-body', 'request-id-present'], refused, {
    'refuses-media-types-in-capitals: Application/JSON gets a page': [inCapitals, 'client-headers-tolerated'],
  }),
  breaking(['request-id-generated', 'request-id-unique'], {
    'echoes-a-tracing-id-as-request-id: x-correlation-id is the request id': withIdFrom('x-correlation-id'),
    'takes-the-trace-id-as-request-id: traceparent has the request id': withIdFrom('traceparent', /(?<=-)[^-]*/),
  }),
]
