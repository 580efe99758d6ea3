import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editJson, type Json, type JsonEdit, replaceBody } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'
import { both, everyNth, onOperationError, onStatus, type When } from '../../edits/when.ts'

const error = (document: Json): Json => document.error
const inErrors = (edit: JsonEdit, when: When = onOperationError): Apply => editJson(when, edit)
const invalid = onStatus(400)

/** Puts a document of another shape in the place of every error. */
const reshaped = (shape: (error: Json) => unknown): Apply =>
  replaceBody(onOperationError, (old) => JSON.stringify(shape(JSON.parse(old).error)))

/** What can be wrong with an error body, whatever its status (2.7, 7.1). */
export const errorBodyFaults = (): readonly Fault[] => [
  fault(
    'error-message-missing',
    ['error-message'],
    'message of error is left out',
    inErrors(member.missing('message', error)),
  ),
  fault(
    'error-message-number',
    ['error-message'],
    'message of error is a number',
    inErrors(member.number('message', error)),
  ),
  fault(
    'error-type-missing',
    ['error-type', 'auth-error-type', 'error-type-fits-status'],
    'type of error is left out',
    inErrors(member.missing('type', error)),
  ),
  fault(
    'error-type-null',
    ['error-type', 'auth-error-type', 'error-type-fits-status'],
    'type of error is null',
    inErrors(member.null('type', error)),
  ),
  fault(
    'error-type-other',
    ['error-type', 'auth-error-type', 'error-type-fits-status'],
    'type of error has a value of its own',
    inErrors(member.other('type', error)),
  ),
  fault('error-code-missing', ['error-code'], 'code of error is left out', inErrors(member.missing('code', error))),
  fault('error-code-number', ['error-code'], 'code of error is a number', inErrors(member.number('code', error))),
  fault(
    'error-body-flat',
    ['error-body', 'auth-error-type', 'error-closed'],
    'the members of the error stand at the top',
    reshaped((error) => error),
  ),
  fault(
    'error-body-string',
    ['error-body', 'auth-error-type'],
    'error is a bare text',
    reshaped((error) => ({ error: error.message })),
  ),
  fault(
    'error-body-null',
    ['error-body', 'auth-error-type'],
    'error is null',
    reshaped(() => ({ error: null })),
  ),
  fault(
    'error-body-array',
    ['error-body', 'auth-error-type'],
    'error is an array',
    reshaped((error) => ({ error: [error] })),
  ),
  fault(
    'error-body-plural',
    ['error-body', 'auth-error-type', 'error-closed'],
    'the error stands under errors',
    reshaped((error) => ({ errors: [error] })),
  ),
  fault(
    'error-body-empty-object',
    ['error-body', 'auth-error-type'],
    'the body is an empty object',
    reshaped(() => ({})),
  ),
  fault(
    'error-body-in-array',
    ['error-body', 'auth-error-type'],
    'the body is an array with the error',
    reshaped((error) => [{ error }]),
  ),
  fault(
    'error-body-bare-string',
    ['error-body', 'auth-error-type'],
    'the body is a JSON string',
    reshaped((error) => error.message),
  ),
  fault(
    'error-body-detail',
    ['error-body', 'auth-error-type', 'error-closed'],
    'the error stands under detail',
    reshaped((error) => ({ detail: error.message })),
  ),
  fault(
    'error-param-missing',
    ['error-param'],
    'errors have no param',
    inErrors((document) => delete error(document).param),
  ),
  fault(
    'error-param-left-out-where-null',
    ['error-param'],
    'errors without an offending parameter have no param',
    inErrors((document) => error(document).param === null && delete error(document).param),
  ),
  fault(
    'error-param-number',
    ['error-param'],
    'param is a number',
    inErrors((document) => (error(document).param = 0)),
  ),
  fault(
    'error-param-array',
    ['error-param'],
    'param is a path in an array',
    inErrors((document) => (error(document).param = ['body', error(document).param ?? ''])),
  ),
  fault(
    'error-param-false',
    ['error-param'],
    'param is false',
    inErrors((document) => Object.assign(error(document), { param: false })),
  ),
  fault(
    'error-param-empty',
    ['error-texts-filled'],
    'param is an empty string where there is no offender',
    inErrors((document) => error(document).param === null && (error(document).param = '')),
  ),
  fault(
    'error-param-names-model-always',
    ['error-param-names-field'],
    'param is model, whatever was wrong',
    inErrors((document) => error(document).param !== null && (error(document).param = 'model'), invalid),
  ),
  fault(
    'error-param-names-the-body',
    ['error-param-names-field'],
    'param is body, whatever was wrong',
    inErrors((document) => error(document).param !== null && (error(document).param = 'body'), invalid),
  ),
  fault(
    'error-param-wrong-for-temperature',
    ['error-param-names-field'],
    'param is top_p when temperature is wrong',
    inErrors((document) => error(document).param === 'temperature' && (error(document).param = 'top_p'), invalid),
  ),
  fault(
    'error-param-last-step-only',
    ['error-param-names-field'],
    'param is role or content, without the messages around it',
    inErrors((document) => {
      const step = /\.(role|content)$/.exec(error(document).param ?? '')?.[1]
      return step !== undefined && (error(document).param = step)
    }, invalid),
  ),
  fault(
    'error-message-empty',
    ['error-texts-filled'],
    'the message is empty',
    inErrors((document) => (error(document).message = '')),
  ),
  fault(
    'error-code-empty',
    ['error-texts-filled'],
    'the code is empty',
    inErrors((document) => (error(document).code = '')),
  ),
  fault(
    'error-code-is-status',
    ['error-code'],
    'the code is the status as a number',
    inErrors((document) => (error(document).code = 400), invalid),
  ),
  fault(
    'error-type-of-openai',
    ['error-type', 'error-type-fits-status'],
    'the type of a 404 is not_found_error',
    inErrors((document) => (error(document).type = 'not_found_error'), onStatus(404)),
  ),
  fault(
    'error-type-permission',
    ['error-type'],
    'the type of a 403 is permission_error',
    inErrors((document) => (error(document).type = 'permission_error'), onStatus(403)),
  ),
  fault(
    'error-type-api-error',
    ['error-type', 'error-type-fits-status'],
    'the type of a 500 is api_error',
    inErrors((document) => (error(document).type = 'api_error'), onStatus(500)),
  ),
  fault(
    'error-type-overloaded',
    ['error-type', 'error-type-fits-status'],
    'the type of a 503 is overloaded_error',
    inErrors((document) => (error(document).type = 'overloaded_error'), onStatus(503)),
  ),
  fault(
    'error-extra-member',
    ['error-closed'],
    'the error has a member beyond the four',
    inErrors((document) => (error(document).status = 400)),
  ),
  fault(
    'error-body-extra-member',
    ['error-closed'],
    'the body has a member beside error',
    inErrors((document) => (document.request_id = 'x')),
  ),
  fault(
    'error-extra-null',
    ['error-closed'],
    'the error has a fifth member, which is null',
    inErrors((document) => (error(document).innererror = null)),
  ),
  fault(
    'error-extra-member-every-fifth',
    ['error-closed'],
    'every fifth request that fails gets a debug member',
    inErrors((document) => (error(document).debug = {}), both(onOperationError, everyNth(5))),
  ),
]
