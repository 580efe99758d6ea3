import type { Answer } from '../../../core/http.ts'
import { breaking } from '../../deviation.ts'
import { gzipped, takesGzip } from '../../edits/gzip.ts'
import { asStatus, withHeader } from '../../edits/json.ts'
import { drop, editSealed, put } from '../../edits/request-id.ts'
import { both, onOperationError, onOperations, onReason, onStream, type When } from '../../edits/when.ts'

const sends =
  (name: string): When =>
  (_, { head }) =>
    head.header(name) !== undefined
const toWhoTakesGzip: When = (_, call) => takesGzip(call)
const toWhoCompresses: When = (_, { head }) => /gzip|br\b/.test(head.header('accept-encoding') ?? '')
const LAST_EVENT = 'data: [DONE]\n\n'

/** The compressed beginning of a stream, as from a proxy that ends a response before it flushes its compressor. */
function cutShort(answer: Answer): Answer {
  const { body } = answer
  return gzipped(typeof body === 'string' ? { ...answer, body: body.slice(0, -LAST_EVENT.length) } : answer, false)
}

/** An answer with a wrong label. */
const claimed = (answer: Answer): Answer => ({
  ...answer,
  headers: withHeader(answer.headers, 'content-encoding', 'gzip'),
})

/** An answer of a proxy that reads the header as a demand that it cannot meet. */
const notAcceptable = (answer: Answer): Answer => {
  const { size: _, error: __, ...rest } = drop(answer)
  return { ...rest, status: 406, headers: withHeader(rest.headers, 'content-type', 'text/html'), body: '<h1>no</h1>' }
}

/** Breaches that only some callers see: they depend on headers that the contract does not mention. */
export const faults = () => [
  breaking(['stream-done'], {
    'gzip-cuts-the-stream: streams end before [DONE] for who takes compressed answers': editSealed(
      both(toWhoTakesGzip, onStream),
      cutShort,
    ),
  }),
  breaking(['request-id-present'], {
    'gzip-drops-the-request-id: compressed answers have no request id': editSealed(
      both(toWhoTakesGzip, onOperations),
      (answer) => gzipped(drop(answer)),
    ),
  }),
  breaking(
    [
      'completion-media-type',
      'models-media-type',
      'stream-framing',
      'error-body',
      'error-media-type',
      'completion-json',
      'stream-started',
      'models-list',
    ],
    {
      'claims-gzip: answers to who takes gzip say that they are in gzip, and are not': editSealed(
        both(toWhoTakesGzip, onOperations),
        claimed,
      ),
    },
  ),
  breaking(['error-body', 'error-media-type'], {
    'errors-claim-gzip: every error says that it is in gzip, and is not': editSealed(onOperationError, claimed),
  }),
  breaking(
    [
      'client-headers-tolerated',
      'completion-statuses',
      'models-statuses',
      'error-media-type',
      'error-body',
      'request-id-present',
      'completion-json',
      'stream-started',
      'models-list',
    ],
    {
      'refuses-accept-encoding: who takes compressed answers gets 406 with a page and no request id': editSealed(
        both(toWhoCompresses, onOperations),
        notAcceptable,
      ),
    },
  ),
  breaking(
    ['client-headers-tolerated', 'completion-statuses', 'error-media-type', 'error-body', 'request-id-present'],
    (when: When) => editSealed(both(when, onOperations), notAcceptable),
    {
      'refuses-4-kib-of-cookies: more than 4 KiB of cookies get a page of a proxy and no request id': (_, { head }) =>
        (head.header('cookie')?.length ?? 0) > 4096,
      'refuses-expect: a request that expects 100 Continue gets a page of a proxy and no request id': sends('expect'),
    },
  ),
  breaking(['completion-statuses'], {
    'gzip-body-as-415: a body that says it is in gzip is refused with 415': asStatus(
      415,
      both(onReason('not_json'), sends('content-encoding')),
      'invalid_request_error',
    ),
  }),
  breaking(['request-id-generated', 'request-id-unique'], {
    'echoes-a-tracing-id-as-request-id: the id in x-correlation-id comes back as the request id': editSealed(
      both(sends('x-correlation-id'), onOperations),
      (answer, { head }) => put(answer, head.header('x-correlation-id') ?? ''),
    ),
    'takes-the-trace-id-as-request-id: the trace id in traceparent comes back as the request id': editSealed(
      both(sends('traceparent'), onOperations),
      (answer, { head }) => put(answer, head.header('traceparent')?.split('-')[1] ?? ''),
    ),
  }),
]
