import { Refusal } from '../../../core/errors.ts'
import { pathOf } from '../../../core/routes.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editAnswer, replaceBody, replaceHeader, withHeader } from '../../edits/json.ts'
import { drop, editSealed, served } from '../../edits/request-id.ts'
import { onReason } from '../../edits/when.ts'
import { NO_LIST, UNAUTHENTICATED } from '../breaks.ts'

const elsewhere = onReason('route_not_found')
const PAGE = '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>'

/** What happens beside the two operations, and where they live (7.3, 9). */
export const routeFaults = (): readonly Fault[] => [
  fault(
    'unknown-path-as-500',
    ['unknown-path'],
    'an unknown path is a server error',
    editAnswer(elsewhere, (answer) => ({ ...answer, status: 500 })),
  ),
  fault(
    'unknown-path-as-502',
    ['unknown-path', 'gateway-statuses'],
    'an unknown path is passed on and gives 502',
    editAnswer(elsewhere, (answer) => ({ ...answer, status: 502 })),
  ),
  fault(
    'unknown-path-as-html',
    ['unknown-path', 'error-body', 'error-media-type'],
    'an unknown path gives the page of a web server',
    replaceBody(elsewhere, PAGE, 'text/html'),
  ),
  fault(
    'unknown-path-empty',
    ['unknown-path', 'error-body', 'error-media-type'],
    'an unknown path gives no body',
    editAnswer(elsewhere, (answer) => ({
      ...answer,
      body: '',
      headers: withHeader(answer.headers, 'content-type', undefined),
    })),
  ),
  fault(
    'unknown-path-as-text',
    ['unknown-path', 'error-media-type'],
    'the refusal of an unknown path is sent as text/plain',
    replaceHeader(elsewhere, 'content-type', 'text/plain'),
  ),
  fault(
    'other-method-as-501',
    ['unknown-path'],
    'another method on a known path is a server error',
    editAnswer(
      (answer, { head }) =>
        answer.error === 'route_not_found' && /^\/v1\/(models|chat\/completions)$/.test(pathOf(head.target)),
      (answer) => ({ ...answer, status: 501 }),
    ),
  ),
  fault(
    'head-without-request-id',
    ['unknown-path'],
    'the answer to HEAD has no request id',
    editSealed((_, { head }) => head.method === 'HEAD', drop),
  ),
  fault(
    'options-without-request-id',
    ['unknown-path'],
    'OPTIONS is answered by what stands before the gateway, without a request id',
    editSealed(
      (_, { head }) => head.method === 'OPTIONS',
      (answer) => served(drop(answer)),
    ),
  ),
  fault(
    'models-under-another-version',
    [
      ...NO_LIST,
      ...UNAUTHENTICATED,
      'models-statuses',
      'auth-disabled-models',
      'model-not-authorized',
      'model-listed-callable',
    ],
    'the model list lives under /v2',
    moved('/v1/models', '/v2/models'),
  ),
  fault(
    'models-without-version',
    [
      ...NO_LIST,
      ...UNAUTHENTICATED,
      'models-statuses',
      'auth-disabled-models',
      'model-not-authorized',
      'model-listed-callable',
    ],
    'the model list lives without /v1',
    moved('/v1/models', '/models'),
  ),
  fault(
    'both-faults-as-500',
    ['status-order'],
    'a request whose model is unknown and which breaks another rule is a server error',
    (behaviour, emit) => ({
      ...behaviour,
      parseBody(text, call) {
        const body = behaviour.parseBody(text, call)
        if (body instanceof Refusal || typeof body.model !== 'string' || !/^svc\/[a-z0-9-]+$/.test(body.model))
          return body
        if (call.project?.models.has(body.model) || behaviour.problemsOf(body, call).length === 0) return body
        emit()
        return new Refusal('internal', 'A fault of this mock stumbles over two faults at once.')
      },
    }),
  ),
  fault(
    'keyless-upload-as-500',
    ['status-order'],
    'a body over the limit without a key is a server error',
    editAnswer(
      (answer, { head }) => answer.error === 'unauthenticated' && Number(head.header('content-length')) > 1_048_576,
      (answer) => ({
        ...answer,
        status: 500,
        headers: withHeader(answer.headers, 'www-authenticate', undefined),
        body: JSON.stringify({ error: { ...JSON.parse(answer.body as string).error, type: 'server_error' } }),
      }),
    ),
  ),
  fault(
    'keyless-spoiled-body-as-404',
    ['status-order'],
    'a short body without a key is not found',
    editAnswer(
      (answer, { head, operation }) =>
        answer.error === 'unauthenticated' &&
        operation === 'completion' &&
        head.header('authorization') === undefined &&
        Number(head.header('content-length') ?? 99) < 40,
      (answer) => ({
        ...answer,
        status: 404,
        headers: withHeader(answer.headers, 'www-authenticate', undefined),
        body: JSON.stringify({ error: { ...JSON.parse(answer.body as string).error, type: 'invalid_request_error' } }),
      }),
    ),
  ),
]

function moved(from: string, to: string): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    route(head) {
      const path = pathOf(head.target)
      if (path === to)
        return behaviour.route({ method: head.method, target: from, header: (name) => head.header(name) })
      if (path !== from) return behaviour.route(head)
      emit()
      return behaviour.route({ method: head.method, target: '/nowhere', header: (name) => head.header(name) })
    },
  })
}
