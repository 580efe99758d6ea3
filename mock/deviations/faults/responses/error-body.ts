import { breaking, type Worded, worded } from '../../deviation.ts'
import { editErrors, editJson, type Json, type JsonEdit } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'
import { replaceBody } from '../../edits/responses.ts'
import { both, everyNth, onOperationError, onStatus, type When } from '../../edits/when.ts'

const inErrors = (edit: JsonEdit, when: When = onOperationError) => editErrors(when, edit)
const invalid = onStatus(400)
const everyFifth = both(onOperationError, everyNth(5))
/** Changes param, if it is not null. */
const param = (write: (old: string) => string | false) =>
  inErrors((error) => {
    const written = error.param !== null && write(error.param)
    return written !== false && (error.param = written)
  }, invalid)
const topPForTemperature = (old: string): string | false => old === 'temperature' && 'top_p'
const roleForContent = (old: string): string | false => /\.content$/.test(old) && old.replace(/content$/, 'role')
const typed = (status: number, type: string): Worded =>
  worded(`the type of a ${status} is ${type}`, inErrors({ type }, onStatus(status)))

/** Replaces every error with a document of another form. */
const reshaped = (shape: (error: Json) => unknown) =>
  replaceBody(onOperationError, (old) => JSON.stringify(shape(JSON.parse(old).error)))
const ofError = membersOf('error', (edit) => inErrors(edit))

/** Faults in the error body, whatever the status (2.7, 7.1). */
export const faults = () => [
  breaking([], {
    'error-message-missing': [ofError('message', 'missing'), 'error-message'],
    'error-message-number': [ofError('message', 'number'), 'error-message'],
    'error-type-permission': [typed(403, 'permission_error'), 'error-type'],
  }),
  breaking(['error-type', 'auth-error-type', 'error-type-fits-status'], {
    'error-type-missing': ofError('type', 'missing'),
    'error-type-null': ofError('type', 'null'),
    'error-type-other': ofError('type', 'other'),
  }),
  breaking(['error-code'], {
    'error-code-missing': ofError('code', 'missing'),
    'error-code-null': ofError('code', 'null'),
    'error-code-number': ofError('code', 'number'),
    'error-code-is-status: the code is the status as a number': inErrors({ code: 400 }, invalid),
  }),
  breaking(['error-body', 'auth-error-type', 'error-closed'], reshaped, {
    'error-body-flat: the members of the error are at the top': (error) => error,
    'error-body-plural: the error stands under errors': (error) => ({ errors: [error] }),
    'error-body-detail: the error stands under detail': (error) => ({ detail: error.message }),
  }),
  breaking(['error-body', 'auth-error-type'], reshaped, {
    'error-body-string: error is a bare text': (error) => ({ error: error.message }),
    'error-body-null: error is null': () => ({ error: null }),
    'error-body-array: error is an array': (error) => ({ error: [error] }),
    'error-body-empty-object: the body is an empty object': () => ({}),
    'error-body-in-array: the body is an array with the error': (error) => [{ error }],
    'error-body-bare-string: the body is a JSON string': (error) => error.message,
  }),
  breaking(['error-param'], inErrors, {
    'error-param-missing: errors have no param': (error) => delete error.param,
    'error-param-left-out-where-null: null as param is left out': (error) => error.param === null && delete error.param,
    'error-param-number: param is a number': { param: 0 },
    'error-param-array: param is a path in an array': (error) => (error.param = ['body', error.param ?? '']),
    'error-param-false: param is false': (error) => Object.assign(error, { param: false }),
  }),
  breaking(['error-texts-filled'], inErrors, {
    'error-param-empty: param is empty instead of null': (error) => error.param === null && (error.param = ''),
    'error-message-empty: the message is empty': { message: '' },
    'error-code-empty: the code is empty': { code: '' },
  }),
  breaking([], param, {
    'error-param-names-the-body: param is body, whatever was wrong': [() => 'body', 'error-param-path'],
    'error-param-names-model-always: param is model, whatever was wrong': [() => 'model', 'error-param-names-field'],
    'error-param-wrong-for-temperature: param is top_p instead': [topPForTemperature, 'error-param-names-field'],
    'error-param-names-the-role-for-content: param names the role': [roleForContent, 'error-param-names-field'],
  }),
  breaking(['error-type', 'error-type-fits-status'], {
    'error-type-of-openai': typed(404, 'not_found_error'),
    'error-type-api-error': typed(500, 'api_error'),
    'error-type-overloaded': typed(503, 'overloaded_error'),
  }),
  breaking(['error-closed'], {
    'error-extra-member: the error has a member beyond the four': inErrors({ status: 400 }),
    'error-body-extra-member: the body has a member next to error': editJson(onOperationError, { request_id: 'x' }),
    'error-extra-null: the error has a fifth member, which is null': inErrors({ innererror: null }),
    'error-extra-member-every-fifth: every fifth error has a debug member': inErrors({ debug: {} }, everyFifth),
  }),
]
