import type { Apply, Fault } from '../../deviation.ts'
import { editJson, type Json, type JsonEdit, replaceBody } from '../../edits/json.ts'
import { both, everyNth, onOperationError, onStatus, type When } from '../../edits/when.ts'
import { memberFaults } from '../families.ts'

const error = (document: Json): Json => document.error
const inErrors = (edit: JsonEdit, when: When = onOperationError): Apply => editJson(when, edit)
const invalid = onStatus(400)

// A type outside the enumeration is neither the one of 401 nor one that fits.
const TYPE = ['error-type', 'auth-error-type', 'error-type-fits-status']

/** Error bodies of other worlds. */
const SHAPES: [name: string, shows: string, body: (error: Json) => unknown, more?: string[]][] = [
  ['flat', 'the members of the error stand at the top', (error) => error, ['error-closed']],
  ['string', 'error is a bare text', (error) => ({ error: error.message })],
  ['null', 'error is null', () => ({ error: null })],
  ['array', 'error is an array', (error) => ({ error: [error] })],
  ['plural', 'the error stands under errors', (error) => ({ errors: [error] }), ['error-closed']],
  ['empty-object', 'the body is an empty object', () => ({})],
  ['in-array', 'the body is an array with the error', (error) => [{ error }]],
  ['bare-string', 'the body is a JSON string', (error) => error.message],
  ['detail', 'the error stands under detail', (error) => ({ detail: error.message }), ['error-closed']],
]

/** What an error body can get wrong, whatever its status (2.7, 7.1). */
export const errorBodyFaults = (): readonly Fault[] => [
  ...memberFaults(
    'error',
    [
      { name: 'message', kind: 'string', breaks: ['error-message'], owner: error },
      { name: 'type', kind: 'enum', breaks: TYPE, owner: error },
      { name: 'code', kind: 'string', breaks: ['error-code'], owner: error },
    ],
    inErrors,
  ),
  ...SHAPES.map(
    ([name, shows, body, more = []]): Fault => ({
      name: `error-body-${name}`,
      breaks: ['error-body', 'auth-error-type', ...more],
      shows,
      apply: replaceBody(onOperationError, (old) => JSON.stringify(body(JSON.parse(old).error))),
    }),
  ),
  {
    name: 'error-param-missing',
    breaks: ['error-param'],
    shows: 'errors have no param',
    apply: inErrors((document) => delete error(document).param),
  },
  {
    name: 'error-param-left-out-where-null',
    breaks: ['error-param'],
    shows: 'errors without an offending parameter have no param',
    apply: inErrors((document) => error(document).param === null && delete error(document).param),
  },
  {
    name: 'error-param-number',
    breaks: ['error-param'],
    shows: 'param is a number',
    apply: inErrors((document) => (error(document).param = 0)),
  },
  {
    name: 'error-param-array',
    breaks: ['error-param'],
    shows: 'param is a path in an array',
    apply: inErrors((document) => (error(document).param = ['body', error(document).param ?? ''])),
  },
  {
    name: 'error-param-false',
    breaks: ['error-param'],
    shows: 'param is false',
    apply: inErrors((document) => Object.assign(error(document), { param: false })),
  },
  {
    name: 'error-param-empty',
    breaks: ['error-texts-filled'],
    shows: 'param is an empty string where there is no offender',
    apply: inErrors((document) => error(document).param === null && (error(document).param = '')),
  },
  {
    name: 'error-param-names-model-always',
    breaks: ['error-param-names-field'],
    shows: 'param is model, whatever was wrong',
    apply: inErrors((document) => error(document).param !== null && (error(document).param = 'model'), invalid),
  },
  {
    name: 'error-param-names-the-body',
    breaks: ['error-param-names-field'],
    shows: 'param is body, whatever was wrong',
    apply: inErrors((document) => error(document).param !== null && (error(document).param = 'body'), invalid),
  },
  {
    name: 'error-param-wrong-for-temperature',
    breaks: ['error-param-names-field'],
    shows: 'param is top_p when temperature is wrong',
    apply: inErrors(
      (document) => error(document).param === 'temperature' && (error(document).param = 'top_p'),
      invalid,
    ),
  },
  {
    name: 'error-param-last-step-only',
    breaks: ['error-param-names-field'],
    shows: 'param is role or content, without the messages around it',
    apply: inErrors((document) => {
      const step = /\.(role|content)$/.exec(error(document).param ?? '')?.[1]
      return step !== undefined && (error(document).param = step)
    }, invalid),
  },
  {
    name: 'error-message-empty',
    breaks: ['error-texts-filled'],
    shows: 'the message is empty',
    apply: inErrors((document) => (error(document).message = '')),
  },
  {
    name: 'error-code-empty',
    breaks: ['error-texts-filled'],
    shows: 'the code is empty',
    apply: inErrors((document) => (error(document).code = '')),
  },
  {
    name: 'error-code-is-status',
    breaks: ['error-code'],
    shows: 'the code is the status as a number',
    apply: inErrors((document) => (error(document).code = 400), invalid),
  },
  {
    name: 'error-type-of-openai',
    breaks: ['error-type', 'error-type-fits-status'],
    shows: 'the type of a 404 is not_found_error',
    apply: inErrors((document) => (error(document).type = 'not_found_error'), onStatus(404)),
  },
  {
    name: 'error-type-permission',
    breaks: ['error-type'],
    shows: 'the type of a 403 is permission_error',
    apply: inErrors((document) => (error(document).type = 'permission_error'), onStatus(403)),
  },
  {
    name: 'error-type-api-error',
    breaks: ['error-type', 'error-type-fits-status'],
    shows: 'the type of a 500 is api_error',
    apply: inErrors((document) => (error(document).type = 'api_error'), onStatus(500)),
  },
  {
    name: 'error-type-overloaded',
    breaks: ['error-type', 'error-type-fits-status'],
    shows: 'the type of a 503 is overloaded_error',
    apply: inErrors((document) => (error(document).type = 'overloaded_error'), onStatus(503)),
  },
  {
    name: 'error-extra-member',
    breaks: ['error-closed'],
    shows: 'the error has a member beyond the four',
    apply: inErrors((document) => (error(document).status = 400)),
  },
  {
    name: 'error-body-extra-member',
    breaks: ['error-closed'],
    shows: 'the body has a member beside error',
    apply: inErrors((document) => (document.request_id = 'x')),
  },
  {
    name: 'error-extra-null',
    breaks: ['error-closed'],
    shows: 'the error has a fifth member, which is null',
    apply: inErrors((document) => (error(document).innererror = null)),
  },
  {
    name: 'error-extra-member-every-fifth',
    breaks: ['error-closed'],
    shows: 'every fifth request that fails gets a debug member',
    apply: inErrors((document) => (error(document).debug = {}), both(onOperationError, everyNth(5))),
  },
]
