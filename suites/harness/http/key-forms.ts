/**
 * Keys by role, and the ways in which a check presents a key. Only `present` gets the text of a
 * key; records name the role instead.
 */
import { type Header, headerIn } from './exchange.ts'
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

type Keys = Partial<Record<KeyRole, string>>

/** The name of the form in reports, in which `$KEY` represents the key; and how the form presents a key. */
type Form<Made> = readonly [label: string, make: (key: string, keys: Keys) => Made]

/** Each byte of a text in UTF-8 as one character, as in headers. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const reversed = (text: string): string => [...text].reverse().join('')
const idOf = (key: string): string => parts(key).id
const secretOf = (key: string): string => parts(key).secret

/** The key with its secret changed; with a scrambled one, if the change makes no difference. */
function withSecret(key: string, change: (secret: string) => string): string {
  const { id, secret } = parts(key)
  return `svc_${id}_${change(secret) === secret ? scrambled(secret) : change(secret)}`
}

const NEVER_ISSUED = 'svc_neverissued0000_neverissued00000000'

/** What follows `Bearer`: all ways to change a key, except with one wrong character or with something around it. */
const bearers = {
  bearer: ['$KEY', (key) => key],
  'no-token': ['(and nothing after it)', () => ''],
  'no-prefix': ['$KEY without its svc_ prefix', (key) => key.replace(/^svc_/, '')],
  'sk-before': ['sk-$KEY', (key) => `sk-${key}`],
  'no-secret': ['svc_<id of $KEY>', (key) => `svc_${idOf(key)}`],
  'empty-secret': ['svc_<id of $KEY>_', (key) => `svc_${idOf(key)}_`],
  'empty-id': ['svc__<secret of $KEY>', (key) => `svc__${secretOf(key)}`],
  'secret-alone': ['<secret of $KEY>', secretOf],
  // A lookup in a plain object of JavaScript finds this word.
  'plain-word': ['constructor', () => 'constructor'],
  undefined: ['undefined', () => 'undefined'],
  'bare-prefix': ['svc_', () => 'svc_'],
  'upper-case-prefix': ['$KEY with the prefix SVC_', (key) => key.replace(/^svc_/, 'SVC_')],
  unknown: [NEVER_ISSUED, () => NEVER_ISSUED],
  // The same in a lookup by id.
  'word-as-id': ['svc_constructor_x', () => 'svc_constructor_x'],
  'unknown-id': ['$KEY with another id', (key) => `svc_${scrambled(idOf(key))}_${secretOf(key)}`],
  'secret-last-changed': [
    '$KEY with the last character of its secret changed',
    (key) => `${key.slice(0, -1)}${other(key.at(-1))}`,
  ],
  'secret-first-changed': [
    '$KEY with the first character of its secret changed',
    (key) => `svc_${idOf(key)}_${other(secretOf(key)[0])}${secretOf(key).slice(1)}`,
  ],
  'secret-cut': ['$KEY without its last character', (key) => key.slice(0, -1)],
  'part-after': ['$KEY with _x after it', (key) => `${key}_x`],
  'secret-much-longer': ['$KEY with 2000 more characters', (key) => `${key}${'x'.repeat(2000)}`],
  'secret-percent': ['svc_<id of $KEY>_%', (key) => withSecret(key, () => '%')],
  'secret-asterisk': ['svc_<id of $KEY>_*', (key) => withSecret(key, () => '*')],
  'secret-underscores': [
    'svc_<id of $KEY>_ and an underscore for each character of its secret',
    (key) => withSecret(key, (secret) => '_'.repeat(secret.length)),
  ],
  'secret-longer': ['$KEY with one more character', (key) => `${key}x`],
  'secret-replaced': ['$KEY with another secret', (key) => withSecret(key, scrambled)],
  'secret-other-case': ['$KEY with its secret in the other case', (key) => withSecret(key, swapCase)],
  'secret-reversed': ['$KEY with its secret reversed', (key) => withSecret(key, reversed)],
  'secret-of-second': [
    '$KEY with the secret of another valid key',
    (key, { second = key }) => `svc_${idOf(key)}_${secretOf(second)}`,
  ],
  'secret-of-valid': [
    '$KEY with the secret of the first valid key',
    (key, { valid = key }) => `svc_${idOf(key)}_${secretOf(valid)}`,
  ],
  'token-in-base64': ['base64($KEY)', base64],
  hyphens: ['$KEY with a hyphen for each underscore', (key) => key.replaceAll('_', '-')],
  'blank-inside': ['svc_<id of $KEY>_ <secret of $KEY>', (key) => `svc_${idOf(key)}_ ${secretOf(key)}`],
  'beyond-ascii': ['$KEY with its first letter in full width', (key) => `${bytesOf('ｓ')}${key.slice(1)}`],
  'secret-beyond-ascii': [`$KEY${bytesOf('é')}`, (key) => `${key}${bytesOf('é')}`],
  'byte-inside': [
    '$KEY with the byte FF before its last character',
    (key) => `${key.slice(0, -1)}\u00ff${key.slice(-1)}`,
  ],
  'percent-encoded': ['$KEY with %5F for each underscore', (key) => key.replaceAll('_', '%5F')],
} as const satisfies Record<string, Form<string>>

const authorization = (value: string): Presented => ({ headers: [['authorization', value]] })

/** Keys after another scheme or none, and in other locations. */
const others = {
  'lower-case-scheme': ['bearer $KEY', (key) => authorization(`bearer ${key}`)],
  'upper-case-scheme': ['BEARER $KEY', (key) => authorization(`BEARER ${key}`)],
  'empty-header': ['(an empty Authorization header)', () => authorization('')],
  basic: ['Basic base64($KEY:)', (key) => authorization(`Basic ${base64(`${key}:`)}`)],
  'basic-password': ['Basic base64(:$KEY)', (key) => authorization(`Basic ${base64(`:${key}`)}`)],
  parameters: ['in parameters of the URL', (key) => inParameters(key, PARAMETERS)],
  member: ['in a member of the body', (key) => ({ member: [MEMBER, key] })],
  'other-headers': ['in other headers', (key) => inHeaders(key, OTHER_HEADERS)],
  'beside-a-wrong-key': [
    'in other headers, next to a key that was never issued',
    (key) => inHeaders(key, [...OTHER_HEADERS, ['authorization', `Bearer ${NEVER_ISSUED}`]]),
  ],
} as const satisfies Record<string, Form<Presented>>

type BearerForm = keyof typeof bearers
type OtherForm = keyof typeof others

/** One header or parameter alone. */
export type PlaceForm = `header-${(typeof OTHER_HEADERS)[number][0]}` | `parameter-${(typeof PARAMETERS)[number]}`

export type KeyForm = BearerForm | OtherForm | Wrapping | ChangedForm | PlaceForm

/** For forms that use several headers or parameters at once: the forms with only one of them. */
export const singly: Partial<Record<KeyForm, readonly PlaceForm[]>> = {
  'other-headers': OTHER_HEADERS.map(([name]): PlaceForm => `header-${name}`),
  parameters: PARAMETERS.map((name): PlaceForm => `parameter-${name}`),
}

/** The names of all forms. Those with one wrong character are too many to send all of them in one run. */
export const formNames: readonly KeyForm[] = [
  ...(Object.keys({ ...bearers, ...others }) as (BearerForm | OtherForm)[]),
  ...(Object.keys(wrappings) as Wrapping[]),
  ...Object.values(singly).flatMap((places) => places ?? []),
  ...partNames.flatMap((part) =>
    changeNames.flatMap((change) => Array.from({ length: TENTHS }, (_, tenth) => changedForm(part, change, tenth))),
  ),
]

const inHeaders = (key: string, headers: readonly Header[]): Presented => ({
  headers: headers.map(([name, value]): Header => [name, value.replaceAll('$KEY', () => key)]),
})

const inParameters = (key: string, names: readonly string[]): Presented => ({
  query: names.map((name) => [name, key] as const),
})

function formOf(form: KeyForm): Form<Presented> {
  const changed = readChanged(form)
  if (changed) return [changedLabel(changed), (key) => authorization(`Bearer ${changedKey(key, changed)}`)]
  if (form in bearers) {
    const [label, make]: Form<string> = bearers[form as BearerForm]
    return [`Bearer ${label}`, (key, keys) => authorization(`Bearer ${make(key, keys)}`)]
  }
  if (form in wrappings) {
    const label = wrappings[form as Wrapping]
    return [label, (key) => inHeaders(key, [['authorization', label]])]
  }
  const header = OTHER_HEADERS.filter(([name]) => form === `header-${name}`)
  if (header.length > 0) return [form, (key) => inHeaders(key, header)]
  const parameter = PARAMETERS.filter((name) => form === `parameter-${name}`)
  if (parameter.length > 0) return [form, (key) => inParameters(key, parameter)]
  return others[form as OtherForm]
}

/** A key to present: its role, and its form. */
export interface Credential {
  readonly role: KeyRole
  readonly form: KeyForm
}

/** The headers, query parameters and member that present a key. */
export const present = (form: KeyForm, key: string, keys: Keys): Presented => formOf(form)[1](key, keys)

/** How a record shows a presented key: as a shell variable, or in words if it was mutated. */
export function recorded(credential: Credential): Presented {
  const { role, form } = credential
  const variable = `$${keyVariable(role)}`
  const shown = present(form, variable, {})
  if (shown.headers === undefined || isWhole(form)) return shown
  return { headers: shown.headers.map(([name]): Header => [name, label(credential)]) }
}

/** Whether a form adds about 20 headers. Varnish refuses a request with more than 64 by itself. */
export const hasManyHeaders = (form = ''): boolean => /^other-headers$|^beside-/.test(form)

/** Whether this form presents the whole key unchanged. */
function isWhole(form: KeyForm): boolean {
  return form in wrappings || hasManyHeaders(form) || form.startsWith('header-')
}

/** Whether a form happens to present a valid key, such as when two projects share a secret: then it proves nothing. */
export function isGenuine(form: KeyForm, role: KeyRole, keys: Keys): boolean {
  const shown = present(form, keys[role] ?? '', keys).headers?.find(([name]) => name === 'authorization')?.[1]
  // HTTP ignores spaces at the end.
  return Object.values(keys).some((key) => shown?.trim() === `Bearer ${key}`)
}

/** The shell variable that represents the key of a role. */
export function keyVariable(role: KeyRole): string {
  return role === 'valid' ? 'SVC_CONFORMANCE_KEY' : `SVC_CONFORMANCE_KEY_${role.toUpperCase()}`
}

/** The role of the key in a recorded `Authorization: Bearer` header. */
export function keyRoleIn(headers: readonly Header[]): KeyRole | undefined {
  const key = headerIn(headers, 'authorization')?.replace(/^bearer /i, '')
  return keyRoles.find((role) => `$${keyVariable(role)}` === key)
}

/** The name of a presented key in a record. */
function label({ role, form }: Credential): string {
  return formOf(form)[0].replaceAll('$KEY', `$${keyVariable(role)}`)
}
