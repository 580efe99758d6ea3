/**
 * Keys by role, and the ways in which a check presents one. Only `present` ever sees the text of a
 * key; everything that is recorded names the role instead.
 */
import type { Header } from './exchange.ts'

export const keyRoles = ['valid', 'second', 'empty', 'disabled', 'limited', 'unavailable', 'internal'] as const
export type KeyRole = (typeof keyRoles)[number]

interface Presented {
  readonly headers?: readonly Header[]
  /** A query parameter that carries the key. */
  readonly query?: readonly [name: string, value: string]
}

interface Form {
  /** How a report names it; `$KEY` stands for the key. */
  readonly label: string
  readonly present: (key: string, keys: Partial<Record<KeyRole, string>>) => Presented
}

const bearer = (key: string): Presented => ({ headers: [['authorization', `Bearer ${key}`]] })

/** Another character of the same class, so that only the value is wrong and not the form. */
function other(character: string | undefined): string {
  if (character === undefined) return 'a'
  if (/\d/.test(character)) return character === '7' ? '3' : '7'
  if (/[A-Z]/.test(character)) return character === 'Q' ? 'T' : 'Q'
  return character === 'q' ? 't' : 'q'
}

interface Parts {
  readonly id: string
  readonly secret: string
}

/** `svc_<id>_<secret>`; an id may hold underscores itself, and so may a secret: the first one after the id's start decides. */
function parts(key: string): Parts {
  const rest = key.startsWith('svc_') ? key.slice(4) : key
  const cut = rest.indexOf('_')
  return cut < 0 ? { id: rest, secret: '' } : { id: rest.slice(0, cut), secret: rest.slice(cut + 1) }
}

const scrambled = (text: string): string => [...text].map(other).join('')
const swapCase = (text: string): string =>
  [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')

/** Every way in which the suites present a key. */
export const forms = {
  bearer: { label: 'Bearer $KEY', present: bearer },
  'lower-case-scheme': { label: 'bearer $KEY', present: (key) => ({ headers: [['authorization', `bearer ${key}`]] }) },
  'upper-case-scheme': { label: 'BEARER $KEY', present: (key) => ({ headers: [['authorization', `BEARER ${key}`]] }) },
  'empty-header': { label: '(an empty Authorization header)', present: () => ({ headers: [['authorization', '']] }) },
  'no-token': { label: 'Bearer (and nothing after it)', present: () => ({ headers: [['authorization', 'Bearer ']] }) },
  'no-prefix': { label: 'Bearer $KEY without its svc_ prefix', present: (key) => bearer(key.replace(/^svc_/, '')) },
  'other-prefix': { label: 'Bearer $KEY with the prefix sk_', present: (key) => bearer(key.replace(/^svc_/, 'sk_')) },
  'no-secret': { label: 'Bearer svc_<id of $KEY>', present: (key) => bearer(`svc_${parts(key).id}`) },
  'empty-secret': { label: 'Bearer svc_<id of $KEY>_', present: (key) => bearer(`svc_${parts(key).id}_`) },
  'empty-id': { label: 'Bearer svc__<secret of $KEY>', present: (key) => bearer(`svc__${parts(key).secret}`) },
  'plain-word': { label: 'Bearer not-a-key', present: () => bearer('not-a-key') },
  'bare-prefix': { label: 'Bearer svc_', present: () => bearer('svc_') },
  'upper-case-prefix': {
    label: 'Bearer $KEY with the prefix SVC_',
    present: (key) => bearer(key.replace(/^svc_/, 'SVC_')),
  },
  unknown: {
    label: 'Bearer svc_neverissued0000_neverissued00000000',
    present: () => bearer('svc_neverissued0000_neverissued00000000'),
  },
  'unknown-id': {
    label: 'Bearer $KEY with another id',
    present: (key) => bearer(`svc_${scrambled(parts(key).id)}_${parts(key).secret}`),
  },
  'secret-last-changed': {
    label: 'Bearer $KEY with the last character of its secret changed',
    present: (key) => bearer(`${key.slice(0, -1)}${other(key.at(-1))}`),
  },
  'secret-first-changed': {
    label: 'Bearer $KEY with the first character of its secret changed',
    present: (key) => {
      const { id, secret } = parts(key)
      return bearer(`svc_${id}_${other(secret[0])}${secret.slice(1)}`)
    },
  },
  'secret-cut': { label: 'Bearer $KEY without its last character', present: (key) => bearer(key.slice(0, -1)) },
  'secret-longer': { label: 'Bearer $KEY with one more character', present: (key) => bearer(`${key}x`) },
  'secret-replaced': {
    label: 'Bearer $KEY with another secret',
    present: (key) => bearer(`svc_${parts(key).id}_${scrambled(parts(key).secret)}`),
  },
  'secret-other-case': {
    label: 'Bearer $KEY with its secret in the other case',
    present: (key) => {
      const { id, secret } = parts(key)
      const swapped = swapCase(secret)
      return bearer(`svc_${id}_${swapped === secret ? scrambled(secret) : swapped}`)
    },
  },
  'secret-of-second': {
    label: 'Bearer $KEY with the secret of another valid key',
    present: (key, keys) => bearer(`svc_${parts(key).id}_${parts(keys.second ?? key).secret}`),
  },
  basic: {
    label: 'Basic base64($KEY:)',
    present: (key) => ({ headers: [['authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`]] }),
  },
  'token-scheme': { label: 'Token $KEY', present: (key) => ({ headers: [['authorization', `Token ${key}`]] }) },
  'scheme-with-colon': {
    label: 'Bearer: $KEY',
    present: (key) => ({ headers: [['authorization', `Bearer: ${key}`]] }),
  },
  'no-scheme': { label: '$KEY (no scheme)', present: (key) => ({ headers: [['authorization', key]] }) },
  'x-api-key': { label: 'x-api-key: $KEY', present: (key) => ({ headers: [['x-api-key', key]] }) },
  'api-key-header': { label: 'api-key: $KEY', present: (key) => ({ headers: [['api-key', key]] }) },
  cookie: { label: 'cookie: api_key=$KEY', present: (key) => ({ headers: [['cookie', `api_key=${key}`]] }) },
  'query-api-key': { label: '?api_key=$KEY', present: (key) => ({ query: ['api_key', key] }) },
  'query-key': { label: '?key=$KEY', present: (key) => ({ query: ['key', key] }) },
  'query-access-token': { label: '?access_token=$KEY', present: (key) => ({ query: ['access_token', key] }) },
} as const satisfies Record<string, Form>

export type KeyForm = keyof typeof forms

/** A key to present: whose, and how. */
export interface Credential {
  readonly role: KeyRole
  readonly form: KeyForm
}

/** The headers and query parameter that present a key. */
export function present(form: KeyForm, key: string, keys: Partial<Record<KeyRole, string>>): Presented {
  return (forms[form] as Form).present(key, keys)
}

/**
 * Whether a form shows the target a key that it has to accept: a changed key can turn out to be a
 * genuine one, say where two projects share a secret, and proves nothing then.
 */
export function isGenuine(form: KeyForm, role: KeyRole, keys: Partial<Record<KeyRole, string>>): boolean {
  const shown = present(form, keys[role] ?? '', keys).headers?.find(([name]) => name === 'authorization')?.[1]
  return Object.values(keys).some((key) => shown === `Bearer ${key}`)
}

/** The shell variable that stands for the key of a role. */
export function keyVariable(role: KeyRole): string {
  return role === 'valid' ? 'SVC_CONFORMANCE_KEY' : `SVC_CONFORMANCE_KEY_${role.toUpperCase()}`
}

/** How a report writes a presented key. */
export function label({ role, form }: Credential): string {
  return (forms[form] as Form).label.replaceAll('$KEY', `$${keyVariable(role)}`)
}

/** The value that a record gives to the header of a presented key. */
export function recordedValue(credential: Credential): string {
  return label(credential).replace(/^[a-z-]+: /, '')
}
