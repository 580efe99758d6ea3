import { Refusal } from './errors.ts'
import type { RequestHead } from './http.ts'
import type { Operation } from './routes.ts'
import type { Accounts, Project } from './types.ts'

/** The form of a key (contract 5.2): an id, which may be shown, and a secret. */
// keeps: auth-malformed-key
export const KEY_FORMAT = /^svc_([A-Za-z0-9-]+)_([A-Za-z0-9_-]+)$/

/** Extracts the key of a request, from the bearer scheme only (contract 5.1), in any case (RFC 9110, 11.1). */
// keeps: auth-other-scheme, auth-key-elsewhere, auth-scheme-case
export function bearerKey(head: RequestHead): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(head.header('authorization') ?? '')?.[1]
}

const USUAL = 'Bearer svc_'

/** Fast path for `Bearer svc_...`: a known key has the right form, so no pattern is needed. */
function known(header: string | undefined, { keys }: Accounts): Project | undefined {
  if (!header?.startsWith(USUAL)) return undefined
  // An id cannot contain an underscore (contract 5.2).
  const end = header.indexOf('_', USUAL.length)
  return owner(header.slice(USUAL.length, end), header.slice(end + 1), keys)
}

/** Finds the owner of a key. Unknown ids also cause a comparison, so that timing does not reveal known ids. */
// keeps: auth-unknown-key, auth-wrong-secret
export function owner(id: string, secret: string, keys: Accounts['keys']): Project | undefined {
  const entry = keys.get(id)
  return sameSecret(secret, entry?.secret ?? '-') ? entry?.project : undefined
}

/** The id and the secret of a key; empty strings when it is malformed. */
export function halvesOf(key: string): readonly [id: string, secret: string] {
  const [, id = '', secret = ''] = KEY_FORMAT.exec(key) ?? []
  return [id, secret]
}

/** Returns the project of the key, or a 401 that does not reveal which part of the key was wrong. */
// keeps: auth-valid-key, auth-missing-key, auth-project-catalog
export function authenticate(head: RequestHead, accounts: Accounts): Project | Refusal {
  const usual = known(head.header('authorization'), accounts)
  if (usual) return usual
  const key = bearerKey(head)
  if (key === undefined) return unauthenticated('Bearer realm="svc"', 'No API key was sent.')
  const project = owner(...halvesOf(key), accounts.keys)
  return project ?? unauthenticated('Bearer realm="svc", error="invalid_token"', 'This API key is not valid.')
}

/** Returns 403 if the account, or the feature that was called, is disabled (contract 5.4). */
// keeps: auth-disabled, auth-disabled-models
export function refuseDisabled(project: Project, operation: Operation): Refusal | undefined {
  if (project.disabled === 'no') return undefined
  if (project.disabled === 'completions' && operation !== 'completion') return undefined
  const [what, code] =
    project.disabled === 'account' ? ['account', 'account_disabled'] : ['chat completion feature', 'feature_disabled']
  const message = `The key is valid, but the ${what} of its project is disabled; ask for it to be enabled.`
  return new Refusal('disabled', message, { code })
}

// keeps: auth-challenge, auth-error-type
function unauthenticated(challenge: string, what: string): Refusal {
  const fix = 'Send the header Authorization: Bearer svc_<id>_<secret>.'
  return new Refusal('unauthenticated', `${what} ${fix}`, { headers: ['www-authenticate', challenge] })
}

/** Compares in constant time: it does not stop at the first difference. */
function sameSecret(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let i = 0; i < expected.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)
  return difference === 0
}
