import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editJson, type Json, replaceBody, replaceHeader } from '../../edits/json.ts'
import { onStatus } from '../../edits/when.ts'

const htmlPage = (status: number): Apply =>
  replaceBody(onStatus(status), '<html><body><h1>Error</h1></body></html>', 'text/html')
const noBody = (status: number): Apply => replaceBody(onStatus(status), '')
const truncated = (status: number): Apply => replaceBody(onStatus(status), (old) => old.slice(0, -2))
const sentAs = (status: number, type: string | undefined): Apply =>
  replaceHeader(onStatus(status), 'content-type', type)
const inError = (status: number, edit: (error: Json) => unknown): Apply =>
  editJson(onStatus(status), ({ error }: Json) => edit(error))
const without = (status: number, name: string): Apply => inError(status, (error) => delete error[name])
const withExtra = (status: number): Apply => inError(status, (error) => Object.assign(error, { retryable: false }))
const ofType = (status: number, type: string): Apply => inError(status, (error) => (error.type = type))

/** What can be wrong with the refusals of one status while all others are right. */
export const errorByStatusFaults = (): readonly Fault[] => [
  fault('error-400-html', ['error-body', 'error-media-type'], 'the 400 has an HTML page as its body', htmlPage(400)),
  fault(
    'error-401-html',
    ['error-body', 'error-media-type', 'auth-error-type'],
    'the 401 has an HTML page as its body',
    htmlPage(401),
  ),
  fault('error-403-html', ['error-body', 'error-media-type'], 'the 403 has an HTML page as its body', htmlPage(403)),
  fault('error-404-html', ['error-body', 'error-media-type'], 'the 404 has an HTML page as its body', htmlPage(404)),
  fault('error-413-html', ['error-body', 'error-media-type'], 'the 413 has an HTML page as its body', htmlPage(413)),
  fault('error-429-html', ['error-body', 'error-media-type'], 'the 429 has an HTML page as its body', htmlPage(429)),
  fault('error-500-html', ['error-body', 'error-media-type'], 'the 500 has an HTML page as its body', htmlPage(500)),
  fault('error-503-html', ['error-body', 'error-media-type'], 'the 503 has an HTML page as its body', htmlPage(503)),
  fault('error-400-empty', ['error-body'], 'the 400 has no body', noBody(400)),
  fault('error-403-empty', ['error-body'], 'the 403 has no body', noBody(403)),
  fault('error-404-empty', ['error-body'], 'the 404 has no body', noBody(404)),
  fault('error-413-empty', ['error-body'], 'the 413 has no body', noBody(413)),
  fault('error-503-empty', ['error-body'], 'the 503 has no body', noBody(503)),
  fault('error-400-plain-text', ['error-media-type'], 'the 400 is sent as text/plain', sentAs(400, 'text/plain')),
  fault('error-401-plain-text', ['error-media-type'], 'the 401 is sent as text/plain', sentAs(401, 'text/plain')),
  fault('error-403-plain-text', ['error-media-type'], 'the 403 is sent as text/plain', sentAs(403, 'text/plain')),
  fault('error-404-plain-text', ['error-media-type'], 'the 404 is sent as text/plain', sentAs(404, 'text/plain')),
  fault('error-413-plain-text', ['error-media-type'], 'the 413 is sent as text/plain', sentAs(413, 'text/plain')),
  fault('error-429-plain-text', ['error-media-type'], 'the 429 is sent as text/plain', sentAs(429, 'text/plain')),
  fault('error-500-plain-text', ['error-media-type'], 'the 500 is sent as text/plain', sentAs(500, 'text/plain')),
  fault('error-503-plain-text', ['error-media-type'], 'the 503 is sent as text/plain', sentAs(503, 'text/plain')),
  fault('error-401-untyped', ['error-media-type'], 'the 401 has no Content-Type', sentAs(401, undefined)),
  fault('error-413-untyped', ['error-media-type'], 'the 413 has no Content-Type', sentAs(413, undefined)),
  fault('error-503-untyped', ['error-media-type'], 'the 503 has no Content-Type', sentAs(503, undefined)),
  fault(
    'error-400-problem-json',
    ['error-media-type'],
    'the 400 is sent as application/problem+json',
    sentAs(400, 'application/problem+json'),
  ),
  fault(
    'error-404-problem-json',
    ['error-media-type'],
    'the 404 is sent as application/problem+json',
    sentAs(404, 'application/problem+json'),
  ),
  fault(
    'error-400-truncated',
    ['error-body', 'error-media-type'],
    'the 400 ends in the middle of its JSON',
    truncated(400),
  ),
  fault(
    'error-429-truncated',
    ['error-body', 'error-media-type'],
    'the 429 ends in the middle of its JSON',
    truncated(429),
  ),
  fault(
    'error-500-truncated',
    ['error-body', 'error-media-type'],
    'the 500 ends in the middle of its JSON',
    truncated(500),
  ),
  fault('error-400-without-code', ['error-code'], 'the 400 has no code', without(400, 'code')),
  fault('error-401-without-code', ['error-code'], 'the 401 has no code', without(401, 'code')),
  fault('error-404-without-code', ['error-code'], 'the 404 has no code', without(404, 'code')),
  fault('error-429-without-code', ['error-code'], 'the 429 has no code', without(429, 'code')),
  fault('error-503-without-code', ['error-code'], 'the 503 has no code', without(503, 'code')),
  fault('error-401-without-param', ['error-param'], 'the 401 has no param', without(401, 'param')),
  fault('error-404-without-param', ['error-param'], 'the 404 has no param', without(404, 'param')),
  fault('error-413-without-param', ['error-param'], 'the 413 has no param', without(413, 'param')),
  fault('error-429-without-param', ['error-param'], 'the 429 has no param', without(429, 'param')),
  fault('error-500-without-param', ['error-param'], 'the 500 has no param', without(500, 'param')),
  fault('error-403-without-message', ['error-message'], 'the 403 has no message', without(403, 'message')),
  fault('error-413-without-message', ['error-message'], 'the 413 has no message', without(413, 'message')),
  fault('error-429-without-message', ['error-message'], 'the 429 has no message', without(429, 'message')),
  fault('error-500-without-message', ['error-message'], 'the 500 has no message', without(500, 'message')),
  fault('error-400-with-extra', ['error-closed'], 'the 400 has a member too many', withExtra(400)),
  fault('error-403-with-extra', ['error-closed'], 'the 403 has a member too many', withExtra(403)),
  fault('error-413-with-extra', ['error-closed'], 'the 413 has a member too many', withExtra(413)),
  fault('error-429-with-extra', ['error-closed'], 'the 429 has a member too many', withExtra(429)),
  fault(
    'error-400-of-type-server-error',
    ['error-type-fits-status'],
    'the type of the 400 is server_error',
    ofType(400, 'server_error'),
  ),
  fault(
    'error-400-of-type-authentication-error',
    ['error-type-fits-status'],
    'the type of the 400 is authentication_error',
    ofType(400, 'authentication_error'),
  ),
  fault(
    'error-401-of-type-invalid-request-error',
    ['auth-error-type'],
    'the type of the 401 is invalid_request_error',
    ofType(401, 'invalid_request_error'),
  ),
  fault(
    'error-401-of-type-server-error',
    ['auth-error-type'],
    'the type of the 401 is server_error',
    ofType(401, 'server_error'),
  ),
  fault(
    'error-404-of-type-server-error',
    ['error-type-fits-status'],
    'the type of the 404 is server_error',
    ofType(404, 'server_error'),
  ),
  fault(
    'error-413-of-type-server-error',
    ['error-type-fits-status'],
    'the type of the 413 is server_error',
    ofType(413, 'server_error'),
  ),
  fault(
    'error-429-of-type-invalid-request-error',
    ['error-type-fits-status'],
    'the type of the 429 is invalid_request_error',
    ofType(429, 'invalid_request_error'),
  ),
  fault(
    'error-500-of-type-invalid-request-error',
    ['error-type-fits-status'],
    'the type of the 500 is invalid_request_error',
    ofType(500, 'invalid_request_error'),
  ),
  fault(
    'error-503-of-type-rate-limit-error',
    ['error-type-fits-status'],
    'the type of the 503 is rate_limit_error',
    ofType(503, 'rate_limit_error'),
  ),
]
