import { Refusal } from '../../../core/errors.ts'
import { pathOf, route } from '../../../core/routes.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { instead } from '../../edits/instead.ts'
import {
  drop,
  editResponse,
  editSealed,
  replaceBody,
  served,
  typed,
  withHeader,
  withStatus,
} from '../../edits/responses.ts'
import { serveRefused } from '../../edits/serve-refused.ts'
import { both, onReason, type When } from '../../edits/when.ts'
import { NO_LIST, UNAUTHENTICATED } from '../breaks.ts'

const elsewhere = onReason('route_not_found')
const onKnownPath = both(elsewhere, (_, { head }) => /^\/v1\/(models|chat\/completions)$/.test(pathOf(head.target)))
const onMethod = (method: string): When => {
  return (_, { head }) => head.method === method
}
const optionsOfProxy = editSealed(onMethod('OPTIONS'), (response) => served(drop(response)))
const onLargeBody: When = (_, { head }) => Number(head.header('content-length')) > 1_048_576
const onShortBody: When = (_, { head, operation }) =>
  operation === 'completion' &&
  head.header('authorization') === undefined &&
  Number(head.header('content-length') ?? 99) < 40
const PAGE = '<!doctype html><title>404 Not Found</title><h1>Not Found</h1>'
const inText = editResponse(elsewhere, (response) => typed(response, 'text/plain'))
const empty = editResponse(elsewhere, (response) => ({ ...typed(response, undefined), body: '' }))

/** Responds to a request without a key with another error. */
const keyless = (when: When, status: number): Apply =>
  editResponse(both(onReason('unauthenticated'), when), (response) =>
    withStatus(withHeader(response, 'www-authenticate', undefined), status),
  )

const LISTED = ['models-statuses', 'auth-disabled-models', 'model-not-authorized', 'model-listed-callable'] as const

/** Faults on other paths and methods, and on the paths of both operations (7.3, 9). */
export const faults = () => [
  breaking(['unknown-path'], {
    'unknown-path-as-500: an unknown path is a server error': editResponse(elsewhere, { status: 500 }),
    'unknown-path-as-200: an unknown path gets 200': editResponse(elsewhere, { status: 200 }),
    'unknown-path-as-502: an unknown path gives 502': [editResponse(elsewhere, { status: 502 }), 'gateway-statuses'],
    'unknown-path-as-html: an unknown path gives the page of a web server': replaceBody(elsewhere, PAGE, 'text/html'),
    'unknown-path-empty: an unknown path gives no body': empty,
    'unknown-path-as-text: the refusal of an unknown path is sent as text/plain': inText,
    'other-method-as-501: another method on a known path is a server error': editResponse(onKnownPath, { status: 501 }),
    'head-without-request-id: the response to HEAD has no request id': editSealed(onMethod('HEAD'), drop),
    'options-without-request-id: a proxy responds to OPTIONS, without a request id': optionsOfProxy,
  }),
  breaking([...NO_LIST, ...UNAUTHENTICATED, ...LISTED], moved, {
    'models-under-another-version: the model list lives under /v2': '/v2/models',
    'models-without-version: the model list lives without /v1': '/models',
  }),
  breaking(['auth-missing-key'], keylessAt, {
    'slash-after-a-path-needs-no-key: a path with a slash after it needs no key': (path) => path.replace(/\/$/, ''),
    'double-slash-needs-no-key: a path with two slashes in a row needs no key': (path) => path.replace('//', '/'),
    'upper-case-path-needs-no-key: a path in another case needs no key': (path) => path.toLowerCase(),
    'escaped-path-needs-no-key: a path with a percent escape needs no key': decodeURIComponent,
    'dot-segment-needs-no-key: a path with a dot segment needs no key': (path) =>
      new URL(path, 'http://localhost').pathname,
    'path-parameter-needs-no-key: a path with a parameter needs no key': (path) => path.replace(/;.*/, ''),
  }),
  breaking(['status-order'], {
    'both-faults-as-500: a request with an unknown model and another problem is a server error': bothAs500,
    'keyless-upload-as-500: a large body without a key is a server error': keyless(onLargeBody, 500),
    'keyless-spoiled-body-as-404: a short body without a key is not found': keyless(onShortBody, 404),
  }),
]

const bothAs500 = instead('parseBody', (plain, _, call) => {
  const body = plain()
  if (body instanceof Refusal || typeof body.model !== 'string' || !/^svc\/[a-z0-9-]+$/.test(body.model)) return body
  if (call.project?.models.has(body.model) || call.behaviour.problemsOf(body, call).length === 0) return body
  return new Refusal('internal', 'A fault of this mock stumbles over two faults at once.')
})

/** Finds the operation under the normal form of a path, and asks for no key if the path has another form. */
function keylessAt(normal: (path: string) => string): Apply {
  const serve = serveRefused(({ any, head }) => normal(pathOf(head.target)) !== pathOf(head.target) && any)
  const find = instead('route', (plain, { method, target, header }) => {
    const path = pathOf(target)
    return normal(path) === path ? plain() : route({ method, header, target: normal(path) })
  })
  return (behaviour, emit) => find(serve(behaviour, emit), () => undefined)
}

/** Moves the model list to another path. */
function moved(to: string): Apply {
  const from = '/v1/models'
  return (behaviour, emit) => ({
    ...behaviour,
    route(head) {
      const path = pathOf(head.target)
      if (path !== from && path !== to) return behaviour.route(head)
      if (path === from) emit()
      const target = path === to ? from : '/nowhere'
      return behaviour.route({ method: head.method, target, header: (name) => head.header(name) })
    },
  })
}
