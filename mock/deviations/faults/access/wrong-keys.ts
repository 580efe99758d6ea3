import { bearerKey, KEY_FORMAT } from '../../../core/auth.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Accounts, Project } from '../../../core/types.ts'
import { type Fault, fault } from '../../deviation.ts'
import { type Admit, letIn } from '../../edits/let-in.ts'
import { UNAUTHENTICATED } from '../breaks.ts'

const ofKey = (key: string | undefined, accounts: Accounts): Project | undefined => {
  const [, id = '', secret] = KEY_FORMAT.exec(key ?? '') ?? []
  const entry = accounts.keys.get(id)
  return entry?.secret === secret ? entry?.project : undefined
}
const idOf = (head: RequestHead): string => KEY_FORMAT.exec(bearerKey(head) ?? '')?.[1] ?? ''
const secretOf = (head: RequestHead): string => KEY_FORMAT.exec(bearerKey(head) ?? '')?.[2] ?? ''
const anybody: Admit = (_, { projects }) => projects[0]
const authorization = (head: RequestHead): string => head.header('authorization') ?? ''
const queryOf = (head: RequestHead): URLSearchParams => new URLSearchParams(head.target.split('?')[1] ?? '')

/** Requests without a valid key that get in (5). */
export const wrongKeyFaults = (): readonly Fault[] => [
  fault(
    'serves-missing-key',
    ['auth-missing-key', 'auth-key-elsewhere', 'status-order'],
    'a request without Authorization is served',
    letIn((head, ...rest) => (authorization(head) === '' ? anybody(head, ...rest) : undefined)),
  ),
  fault(
    'serves-missing-key-on-models',
    ['auth-missing-key', 'auth-key-elsewhere', 'status-order'],
    'the model list is open to all',
    letIn((head, accounts, call) =>
      authorization(head) === '' && call.operation === 'models' ? accounts.projects[0] : undefined,
    ),
  ),
  fault(
    'serves-missing-key-on-completions',
    ['auth-missing-key', 'auth-key-elsewhere', 'status-order'],
    'completions are open to all',
    letIn((head, accounts, call) =>
      authorization(head) === '' && call.operation === 'completion' ? accounts.projects[0] : undefined,
    ),
  ),
  fault(
    'serves-empty-token',
    ['auth-malformed-key', 'auth-missing-key', 'status-order'],
    'the scheme without a token is served',
    letIn((head, ...rest) => (/^bearer\s*$/i.test(authorization(head)) ? anybody(head, ...rest) : undefined)),
  ),
  fault(
    'serves-any-token',
    ['auth-malformed-key', 'auth-wrong-secret', 'status-order'],
    'any token of another form is served',
    letIn((head, ...rest) =>
      bearerKey(head) !== undefined && !KEY_FORMAT.test(bearerKey(head) ?? '') ? anybody(head, ...rest) : undefined,
    ),
  ),
  fault(
    'serves-key-without-prefix',
    ['auth-malformed-key', 'status-order'],
    'a key without svc_ is served',
    letIn((head, accounts) => ofKey(`svc_${bearerKey(head)}`, accounts)),
  ),
  fault(
    'serves-key-of-id-alone',
    ['auth-malformed-key', 'status-order'],
    'a key without its secret is served',
    letIn(
      (head, accounts) => accounts.keys.get(/^svc_([A-Za-z0-9-]+)_?$/.exec(bearerKey(head) ?? '')?.[1] ?? '')?.project,
    ),
  ),
  fault(
    'serves-key-in-capitals',
    ['auth-malformed-key', 'auth-wrong-secret', 'auth-unknown-key', 'status-order'],
    'keys are compared without regard to case',
    letIn(
      (head, accounts) =>
        [...accounts.keys].find(
          ([id, { secret }]) => `svc_${id}_${secret}`.toLowerCase() === bearerKey(head)?.toLowerCase(),
        )?.[1].project,
    ),
  ),
  fault(
    'serves-unknown-id',
    ['auth-unknown-key', 'status-order'],
    'a key of the right form is served whoever it is from',
    letIn((head, accounts) => (idOf(head) !== '' && !accounts.keys.has(idOf(head)) ? accounts.projects[0] : undefined)),
  ),
  fault(
    'serves-unknown-id-on-models',
    ['auth-unknown-key', 'status-order'],
    'a key of the right form lists models whoever it is from',
    letIn((head, accounts, call) =>
      call.operation === 'models' && idOf(head) !== '' && !accounts.keys.has(idOf(head))
        ? accounts.projects[0]
        : undefined,
    ),
  ),
  fault(
    'serves-wrong-secret',
    ['auth-wrong-secret', 'status-order'],
    'the secret of a key is not looked at',
    letIn((head, accounts) => accounts.keys.get(idOf(head))?.project),
  ),
  fault(
    'serves-wrong-secret-on-models',
    ['auth-wrong-secret', 'status-order'],
    'the model list does not look at the secret of a key',
    letIn((head, accounts, call) => (call.operation === 'models' ? accounts.keys.get(idOf(head))?.project : undefined)),
  ),
  fault(
    'serves-wrong-secret-on-completions',
    ['auth-wrong-secret', 'status-order'],
    'completions do not look at the secret of a key',
    letIn((head, accounts, call) =>
      call.operation === 'completion' ? accounts.keys.get(idOf(head))?.project : undefined,
    ),
  ),
  fault(
    'serves-longer-secret',
    ['auth-wrong-secret', 'status-order'],
    'a secret may go on after its end',
    letIn((head, accounts) => withSecret(head, accounts, (given, known) => given.startsWith(known))),
  ),
  fault(
    'serves-shorter-secret',
    ['auth-wrong-secret', 'status-order'],
    'a part of the secret is enough',
    letIn((head, accounts) => withSecret(head, accounts, (given, known) => known.startsWith(given))),
  ),
  fault(
    'serves-secret-of-same-length',
    ['auth-wrong-secret', 'status-order'],
    'any secret of the right length is served',
    letIn((head, accounts) => withSecret(head, accounts, (given, known) => given.length === known.length)),
  ),
  fault(
    'serves-secret-of-another-key',
    ['auth-unknown-key', 'auth-wrong-secret', 'status-order'],
    'the secret of any key opens every id',
    letIn((head, accounts) =>
      [...accounts.keys.values()].some(({ secret }) => secret === secretOf(head)) ? accounts.projects[0] : undefined,
    ),
  ),
  fault(
    'serves-basic-scheme',
    ['auth-other-scheme', 'status-order'],
    'the key is served under the scheme Basic',
    letIn(
      (head, accounts) => ofKey(/^basic\s+(\S+)$/i.exec(authorization(head))?.[1], accounts) ?? ofBasic(head, accounts),
    ),
  ),
  fault(
    'serves-any-scheme',
    ['auth-other-scheme', 'status-order'],
    'the key is served under any scheme',
    letIn((head, accounts) => ofKey(/^\S+\s+(\S+)$/.exec(authorization(head))?.[1], accounts)),
  ),
  fault(
    'serves-no-scheme',
    ['auth-other-scheme', 'status-order'],
    'the bare key is served',
    letIn((head, accounts) => ofKey(authorization(head), accounts)),
  ),
  fault(
    'serves-no-scheme-on-models',
    ['auth-other-scheme', 'status-order'],
    'the bare key lists models',
    letIn((head, accounts, call) => (call.operation === 'models' ? ofKey(authorization(head), accounts) : undefined)),
  ),
  fault(
    'serves-key-in-the-url',
    ['auth-key-elsewhere', 'status-order'],
    'a key in the query string is served',
    letIn((head, accounts) => firstOf([...queryOf(head).values()], accounts)),
  ),
  fault(
    'serves-api-key-in-the-url',
    ['auth-key-elsewhere', 'status-order'],
    'a key in the parameter api_key is served',
    letIn((head, accounts) => ofKey(queryOf(head).get('api_key') ?? '', accounts)),
  ),
  fault(
    'serves-key-in-x-api-key',
    ['auth-key-elsewhere', 'status-order'],
    'a key in the header x-api-key is served',
    letIn((head, accounts) => firstOf([head.header('x-api-key'), head.header('api-key')], accounts)),
  ),
  fault(
    'serves-key-in-a-cookie',
    ['auth-key-elsewhere', 'status-order'],
    'a key in a cookie is served',
    letIn((head, accounts) => firstOf((head.header('cookie') ?? '').split(/[=;,\s]+/), accounts)),
  ),
  fault(
    'serves-stale-connections',
    [...UNAUTHENTICATED, 'status-order'],
    'a wrong key is served every third time',
    letIn((_, accounts, call) => (call.number % 3 === 0 ? accounts.projects[0] : undefined)),
  ),
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

/** The project of a key that is the password, or the name, of the Basic scheme. */
function ofBasic(head: RequestHead, accounts: Accounts): Project | undefined {
  const token = /^basic\s+(\S+)$/i.exec(authorization(head))?.[1]
  if (token === undefined) return undefined
  try {
    return firstOf(atob(token).split(':'), accounts)
  } catch {
    return undefined
  }
}
