import { Refusal } from '../../../core/errors.ts'
import { pathOf } from '../../../core/routes.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { editAnswer, replaceBody, replaceHeader, withHeader } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'
import { NO_LIST, UNAUTHENTICATED } from '../breaks.ts'

const elsewhere = onReason('route_not_found')
const PAGE = '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>'

/** What happens beside the two operations, and where they live (7.3, 9). */
export const routeFaults = (): readonly Fault[] => [
  {
    name: 'unknown-path-as-500',
    breaks: ['unknown-path'],
    shows: 'an unknown path is a server error',
    apply: editAnswer(elsewhere, (answer) => ({ ...answer, status: 500 })),
  },
  {
    name: 'unknown-path-as-502',
    breaks: ['unknown-path', 'gateway-statuses'],
    shows: 'an unknown path is passed on and gives 502',
    apply: editAnswer(elsewhere, (answer) => ({ ...answer, status: 502 })),
  },
  {
    name: 'unknown-path-as-html',
    breaks: ['unknown-path', 'error-body', 'error-media-type'],
    shows: 'an unknown path gives the page of a web server',
    apply: replaceBody(elsewhere, PAGE, 'text/html'),
  },
  {
    name: 'unknown-path-empty',
    breaks: ['unknown-path', 'error-body', 'error-media-type'],
    shows: 'an unknown path gives no body',
    apply: editAnswer(elsewhere, (answer) => ({
      ...answer,
      body: '',
      headers: withHeader(answer.headers, 'content-type', undefined),
    })),
  },
  {
    name: 'unknown-path-as-text',
    breaks: ['unknown-path', 'error-media-type'],
    shows: 'the refusal of an unknown path is sent as text/plain',
    apply: replaceHeader(elsewhere, 'content-type', 'text/plain'),
  },
  {
    name: 'other-method-as-501',
    breaks: ['unknown-path'],
    shows: 'another method on a known path is a server error',
    apply: editAnswer(
      (answer, { head }) =>
        answer.error === 'route_not_found' && /^\/v1\/(models|chat\/completions)$/.test(pathOf(head.target)),
      (answer) => ({ ...answer, status: 501 }),
    ),
  },
  {
    name: 'models-under-another-version',
    breaks: [
      ...NO_LIST,
      ...UNAUTHENTICATED,
      'models-statuses',
      'auth-disabled-models',
      'model-not-authorized',
      'model-listed-callable',
    ],
    shows: 'the model list lives under /v2',
    apply: moved('/v1/models', '/v2/models'),
  },
  {
    name: 'models-without-version',
    breaks: [
      ...NO_LIST,
      ...UNAUTHENTICATED,
      'models-statuses',
      'auth-disabled-models',
      'model-not-authorized',
      'model-listed-callable',
    ],
    shows: 'the model list lives without /v1',
    apply: moved('/v1/models', '/models'),
  },
  {
    name: 'both-faults-as-500',
    breaks: ['status-order'],
    shows: 'a request whose model is unknown and which breaks another rule is a server error',
    apply: (behaviour, emit) => ({
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
  },
  {
    name: 'keyless-upload-as-500',
    breaks: ['status-order'],
    shows: 'a body over the limit without a key is a server error',
    apply: editAnswer(
      (answer, { head }) => answer.error === 'unauthenticated' && Number(head.header('content-length')) > 1_048_576,
      (answer) => ({
        ...answer,
        status: 500,
        headers: withHeader(answer.headers, 'www-authenticate', undefined),
        body: JSON.stringify({ error: { ...JSON.parse(answer.body as string).error, type: 'server_error' } }),
      }),
    ),
  },
  {
    name: 'keyless-spoiled-body-as-404',
    breaks: ['status-order'],
    shows: 'a short body without a key is not found',
    apply: editAnswer(
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
  },
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
