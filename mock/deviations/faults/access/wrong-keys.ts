import { bearerKey, KEY_FORMAT } from '../../../core/auth.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Accounts, Project } from '../../../core/types.ts'
import { breaking } from '../../deviation.ts'
import { type Admit, letIn } from '../../edits/let-in.ts'
import { UNAUTHENTICATED } from '../breaks.ts'

/** The project of a key. */
export const ofKey = (key: string | undefined, accounts: Accounts): Project | undefined => {
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
export const faults = () => [
  breaking(['auth-missing-key', 'auth-key-elsewhere', 'status-order'], {
    'serves-missing-key': [
      'a request without Authorization is served',
      letIn((head, ...rest) => (authorization(head) === '' ? anybody(head, ...rest) : undefined)),
    ],
    'serves-missing-key-on-models': [
      'the model list is open to all',
      letIn((head, accounts, call) =>
        authorization(head) === '' && call.operation === 'models' ? accounts.projects[0] : undefined,
      ),
    ],
    'serves-missing-key-on-completions': [
      'completions are open to all',
      letIn((head, accounts, call) =>
        authorization(head) === '' && call.operation === 'completion' ? accounts.projects[0] : undefined,
      ),
    ],
  }),
  breaking(['auth-malformed-key', 'status-order'], {
    'serves-key-without-prefix': [
      'a key without svc_ is served',
      letIn((head, accounts) => ofKey(`svc_${bearerKey(head)}`, accounts)),
    ],
    'serves-key-of-id-alone': [
      'a key without its secret is served',
      letIn(
        (head, accounts) =>
          accounts.keys.get(/^svc_([A-Za-z0-9-]+)_?$/.exec(bearerKey(head) ?? '')?.[1] ?? '')?.project,
      ),
    ],
    'serves-empty-token': [
      'the scheme without a token is served',
      letIn((head, ...rest) => (/^bearer\s*$/i.test(authorization(head)) ? anybody(head, ...rest) : undefined)),
      'auth-missing-key',
    ],
  }),
  breaking(['auth-unknown-key', 'status-order'], {
    'serves-unknown-id': [
      'a key of the right form is served, whether issued or not',
      letIn((head, accounts) =>
        idOf(head) !== '' && !accounts.keys.has(idOf(head)) ? accounts.projects[0] : undefined,
      ),
    ],
    'serves-unknown-id-on-models': [
      'a key of the right form lists models, whether issued or not',
      letIn((head, accounts, call) =>
        call.operation === 'models' && idOf(head) !== '' && !accounts.keys.has(idOf(head))
          ? accounts.projects[0]
          : undefined,
      ),
    ],
  }),
  breaking(['auth-wrong-secret', 'status-order'], {
    'serves-wrong-secret': [
      'the secret of a key is not looked at',
      letIn((head, accounts) => accounts.keys.get(idOf(head))?.project),
    ],
    'serves-wrong-secret-on-models': [
      'the model list does not look at the secret of a key',
      letIn((head, accounts, call) =>
        call.operation === 'models' ? accounts.keys.get(idOf(head))?.project : undefined,
      ),
    ],
    'serves-wrong-secret-on-completions': [
      'completions do not look at the secret of a key',
      letIn((head, accounts, call) =>
        call.operation === 'completion' ? accounts.keys.get(idOf(head))?.project : undefined,
      ),
    ],
    'serves-longer-secret': [
      'a secret may go on after its end',
      letIn((head, accounts) => withSecret(head, accounts, (given, known) => given.startsWith(known))),
    ],
    'serves-shorter-secret': [
      'a part of the secret is enough',
      letIn((head, accounts) => withSecret(head, accounts, (given, known) => known.startsWith(given))),
    ],
    'serves-secret-of-same-length': [
      'any secret of the right length is served',
      letIn((head, accounts) => withSecret(head, accounts, (given, known) => given.length === known.length)),
    ],
    'serves-any-token': [
      'any token of another form is served',
      letIn((head, ...rest) =>
        bearerKey(head) !== undefined && !KEY_FORMAT.test(bearerKey(head) ?? '') ? anybody(head, ...rest) : undefined,
      ),
      'auth-malformed-key',
    ],
    'serves-key-in-capitals': [
      'keys are compared without regard to case',
      letIn(
        (head, accounts) =>
          [...accounts.keys].find(
            ([id, { secret }]) => `svc_${id}_${secret}`.toLowerCase() === bearerKey(head)?.toLowerCase(),
          )?.[1].project,
      ),
      'auth-unknown-key',
      'auth-malformed-key',
    ],
    'serves-secret-of-another-key': [
      'the secret of any key opens every id',
      letIn((head, accounts) =>
        [...accounts.keys.values()].some(({ secret }) => secret === secretOf(head)) ? accounts.projects[0] : undefined,
      ),
      'auth-unknown-key',
    ],
  }),
  breaking(['auth-other-scheme', 'status-order'], {
    'serves-basic-scheme': [
      'the key is served under the scheme Basic',
      letIn(
        (head, accounts) =>
          ofKey(/^basic\s+(\S+)$/i.exec(authorization(head))?.[1], accounts) ?? ofBasic(head, accounts),
      ),
    ],
    'serves-any-scheme': [
      'the key is served under any scheme',
      letIn((head, accounts) => ofKey(/^\S+\s+(\S+)$/.exec(authorization(head))?.[1], accounts)),
    ],
    'serves-no-scheme': ['the bare key is served', letIn((head, accounts) => ofKey(authorization(head), accounts))],
    'serves-no-scheme-on-models': [
      'the bare key lists models',
      letIn((head, accounts, call) => (call.operation === 'models' ? ofKey(authorization(head), accounts) : undefined)),
    ],
  }),
  breaking(['auth-key-elsewhere', 'status-order'], {
    'serves-key-in-the-url': [
      'a key in the query string is served',
      letIn((head, accounts) => firstOf([...queryOf(head).values()], accounts)),
    ],
    'serves-api-key-in-the-url': [
      'a key in the parameter api_key is served',
      letIn((head, accounts) => ofKey(queryOf(head).get('api_key') ?? '', accounts)),
    ],
    'serves-key-in-x-api-key': [
      'a key in the header x-api-key is served',
      letIn((head, accounts) => firstOf([head.header('x-api-key'), head.header('api-key')], accounts)),
    ],
    'serves-key-in-a-cookie': [
      'a key in a cookie is served',
      letIn((head, accounts) => firstOf((head.header('cookie') ?? '').split(/[=;,\s]+/), accounts)),
    ],
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], {
    'serves-stale-connections': [
      'a wrong key is served every third time',
      letIn((_, accounts, call) => (call.number % 3 === 0 ? accounts.projects[0] : undefined)),
    ],
  }),
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
