import { bearerKey, KEY_FORMAT } from '../../../core/auth.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Accounts, Call, Project } from '../../../core/types.ts'

/** Whom a wrong key lets in; undefined for nobody. */
export type LetIn = (head: RequestHead, accounts: Accounts, call: Call) => Project | undefined

const ofKey = (key: string | undefined, accounts: Accounts): Project | undefined => {
  const [, id = '', secret] = KEY_FORMAT.exec(key ?? '') ?? []
  const entry = accounts.keys.get(id)
  return entry?.secret === secret ? entry?.project : undefined
}
const idOf = (head: RequestHead): string => KEY_FORMAT.exec(bearerKey(head) ?? '')?.[1] ?? ''
const secretOf = (head: RequestHead): string => KEY_FORMAT.exec(bearerKey(head) ?? '')?.[2] ?? ''
const anybody: LetIn = (_, { projects }) => projects[0]
const authorization = (head: RequestHead): string => head.header('authorization') ?? ''
const queryOf = (head: RequestHead): URLSearchParams => new URLSearchParams(head.target.split('?')[1] ?? '')

/** Requests without a valid key that get in: `[name, what shows, who gets in, what it breaks]`. */
export const wrongKeys: readonly [name: string, shows: string, letIn: LetIn, breaks: string | string[]][] = [
  [
    'missing-key',
    'a request without Authorization is served',
    (head, ...rest) => (authorization(head) === '' ? anybody(head, ...rest) : undefined),
    ['auth-missing-key', 'auth-key-elsewhere'],
  ],
  [
    'missing-key-on-models',
    'the model list is open to all',
    (head, accounts, call) =>
      authorization(head) === '' && call.operation === 'models' ? accounts.projects[0] : undefined,
    ['auth-missing-key', 'auth-key-elsewhere'],
  ],
  [
    'missing-key-on-completions',
    'completions are open to all',
    (head, accounts, call) =>
      authorization(head) === '' && call.operation === 'completion' ? accounts.projects[0] : undefined,
    ['auth-missing-key', 'auth-key-elsewhere'],
  ],
  [
    'empty-token',
    'the scheme without a token is served',
    (head, ...rest) => (/^bearer\s*$/i.test(authorization(head)) ? anybody(head, ...rest) : undefined),
    ['auth-malformed-key', 'auth-missing-key'],
  ],
  [
    'any-token',
    'any token of another form is served',
    (head, ...rest) =>
      bearerKey(head) !== undefined && !KEY_FORMAT.test(bearerKey(head) ?? '') ? anybody(head, ...rest) : undefined,
    'auth-malformed-key',
  ],
  [
    'key-without-prefix',
    'a key without svc_ is served',
    (head, accounts) => ofKey(`svc_${bearerKey(head)}`, accounts),
    'auth-malformed-key',
  ],
  [
    'key-of-id-alone',
    'a key without its secret is served',
    (head, accounts) => accounts.keys.get(/^svc_([A-Za-z0-9-]+)_?$/.exec(bearerKey(head) ?? '')?.[1] ?? '')?.project,
    'auth-malformed-key',
  ],
  [
    'key-in-capitals',
    'keys are compared without regard to case',
    (head, accounts) =>
      [...accounts.keys].find(
        ([id, { secret }]) => `svc_${id}_${secret}`.toLowerCase() === bearerKey(head)?.toLowerCase(),
      )?.[1].project,
    ['auth-malformed-key', 'auth-wrong-secret', 'auth-unknown-key'],
  ],
  [
    'unknown-id',
    'a key of the right form is served whoever it is from',
    (head, accounts) => (idOf(head) !== '' && !accounts.keys.has(idOf(head)) ? accounts.projects[0] : undefined),
    'auth-unknown-key',
  ],
  [
    'unknown-id-on-models',
    'a key of the right form lists models whoever it is from',
    (head, accounts, call) =>
      call.operation === 'models' && idOf(head) !== '' && !accounts.keys.has(idOf(head))
        ? accounts.projects[0]
        : undefined,
    'auth-unknown-key',
  ],
  [
    'wrong-secret',
    'the secret of a key is not looked at',
    (head, accounts) => accounts.keys.get(idOf(head))?.project,
    'auth-wrong-secret',
  ],
  [
    'wrong-secret-on-models',
    'the model list does not look at the secret of a key',
    (head, accounts, call) => (call.operation === 'models' ? accounts.keys.get(idOf(head))?.project : undefined),
    'auth-wrong-secret',
  ],
  [
    'wrong-secret-on-completions',
    'completions do not look at the secret of a key',
    (head, accounts, call) => (call.operation === 'completion' ? accounts.keys.get(idOf(head))?.project : undefined),
    'auth-wrong-secret',
  ],
  [
    'longer-secret',
    'a secret may go on after its end',
    (head, accounts) => withSecret(head, accounts, (given, known) => given.startsWith(known)),
    'auth-wrong-secret',
  ],
  [
    'shorter-secret',
    'a part of the secret is enough',
    (head, accounts) => withSecret(head, accounts, (given, known) => known.startsWith(given)),
    'auth-wrong-secret',
  ],
  [
    'secret-of-same-length',
    'any secret of the right length is served',
    (head, accounts) => withSecret(head, accounts, (given, known) => given.length === known.length),
    'auth-wrong-secret',
  ],
  [
    'secret-of-another-key',
    'the secret of any key opens every id',
    (head, accounts) =>
      [...accounts.keys.values()].some(({ secret }) => secret === secretOf(head)) ? accounts.projects[0] : undefined,
    ['auth-unknown-key', 'auth-wrong-secret'],
  ],
  [
    'basic-scheme',
    'the key is served under the scheme Basic',
    (head, accounts) => ofKey(/^basic\s+(\S+)$/i.exec(authorization(head))?.[1], accounts) ?? ofBasic(head, accounts),
    'auth-other-scheme',
  ],
  [
    'any-scheme',
    'the key is served under any scheme',
    (head, accounts) => ofKey(/^\S+\s+(\S+)$/.exec(authorization(head))?.[1], accounts),
    'auth-other-scheme',
  ],
  [
    'no-scheme',
    'the bare key is served',
    (head, accounts) => ofKey(authorization(head), accounts),
    'auth-other-scheme',
  ],
  [
    'no-scheme-on-models',
    'the bare key lists models',
    (head, accounts, call) => (call.operation === 'models' ? ofKey(authorization(head), accounts) : undefined),
    'auth-other-scheme',
  ],
  [
    'key-in-the-url',
    'a key in the query string is served',
    (head, accounts) => firstOf([...queryOf(head).values()], accounts),
    'auth-key-elsewhere',
  ],
  [
    'api-key-in-the-url',
    'a key in the parameter api_key is served',
    (head, accounts) => ofKey(queryOf(head).get('api_key') ?? '', accounts),
    'auth-key-elsewhere',
  ],
  [
    'key-in-x-api-key',
    'a key in the header x-api-key is served',
    (head, accounts) => firstOf([head.header('x-api-key'), head.header('api-key')], accounts),
    'auth-key-elsewhere',
  ],
  [
    'key-in-a-cookie',
    'a key in a cookie is served',
    (head, accounts) => firstOf((head.header('cookie') ?? '').split(/[=;,\s]+/), accounts),
    'auth-key-elsewhere',
  ],
]

function withSecret(
  head: RequestHead,
  accounts: Accounts,
  fits: (given: string, known: string) => boolean,
): Project | undefined {
  const entry = accounts.keys.get(idOf(head))
  return entry && fits(secretOf(head), entry.secret) ? entry.project : undefined
}

function firstOf(keys: (string | undefined)[], accounts: Accounts): Project | undefined {
  for (const key of keys) {
    const project = ofKey(key, accounts)
    if (project) return project
  }
  return undefined
}

/** The key as the password, or as the name, of the Basic scheme. */
function ofBasic(head: RequestHead, accounts: Accounts): Project | undefined {
  const token = /^basic\s+(\S+)$/i.exec(authorization(head))?.[1]
  if (token === undefined) return undefined
  try {
    return firstOf(atob(token).split(':'), accounts)
  } catch {
    return undefined
  }
}
