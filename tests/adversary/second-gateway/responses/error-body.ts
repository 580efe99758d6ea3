import type { Freedoms } from '../freedoms/index.ts'
import type { Written } from '../json/json-writer.ts'
import type { FaultPath, Refusal, RefusalStatus } from '../refusal.ts'

const kinds = ['invalid_request_error', 'authentication_error', 'rate_limit_error', 'server_error'] as const
type Kind = (typeof kinds)[number]

const paired: Record<Exclude<RefusalStatus, 403>, Kind> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'invalid_request_error',
  405: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
}

const subjects: Record<RefusalStatus, readonly [string, string]> = {
  400: ['request', 'malformed'],
  401: ['key', 'unrecognised'],
  403: ['project', 'switched-off'],
  404: ['resource', 'absent'],
  405: ['method', 'unsuitable'],
  413: ['body', 'oversized'],
  429: ['allowance', 'spent'],
  500: ['gateway', 'broken'],
  503: ['backend', 'away'],
}

// A longer param does not help. It becomes null, which is allowed, because a shortened name would be wrong.
const longestParam = 1000

export function errorBody(refusal: Refusal, freedoms: Freedoms): Written {
  const { blankStrings } = freedoms
  return {
    error: {
      message: blankStrings === 'error-message' ? '' : messageOf(refusal, freedoms),
      type: typeOf(refusal.status, freedoms),
      param: paramOf(refusal, freedoms),
      code: blankStrings === 'error-code' ? '' : codeOf(refusal.status, freedoms),
    },
  }
}

function typeOf(status: RefusalStatus, { errorTypes, forbiddenType }: Freedoms): Kind {
  if (status === 403) return forbiddenType
  const recommended = paired[status]
  // The type of 401 is fixed whatever happens to the rest.
  if (errorTypes === 'paired' || status === 401) return recommended
  return kinds[(kinds.indexOf(recommended) + 1) % kinds.length] ?? recommended
}

function codeOf(status: RefusalStatus, { errorCodes }: Freedoms): string {
  const [subject, problem] = subjects[status]
  return {
    numeric: `${status}07`,
    snake: `${subject}_${problem}`.replaceAll('-', '_'),
    dotted: `SVC.${subject}.${problem}`,
    spaced: `${subject} ${problem}`,
  }[errorCodes]
}

function messageOf({ message }: Refusal, { errorMessages }: Freedoms): string {
  return {
    plain: message,
    unicode: `⚠ ${message} — désolé, 申し訳ありません 🙇`,
    multiline: `Sorry.\n\t${message}\r\nThat is all.`,
  }[errorMessages]
}

function paramOf({ path, alwaysNamed }: Refusal, freedoms: Freedoms): string | null {
  const [field] = path
  // Only if there is no field to name, because a string must name a faulty field.
  if (field === undefined) return freedoms.blankStrings === 'error-param' ? '' : null
  const param = alwaysNamed ? String(field) : spell(path, freedoms.errorParam)
  return param !== null && param.length > longestParam ? null : param
}

function spell(path: FaultPath, errorParam: Freedoms['errorParam']): string | null {
  return {
    null: null,
    'nested-only': path.length === 1 ? null : path.join('.'),
    dotted: path.join('.'),
    brackets: path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at > 0 ? `.${step}` : step)).join(''),
    field: String(path[0]),
  }[errorParam]
}
