import { type Apply, breaking } from '../../deviation.ts'
import { type At, editJson, type Json, type JsonEdit, replaceBody, within } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'
import { both, everyNth, onOperationError, onStatus, type When } from '../../edits/when.ts'

const error: At = (document) => document.error
const inErrors = (edit: JsonEdit, when: When = onOperationError): Apply => editJson(when, within(edit, error))
const invalid = onStatus(400)

/** Puts a document of another shape in the place of every error. */
const reshaped = (shape: (error: Json) => unknown): Apply =>
  replaceBody(onOperationError, (old) => JSON.stringify(shape(JSON.parse(old).error)))

/** What can be wrong with an error body, whatever its status (2.7, 7.1). */
export const faults = () => [
  breaking(['error-message'], {
    'error-message-missing': ['message of error is left out', inErrors(member.missing('message'))],
    'error-message-number': ['message of error is a number', inErrors(member.number('message'))],
  }),
  breaking(['error-type', 'auth-error-type', 'error-type-fits-status'], {
    'error-type-missing': ['type of error is left out', inErrors(member.missing('type'))],
    'error-type-null': ['type of error is null', inErrors(member.null('type'))],
    'error-type-other': ['type of error has its own value', inErrors(member.other('type'))],
  }),
  breaking(['error-code'], {
    'error-code-missing': ['code of error is left out', inErrors(member.missing('code'))],
    'error-code-null': ['code of error is null', inErrors(member.null('code'))],
    'error-code-number': ['code of error is a number', inErrors(member.number('code'))],
    'error-code-is-status': ['the code is the status as a number', inErrors({ code: 400 }, invalid)],
  }),
  breaking(['error-body', 'auth-error-type', 'error-closed'], {
    'error-body-flat': ['the members of the error are at the top', reshaped((error) => error)],
    'error-body-plural': ['the error stands under errors', reshaped((error) => ({ errors: [error] }))],
    'error-body-detail': ['the error stands under detail', reshaped((error) => ({ detail: error.message }))],
  }),
  breaking(['error-body', 'auth-error-type'], {
    'error-body-string': ['error is a bare text', reshaped((error) => ({ error: error.message }))],
    'error-body-null': ['error is null', reshaped(() => ({ error: null }))],
    'error-body-array': ['error is an array', reshaped((error) => ({ error: [error] }))],
    'error-body-empty-object': ['the body is an empty object', reshaped(() => ({}))],
    'error-body-in-array': ['the body is an array with the error', reshaped((error) => [{ error }])],
    'error-body-bare-string': ['the body is a JSON string', reshaped((error) => error.message)],
  }),
  breaking(['error-param'], {
    'error-param-missing': ['errors have no param', inErrors((error) => delete error.param)],
    'error-param-left-out-where-null': [
      'errors without an offending parameter have no param',
      inErrors((error) => error.param === null && delete error.param),
    ],
    'error-param-number': ['param is a number', inErrors({ param: 0 })],
    'error-param-array': [
      'param is a path in an array',
      inErrors((error) => (error.param = ['body', error.param ?? ''])),
    ],
    'error-param-false': ['param is false', inErrors((error) => Object.assign(error, { param: false }))],
  }),
  breaking(['error-texts-filled'], {
    'error-param-empty': [
      'param is an empty string where there is no offender',
      inErrors((error) => error.param === null && (error.param = '')),
    ],
    'error-message-empty': ['the message is empty', inErrors({ message: '' })],
    'error-code-empty': ['the code is empty', inErrors({ code: '' })],
  }),
  breaking(['error-param-names-field'], {
    'error-param-names-model-always': [
      'param is model, whatever was wrong',
      inErrors((error) => error.param !== null && (error.param = 'model'), invalid),
    ],
    'error-param-wrong-for-temperature': [
      'param is top_p when temperature is wrong',
      inErrors((error) => error.param === 'temperature' && (error.param = 'top_p'), invalid),
    ],
    'error-param-names-the-role-for-content': [
      'param is the path to the role where the content of a message is wrong',
      inErrors((error) => {
        const old: unknown = error.param
        const path = typeof old === 'string' && /\.content$/.test(old) ? old.replace(/content$/, 'role') : undefined
        return path !== undefined && (error.param = path)
      }, invalid),
    ],
  }),
  breaking(['error-param-path'], {
    'error-param-names-the-body': [
      'param is body, whatever was wrong',
      inErrors((error) => error.param !== null && (error.param = 'body'), invalid),
    ],
  }),
  breaking(['error-type', 'error-type-fits-status'], {
    'error-type-of-openai': [
      'the type of a 404 is not_found_error',
      inErrors({ type: 'not_found_error' }, onStatus(404)),
    ],
    'error-type-api-error': ['the type of a 500 is api_error', inErrors({ type: 'api_error' }, onStatus(500))],
    'error-type-overloaded': [
      'the type of a 503 is overloaded_error',
      inErrors({ type: 'overloaded_error' }, onStatus(503)),
    ],
  }),
  breaking(['error-type'], {
    'error-type-permission': [
      'the type of a 403 is permission_error',
      inErrors({ type: 'permission_error' }, onStatus(403)),
    ],
  }),
  breaking(['error-closed'], {
    'error-extra-member': ['the error has a member beyond the four', inErrors({ status: 400 })],
    'error-body-extra-member': ['the body has a member next to error', editJson(onOperationError, { request_id: 'x' })],
    'error-extra-null': ['the error has a fifth member, which is null', inErrors({ innererror: null })],
    'error-extra-member-every-fifth': [
      'every fifth request that fails gets a debug member',
      inErrors({ debug: {} }, both(onOperationError, everyNth(5))),
    ],
  }),
]
