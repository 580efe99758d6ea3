/**
 * Keys by role, and the ways in which a check presents a key. Only `present` gets the text of a
 * key; records name the role instead.
 */
import type { Header } from './exchange.ts'
import {
  type ChangedForm,
  changedForm,
  changedKey,
  changedLabel,
  changeNames,
  other,
  partNames,
  parts,
  readChanged,
  scrambled,
  swapCase,
  TENTHS,
} from './key-parts.ts'
import { MEMBER, OTHER_HEADERS, PARAMETERS, type Wrapping, wrappings } from './key-wrappings.ts'

export const keyRoles = ['valid', 'second', 'empty', 'disabled', 'limited', 'unavailable', 'internal'] as const
export type KeyRole = (typeof keyRoles)[number]

interface Presented {
  readonly headers?: readonly Header[]
  /** Query parameters that carry the key. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  /** A member that carries the key, before all others of the body. */
  readonly member?: readonly [name: string, value: string]
}

type Form = readonly [
  /** The name of the form in reports; `$KEY` represents the key. */
  label: string,
  present: (key: string, keys: Partial<Record<KeyRole, string>>) => Presented,
]

/** Each byte of a text in UTF-8 as one character, as in headers. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

const authorization = (value: string): Presented => ({ headers: [['authorization', value]] })
const bearer = (key: string): Presented => authorization(`Bearer ${key}`)
/** The key with this secret instead of its own; if both are equal, with a scrambled one. */
const withSecret = (key: string, secret: string): Presented => {
  const own = parts(key)
  return bearer(`svc_${own.id}_${secret === own.secret ? scrambled(secret) : secret}`)
}
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const NEVER_ISSUED = 'svc_neverissued0000_neverissued00000000'

/** All ways in which the suites present a key, except with one wrong character or with something around the key. */
const tables = {
  bearer: ['Bearer $KEY', bearer],
  'lower-case-scheme': ['bearer $KEY', (key) => authorization(`bearer ${key}`)],
  'upper-case-scheme': ['BEARER $KEY', (key) => authorization(`BEARER ${key}`)],
  'empty-header': ['(an empty Authorization header)', () => authorization('')],
  'no-token': ['Bearer (and nothing after it)', () => bearer('')],
  'no-prefix': ['Bearer $KEY without its svc_ prefix', (key) => bearer(key.replace(/^svc_/, ''))],
  'other-prefix': ['Bearer $KEY with the prefix sk_', (key) => bearer(key.replace(/^svc_/, 'sk_'))],
  'no-secret': ['Bearer svc_<id of $KEY>', (key) => bearer(`svc_${parts(key).id}`)],
  'empty-secret': ['Bearer svc_<id of $KEY>_', (key) => bearer(`svc_${parts(key).id}_`)],
  'empty-id': ['Bearer svc__<secret of $KEY>', (key) => bearer(`svc__${parts(key).secret}`)],
  'secret-alone': ['Bearer <secret of $KEY>', (key) => bearer(parts(key).secret)],
  'plain-word': ['Bearer not-a-key', () => bearer('not-a-key')],
  undefined: ['Bearer undefined', () => bearer('undefined')],
  null: ['Bearer null', () => bearer('null')],
  'bare-prefix': ['Bearer svc_', () => bearer('svc_')],
  'upper-case-prefix': ['Bearer $KEY with the prefix SVC_', (key) => bearer(key.replace(/^svc_/, 'SVC_'))],
  unknown: [`Bearer ${NEVER_ISSUED}`, () => bearer(NEVER_ISSUED)],
  'unknown-id': [
    'Bearer $KEY with another id',
    (key) => bearer(`svc_${scrambled(parts(key).id)}_${parts(key).secret}`),
  ],
  'secret-last-changed': [
    'Bearer $KEY with the last character of its secret changed',
    (key) => bearer(`${key.slice(0, -1)}${other(key.at(-1))}`),
  ],
  'secret-first-changed': [
    'Bearer $KEY with the first character of its secret changed',
    (key) => {
      const { id, secret } = parts(key)
      return bearer(`svc_${id}_${other(secret[0])}${secret.slice(1)}`)
    },
  ],
  'secret-cut': ['Bearer $KEY without its last character', (key) => bearer(key.slice(0, -1))],
  'part-after': ['Bearer $KEY with _x after it', (key) => bearer(`${key}_x`)],
  'secret-much-longer': ['Bearer $KEY with 2000 more characters', (key) => bearer(`${key}${'x'.repeat(2000)}`)],
  'secret-percent': ['Bearer svc_<id of $KEY>_%', (key) => withSecret(key, '%')],
  'secret-asterisk': ['Bearer svc_<id of $KEY>_*', (key) => withSecret(key, '*')],
  'secret-longer': ['Bearer $KEY with one more character', (key) => bearer(`${key}x`)],
  'secret-replaced': ['Bearer $KEY with another secret', (key) => withSecret(key, scrambled(parts(key).secret))],
  'secret-other-case': [
    'Bearer $KEY with its secret in the other case',
    (key) => withSecret(key, swapCase(parts(key).secret)),
  ],
  'secret-reversed': [
    'Bearer $KEY with its secret reversed',
    (key) => withSecret(key, [...parts(key).secret].reverse().join('')),
  ],
  'secret-of-second': [
    'Bearer $KEY with the secret of another valid key',
    (key, keys) => bearer(`svc_${parts(key).id}_${parts(keys.second ?? key).secret}`),
  ],
  'secret-of-valid': [
    'Bearer $KEY with the secret of the first valid key',
    (key, keys) => bearer(`svc_${parts(key).id}_${parts(keys.valid ?? key).secret}`),
  ],
  basic: ['Basic base64($KEY:)', (key) => authorization(`Basic ${base64(`${key}:`)}`)],
  'basic-password': ['Basic base64(:$KEY)', (key) => authorization(`Basic ${base64(`:${key}`)}`)],
  'token-in-base64': ['Bearer base64($KEY)', (key) => bearer(base64(key))],
  hyphens: ['Bearer $KEY with a hyphen for each underscore', (key) => bearer(key.replaceAll('_', '-'))],
  'blank-inside': [
    'Bearer svc_<id of $KEY>_ <secret of $KEY>',
    (key) => bearer(`svc_${parts(key).id}_ ${parts(key).secret}`),
  ],
  'beyond-ascii': [
    'Bearer $KEY with its first letter in full width',
    (key) => bearer(`${bytesOf('ｓ')}${key.slice(1)}`),
  ],
  'secret-beyond-ascii': [`Bearer $KEY${bytesOf('é')}`, (key) => bearer(`${key}${bytesOf('é')}`)],
  'percent-encoded': ['Bearer $KEY with %5F for each underscore', (key) => bearer(key.replaceAll('_', '%5F'))],
  parameters: ['in parameters of the URL', (key) => inParameters(key, PARAMETERS)],
  member: ['in a member of the body', (key) => ({ member: [MEMBER, key] })],
  'other-headers': ['in other headers', (key) => inHeaders(key, OTHER_HEADERS)],
  'beside-a-wrong-key': [
    'in other headers, next to a key that was never issued',
    (key) => inHeaders(key, [...OTHER_HEADERS, ['authorization', `Bearer ${NEVER_ISSUED}`]]),
  ],
} as const satisfies Record<string, Form>

type TabledForm = keyof typeof tables

/** One header or parameter alone. */
export type PlaceForm = `header-${(typeof OTHER_HEADERS)[number][0]}` | `parameter-${(typeof PARAMETERS)[number]}`

export type KeyForm = TabledForm | Wrapping | ChangedForm | PlaceForm

/** For forms that use several headers or parameters at once: the forms with only one of them. */
export const singly: Partial<Record<KeyForm, readonly PlaceForm[]>> = {
  'other-headers': OTHER_HEADERS.map(([name]): PlaceForm => `header-${name}`),
  parameters: PARAMETERS.map((name): PlaceForm => `parameter-${name}`),
}

/** The names of all forms. Those with one wrong character are too many to send all of them in one run. */
export const formNames: readonly KeyForm[] = [
  ...(Object.keys(tables) as TabledForm[]),
  ...(Object.keys(wrappings) as Wrapping[]),
  ...Object.values(singly).flatMap((places) => places ?? []),
  ...partNames.flatMap((part) =>
    changeNames.flatMap((change) => Array.from({ length: TENTHS }, (_, tenth) => changedForm(part, change, tenth))),
  ),
]

function inHeaders(key: string, headers: readonly Header[]): Presented {
  return { headers: headers.map(([name, value]): Header => [name, value.replaceAll('$KEY', () => key)]) }
}

function inParameters(key: string, names: readonly string[]): Presented {
  return { query: names.map((name) => [name, key] as const) }
}

function formOf(form: KeyForm): Form {
  const changed = readChanged(form)
  if (changed) return [changedLabel(changed), (key) => bearer(changedKey(key, changed))]
  if (form in wrappings) {
    const label = wrappings[form as Wrapping]
    return [label, (key) => inHeaders(key, [['authorization', label]])]
  }
  const header = OTHER_HEADERS.filter(([name]) => form === `header-${name}`)
  if (header.length > 0) return [form, (key) => inHeaders(key, header)]
  const parameter = PARAMETERS.filter((name) => form === `parameter-${name}`)
  if (parameter.length > 0) return [form, (key) => inParameters(key, parameter)]
  return tables[form as TabledForm]
}

/** A key to present: its role, and its form. */
export interface Credential {
  readonly role: KeyRole
  readonly form: KeyForm
}

/** The headers, query parameters and member that present a key. */
export function present(form: KeyForm, key: string, keys: Partial<Record<KeyRole, string>>): Presented {
  const [, shown] = formOf(form)
  return shown(key, keys)
}

/** How a record shows a presented key: as a shell variable, or in words if it was mutated. */
export function recorded(credential: Credential): Presented {
  const { role, form } = credential
  const variable = `$${keyVariable(role)}`
  const shown = present(form, variable, {})
  if (shown.headers === undefined || isWhole(form)) return shown
  return { headers: shown.headers.map(([name]): Header => [name, label(credential)]) }
}

/** Whether this form presents the whole key unchanged. */
function isWhole(form: KeyForm): boolean {
  return form in wrappings || /^header-|^other-headers$|^beside-/.test(form)
}

/** Whether a form changes one character, so that masking the key itself does not mask the rest. */
export function isChanged(form: KeyForm): boolean {
  return readChanged(form) !== undefined
}

/** Whether a form happens to present a valid key, such as when two projects share a secret: then it proves nothing. */
export function isGenuine(form: KeyForm, role: KeyRole, keys: Partial<Record<KeyRole, string>>): boolean {
  const shown = present(form, keys[role] ?? '', keys).headers?.find(([name]) => name === 'authorization')?.[1]
  return Object.values(keys).some((key) => shown === `Bearer ${key}`)
}

/** The shell variable that represents the key of a role. */
export function keyVariable(role: KeyRole): string {
  return role === 'valid' ? 'SVC_CONFORMANCE_KEY' : `SVC_CONFORMANCE_KEY_${role.toUpperCase()}`
}

/** The name of a presented key in a record. */
function label({ role, form }: Credential): string {
  return formOf(form)[0].replaceAll('$KEY', `$${keyVariable(role)}`)
}
