import { type Apply, type Variant, variant } from '../deviation.ts'
import { everySecond } from '../edits/decisions.ts'
import { editAnswer, editJson, type Json, replaceHeader, withHeader } from '../edits/json.ts'
import { onError, onOperationError, onReason, onStatus, type When } from '../edits/when.ts'

const inErrors = (edit: (error: Json) => unknown, when: When = onError): Apply =>
  editJson(when, ({ error }) => edit(error))
const message = (text: string): Apply => inErrors((error) => (error.message = text))
const code = (make: (error: Json) => string): Apply => inErrors((error) => (error.code = make(error)))
const limited = onReason('limited')
/** Repeats the key of the caller in each error, as frameworks do in debug mode. */
const echoing: Apply = (behaviour, emit) => ({
  ...behaviour,
  answers: [
    ...behaviour.answers,
    (answer, call) => {
      const key = call.head.header('authorization')
      if (!onOperationError(answer, call) || !key) return answer
      emit()
      const document = JSON.parse(answer.body as string) as Json
      document.error.message = `${document.error.message} It came with ${key}.`
      return { ...answer, body: JSON.stringify(document).replaceAll('/', '\\/') }
    },
  ],
})

const TEXTS = '7.6: codes and texts are not shown'
const PARAM = '2.7: param is a string or null'
const WAIT = '7.4: Retry-After may be there'

/** What an error may say, and how. */
export const errorVariants = (): readonly Variant[] => [
  variant('error-echoes-key', TEXTS, 'every error repeats the key of its caller', echoing),
  variant(
    'param-null',
    PARAM,
    'param is always null',
    inErrors((error) => (error.param = null)),
  ),
  variant(
    'param-with-dots',
    PARAM,
    'paths are written with dots',
    inErrors((error) => error.param !== null && (error.param = error.param.replaceAll(/\[(\d+)\]/g, '.$1'))),
  ),
  variant(
    'param-top-level',
    PARAM,
    'param is the field at the top, without a path',
    inErrors((error) => error.param !== null && (error.param = error.param.replace(/[.[].*$/s, ''))),
  ),
  variant(
    'param-null-for-models',
    PARAM,
    'param is null where the model is unknown',
    inErrors((error) => (error.param = null), onReason('model_not_found')),
  ),
  variant(
    'param-where-none-is-due',
    PARAM,
    'a 401 and a 413 name a parameter',
    inErrors((error) => (error.param = 'authorization'), onStatus(401, 413)),
  ),
  variant(
    'code-of-one-for-all',
    TEXTS,
    'every error has the code error',
    code(() => 'error'),
  ),
  variant(
    'code-in-capitals',
    TEXTS,
    'codes are written in capitals',
    code((error) => error.code.toUpperCase()),
  ),
  variant(
    'code-of-digits',
    TEXTS,
    'codes are digits in a string',
    code(() => '40017'),
  ),
  variant(
    'code-with-dots',
    TEXTS,
    'codes are paths',
    code((error) => `svc.gateway.${error.code}`),
  ),
  variant(
    'message-in-german',
    TEXTS,
    'messages are German',
    message('Die Anfrage ist ungültig: prüfen Sie das genannte Feld.'),
  ),
  variant('message-in-chinese', TEXTS, 'messages are Chinese', message('请求无效，请检查字段。')),
  variant('message-in-arabic', TEXTS, 'messages are Arabic', message('الطلب غير صالح.')),
  variant('message-of-one-character', TEXTS, 'messages are a single character', message('!')),
  variant(
    'message-very-long',
    TEXTS,
    'messages have 20000 characters',
    message('This request cannot be served. '.repeat(650)),
  ),
  variant(
    'message-of-many-lines',
    TEXTS,
    'messages have line ends, quotes and markup',
    message('<b>Invalid</b>\n\t"request"\r\n\\ \u0000'),
  ),
  variant(
    'forbidden-as-invalid-request',
    '2.7: the type of a 403 is not shown',
    'a 403 is an invalid_request_error',
    inErrors((error) => (error.type = 'invalid_request_error'), onStatus(403)),
  ),
  variant(
    'forbidden-as-rate-limit',
    '2.7: the type of a 403 is not shown',
    'a 403 is a rate_limit_error',
    inErrors((error) => (error.type = 'rate_limit_error'), onStatus(403)),
  ),
  variant(
    'forbidden-as-server-error',
    '2.7: the type of a 403 is not shown',
    'a 403 is a server_error',
    inErrors((error) => (error.type = 'server_error'), onStatus(403)),
  ),
  variant('retry-after-absent', WAIT, 'a 429 has no Retry-After', replaceHeader(limited, 'retry-after', undefined)),
  variant('retry-after-one', WAIT, 'a limit is one of a second, and Retry-After is 1', everySecond(1)),
  variant('retry-after-a-day', WAIT, 'Retry-After of a 429 is a day', replaceHeader(limited, 'retry-after', '86400')),
  variant(
    'retry-after-on-503',
    'RFC 9110: Retry-After may come with a 503',
    'a 503 has a Retry-After',
    replaceHeader(onStatus(503), 'retry-after', '1'),
  ),
  variant(
    'challenges-several',
    'RFC 9110: challenges may be several',
    'a 401 has two challenges',
    editAnswer(onStatus(401), (answer) => ({
      ...answer,
      headers: [
        ...withHeader(answer.headers, 'www-authenticate', 'Bearer realm="a", charset="UTF-8"'),
        'WWW-Authenticate',
        'Basic realm="b"',
      ],
    })),
  ),
  variant(
    'other-method-as-405',
    '7.3 lists the statuses of operations; beside them HTTP has 405',
    'another method on a known path gives 405',
    editAnswer(
      (answer, { head }) =>
        answer.error === 'route_not_found' && /^\/v1\/(models|chat\/completions)$/.test(head.target),
      (answer) => ({ ...answer, status: 405, headers: [...answer.headers, 'allow', 'GET, POST'] }),
    ),
  ),
  variant(
    'unknown-path-as-400',
    'unknown paths are not shown',
    'an unknown path gives 400',
    editAnswer(onReason('route_not_found'), (answer) => ({ ...answer, status: 400 })),
  ),
  variant(
    'unknown-path-as-403',
    'unknown paths are not shown',
    'an unknown path gives 403',
    editAnswer(onReason('route_not_found'), (answer) => ({ ...answer, status: 403 })),
  ),
]
