import { allowed } from '../deviation.ts'
import { limiting, SECOND } from '../edits/decisions.ts'
import { all, editErrors, type Json, type JsonEdit } from '../edits/json.ts'
import { editResponse, replaceHeader, withHeader, withMore } from '../edits/responses.ts'
import { both, onError, onOperationError, onReason, onStatus } from '../edits/when.ts'

const inErrors = (edit: JsonEdit, when = onError) => editErrors(when, edit)
const message = (message: string) => inErrors({ message })
/** Splits a path such as `messages[0].role` into its steps. */
const steps = (path: string): string[] => path.split(/[.[\]]+/).filter((step) => step !== '')
const param = (write: (path: string) => string) =>
  inErrors((error) => error.param !== null && (error.param = write(error.param)))
const code = (make: (error: Json) => string) => inErrors((error) => (error.code = make(error)))
const forbidden = (type: string) => inErrors({ type }, onStatus(403))
const limited = onReason('limited')
const elsewhere = onReason('route_not_found')

/** Repeats the key of the caller in each error, as some frameworks do in debug mode. */
const echoing = editResponse(onOperationError, (response, { head }) => {
  const key = head.header('authorization')
  if (!key) return false
  const document = JSON.parse(response.body as string) as Json
  document.error.message = `${document.error.message} It had the key ${key}.`
  return { ...response, body: JSON.stringify(document).replaceAll('/', '\\/') }
})
const withoutWait = all(
  replaceHeader(limited, 'retry-after', undefined),
  inErrors({ message: 'You sent more than 3 requests in 60 seconds. Try again later.' }, limited),
)
const twoChallenges = editResponse(onStatus(401), (response) => {
  const first = withHeader(response, 'www-authenticate', 'Bearer realm="a", charset="UTF-8"')
  return withMore(first, 'WWW-Authenticate', 'Basic realm="b"')
})
const as405 = editResponse(
  both(elsewhere, (_, { head }) => /^\/v1\/(models|chat\/completions)$/.test(head.target)),
  (response) => ({ ...withMore(response, 'allow', 'GET, POST'), status: 405 }),
)
const MARKUP = '<b>Invalid</b>\n\t"request"\r\n\\ \u0000'
const lastStep = (path: string): string => steps(path).findLast((step) => !/^\d+$/.test(step)) ?? path
/** For errors about two fields: the one that the mock does not name. */
const OTHER: Readonly<Record<string, string>> = {
  exclusive_fields: 'max_tokens',
  stream_options_without_stream: 'stream',
}
const otherOfTwo: JsonEdit = (error) => OTHER[error.code] !== undefined && (error.param = OTHER[error.code])
const pointer = (path: string): string => (steps(path).length > 0 ? ['', ...steps(path)].join('/') : path)

/** Freedoms in the content and form of errors. */
export const variants = () => [
  allowed('7.6: codes and texts are not specified', {
    'error-echoes-key: every error repeats the key of its caller': echoing,
    'code-of-one-for-all: every error has the code error': code(() => 'error'),
    'code-in-capitals: codes are written in capitals': code((error) => error.code.toUpperCase()),
    'code-of-digits: codes are digits in a string': code(() => '40017'),
    'code-with-dots: codes are paths': code((error) => `svc.gateway.${error.code}`),
    'message-in-german: messages are German': message('Die Anfrage ist ungültig: prüfen Sie das genannte Feld.'),
    'message-in-chinese: messages are Chinese': message('请求无效，请检查字段。'),
    'message-in-arabic: messages are Arabic': message('الطلب غير صالح.'),
    'message-of-one-character: messages are a single character': message('!'),
    'message-very-long: messages have 20000 characters': message('This request cannot be served. '.repeat(650)),
    'message-of-many-lines: messages have line ends, quotes and markup': message(MARKUP),
  }),
  allowed('2.7: param is a string or null', {
    'param-null: param is always null': inErrors({ param: null }),
    'param-with-dots: paths are written with dots': param((path) => path.replaceAll(/\[(\d+)\]/g, '.$1')),
    'param-top-level: param is the top-level field': param((path) => path.replace(/[.[].*$/s, '') || path),
    'param-last-part: param is the last part of the path: role, include_usage': param(lastStep),
    'param-as-json-pointer: param is a JSON pointer': param(pointer),
    'param-of-a-class: the name of a class precedes the path': param((path) => `ChatCompletionRequest.${path}`),
    'param-of-an-input: input precedes the path': param((path) => `input.${path}`),
    'param-with-arrows: param is a path with arrows below body': param((path) => ['body', ...steps(path)].join(' -> ')),
    'param-of-the-other-of-two: of two fields that exclude or need each other, param is the other one':
      inErrors(otherOfTwo),
    'param-null-for-models: param is null for unknown models': inErrors({ param: null }, onReason('model_not_found')),
    'param-where-none-is-due: 401 and 413 name a parameter': inErrors({ param: 'authorization' }, onStatus(401, 413)),
  }),
  allowed('2.7: the type of a 403 is not specified', forbidden, {
    'forbidden-as-invalid-request: a 403 is an invalid_request_error': 'invalid_request_error',
    'forbidden-as-rate-limit: a 403 is a rate_limit_error': 'rate_limit_error',
    'forbidden-as-server-error: a 403 is a server_error': 'server_error',
  }),
  allowed('7.4: Retry-After may be there', {
    'retry-after-absent: a 429 has no Retry-After, and names no wait': withoutWait,
    'retry-after-one: a limit is one of a second, and Retry-After is 1': limiting(1, SECOND, 1),
    'retry-after-a-day: Retry-After of a 429 is a day': replaceHeader(limited, 'retry-after', '86400'),
  }),
  allowed('RFC 9110: Retry-After may come with a 503', {
    'retry-after-on-503: a 503 has a Retry-After': replaceHeader(onStatus(503), 'retry-after', '1'),
  }),
  allowed('RFC 9110: challenges may be several', { 'challenges-several: a 401 has two challenges': twoChallenges }),
  allowed('7.3 lists the statuses of operations; besides them HTTP has 405', {
    'other-method-as-405: another method on a known path gives 405': as405,
  }),
  allowed('unknown paths are not specified', {
    'unknown-path-as-400: an unknown path gives 400': editResponse(elsewhere, { status: 400 }),
    'unknown-path-as-403: an unknown path gives 403': editResponse(elsewhere, { status: 403 }),
  }),
]
