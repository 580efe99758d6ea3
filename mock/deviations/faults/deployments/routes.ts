import { Refusal } from '../../../core/errors.ts'
import { pathOf } from '../../../core/routes.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editAnswer, replaceBody, replaceHeader, withHeader } from '../../edits/json.ts'
import { drop, editSealed, served } from '../../edits/request-id.ts'
import { onReason } from '../../edits/when.ts'
import { NO_LIST, UNAUTHENTICATED } from '../breaks.ts'

const elsewhere = onReason('route_not_found')
const PAGE = '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>'

/** What happens besides the two operations, and where they live (7.3, 9). */
export const faults = () => [
  breaking(['unknown-path'], {
    'unknown-path-as-500': ['an unknown path is a server error', editAnswer(elsewhere, { status: 500 })],
    'unknown-path-as-200': ['an unknown path is answered with 200', editAnswer(elsewhere, { status: 200 })],
    'unknown-path-as-html': [
      'an unknown path gives the page of a web server',
      replaceBody(elsewhere, PAGE, 'text/html'),
    ],
    'unknown-path-empty': [
      'an unknown path gives no body',
      editAnswer(elsewhere, (answer) => ({
        ...answer,
        body: '',
        headers: withHeader(answer.headers, 'content-type', undefined),
      })),
    ],
    'unknown-path-as-text': [
      'the refusal of an unknown path is sent as text/plain',
      replaceHeader(elsewhere, 'content-type', 'text/plain'),
    ],
    'other-method-as-501': [
      'another method on a known path is a server error',
      editAnswer(
        (answer, { head }) =>
          answer.error === 'route_not_found' && /^\/v1\/(models|chat\/completions)$/.test(pathOf(head.target)),
        { status: 501 },
      ),
    ],
    'head-without-request-id': [
      'the answer to HEAD has no request id',
      editSealed((_, { head }) => head.method === 'HEAD', drop),
    ],
    'options-without-request-id': [
      'OPTIONS is answered by what is before the gateway, without a request id',
      editSealed(
        (_, { head }) => head.method === 'OPTIONS',
        (answer) => served(drop(answer)),
      ),
    ],
    'unknown-path-as-502': [
      'an unknown path is passed on and gives 502',
      editAnswer(elsewhere, { status: 502 }),
      'gateway-statuses',
    ],
  }),
  breaking(
    [
      ...NO_LIST,
      ...UNAUTHENTICATED,
      'models-statuses',
      'auth-disabled-models',
      'model-not-authorized',
      'model-listed-callable',
    ],
    {
      'models-under-another-version': ['the model list lives under /v2', moved('/v1/models', '/v2/models')],
      'models-without-version': ['the model list lives without /v1', moved('/v1/models', '/models')],
    },
  ),
  breaking(['status-order'], {
    'both-faults-as-500': [
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
    ],
    'keyless-upload-as-500': [
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
    ],
    'keyless-spoiled-body-as-404': [
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
          body: JSON.stringify({
            error: { ...JSON.parse(answer.body as string).error, type: 'invalid_request_error' },
          }),
        }),
      ),
    ],
  }),
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
