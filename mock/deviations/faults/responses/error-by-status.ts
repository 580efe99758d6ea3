import { type Apply, breaking, type Worded, worded } from '../../deviation.ts'
import { editErrors } from '../../edits/json.ts'
import { replaceBody, replaceHeader } from '../../edits/responses.ts'
import { always, both, onStatus, preferring, type When } from '../../edits/when.ts'

const htmlPage = (status: number, when: When = always): Apply =>
  replaceBody(both(onStatus(status), when), '<html><body><h1>Error</h1></body></html>', 'text/html')
const noBody = (status: number): Apply => replaceBody(onStatus(status), '')
const truncated = (status: number): Apply => replaceBody(onStatus(status), (old) => old.slice(0, -2))
const sentAs = (status: number, type: string | undefined): Apply =>
  replaceHeader(onStatus(status), 'content-type', type)
const without = (status: number, name: string): Apply => editErrors(onStatus(status), (error) => delete error[name])
const withExtra = (status: number): Apply => editErrors(onStatus(status), { retryable: false })
const ofType = (status: number, type: string): Worded =>
  worded(`the type of the ${status} is ${type}`, editErrors(onStatus(status), { type }))

/** Faults in the refusals with one status only. */
export const faults = () => [
  breaking(['error-body', 'error-media-type'], {
    'error-400-html: the 400 has an HTML page as its body': htmlPage(400),
    'error-403-html: the 403 has an HTML page as its body': htmlPage(403),
    'error-404-html: the 404 has an HTML page as its body': htmlPage(404),
    'error-413-html: the 413 has an HTML page as its body': htmlPage(413),
    'error-429-html: the 429 has an HTML page as its body': htmlPage(429),
    'error-500-html: the 500 has an HTML page as its body': htmlPage(500),
    'error-503-html: the 503 has an HTML page as its body': htmlPage(503),
    'error-400-truncated: the 400 ends in the middle of its JSON': truncated(400),
    'error-429-truncated: the 429 ends in the middle of its JSON': truncated(429),
    'error-500-truncated: the 500 ends in the middle of its JSON': truncated(500),
    'error-400-html-to-browsers: a 400 is an HTML page for browsers': htmlPage(400, preferring('text/html')),
    'error-401-html: the 401 has an HTML page as its body': [htmlPage(401), 'auth-error-type'],
  }),
  breaking(['error-body'], noBody, {
    'error-400-empty: the 400 has no body': 400,
    'error-403-empty: the 403 has no body': 403,
    'error-404-empty: the 404 has no body': 404,
    'error-413-empty: the 413 has no body': 413,
    'error-429-empty: the 429 has no body': 429,
    'error-503-empty: the 503 has no body': 503,
  }),
  breaking(['error-media-type'], {
    'error-400-plain-text: the 400 is sent as text/plain': sentAs(400, 'text/plain'),
    'error-401-plain-text: the 401 is sent as text/plain': sentAs(401, 'text/plain'),
    'error-403-plain-text: the 403 is sent as text/plain': sentAs(403, 'text/plain'),
    'error-404-plain-text: the 404 is sent as text/plain': sentAs(404, 'text/plain'),
    'error-413-plain-text: the 413 is sent as text/plain': sentAs(413, 'text/plain'),
    'error-429-plain-text: the 429 is sent as text/plain': sentAs(429, 'text/plain'),
    'error-500-plain-text: the 500 is sent as text/plain': sentAs(500, 'text/plain'),
    'error-503-plain-text: the 503 is sent as text/plain': sentAs(503, 'text/plain'),
    'error-401-untyped: the 401 has no Content-Type': sentAs(401, undefined),
    'error-413-untyped: the 413 has no Content-Type': sentAs(413, undefined),
    'error-503-untyped: the 503 has no Content-Type': sentAs(503, undefined),
    'error-400-problem-json: the 400 is sent as application/problem+json': sentAs(400, 'application/problem+json'),
    'error-404-problem-json: the 404 is sent as application/problem+json': sentAs(404, 'application/problem+json'),
  }),
  breaking(['error-code'], {
    'error-400-without-code: the 400 has no code': without(400, 'code'),
    'error-401-without-code: the 401 has no code': without(401, 'code'),
    'error-404-without-code: the 404 has no code': without(404, 'code'),
    'error-429-without-code: the 429 has no code': without(429, 'code'),
    'error-503-without-code: the 503 has no code': without(503, 'code'),
  }),
  breaking(['error-param'], {
    'error-401-without-param: the 401 has no param': without(401, 'param'),
    'error-404-without-param: the 404 has no param': without(404, 'param'),
    'error-413-without-param: the 413 has no param': without(413, 'param'),
    'error-429-without-param: the 429 has no param': without(429, 'param'),
    'error-500-without-param: the 500 has no param': without(500, 'param'),
  }),
  breaking(['error-message'], {
    'error-403-without-message: the 403 has no message': without(403, 'message'),
    'error-413-without-message: the 413 has no message': without(413, 'message'),
    'error-429-without-message: the 429 has no message': without(429, 'message'),
    'error-500-without-message: the 500 has no message': without(500, 'message'),
  }),
  breaking(['error-closed'], withExtra, {
    'error-400-with-extra: the 400 has a member too many': 400,
    'error-403-with-extra: the 403 has a member too many': 403,
    'error-413-with-extra: the 413 has a member too many': 413,
    'error-429-with-extra: the 429 has a member too many': 429,
  }),
  breaking(['error-type-fits-status'], {
    'error-400-of-type-server-error': ofType(400, 'server_error'),
    'error-400-of-type-authentication-error': ofType(400, 'authentication_error'),
    'error-404-of-type-server-error': ofType(404, 'server_error'),
    'error-413-of-type-server-error': ofType(413, 'server_error'),
    'error-429-of-type-invalid-request-error': ofType(429, 'invalid_request_error'),
    'error-500-of-type-invalid-request-error': ofType(500, 'invalid_request_error'),
    'error-503-of-type-rate-limit-error': ofType(503, 'rate_limit_error'),
  }),
  breaking(['auth-error-type'], {
    'error-401-of-type-invalid-request-error': ofType(401, 'invalid_request_error'),
    'error-401-of-type-server-error': ofType(401, 'server_error'),
  }),
]
