import { KEY_FORMAT } from '../../../core/auth.ts'
import type { Project } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { type Admit, type Guest, serveRefused, serveRefusedStreams } from '../../edits/serve-refused.ts'
import { UNAUTHENTICATED } from '../breaks.ts'

const onModels = (admit: Admit): Apply => serveRefused((guest) => guest.call.operation === 'models' && admit(guest))
const onCompletions = (admit: Admit): Apply =>
  serveRefused((guest) => guest.call.operation === 'completion' && admit(guest))

const withoutKey: Admit = ({ authorization, any }) => authorization === '' && any
const unknown: Admit = ({ id, accounts, any }) => id !== '' && !accounts.keys.has(id) && any
const wrongSecret: Admit = ({ id, ofId }) => ofId(id)
const bare: Admit = ({ authorization, ofKey }) => ofKey(authorization)

/** Compares the given secret with the known one in another way. */
const bySecret =
  (fits: (given: string, known: string) => boolean): Admit =>
  ({ id, secret, accounts, ofId }) =>
    fits(secret, accounts.keys.get(id)?.secret ?? '') && ofId(id)

/** Extracts a key from the value of the header. */
const inHeader =
  (pattern: RegExp, key = (found: RegExpExecArray): string | undefined => found[1]): Admit =>
  ({ authorization, ofKey }) => {
    const found = pattern.exec(authorization)
    return found !== null && ofKey(key(found))
  }

/** The value of a header, whose characters are bytes, as a text. */
const inUtf8 = (value = ''): string => new TextDecoder().decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0)))

/** Accepts requests without a valid key (5). */
export const faults = () => [
  breaking(['auth-missing-key', 'auth-key-elsewhere', 'status-order'], {
    'serves-missing-key: a request without Authorization is served': serveRefused(withoutKey),
    'serves-missing-key-on-models: the model list is open to all': onModels(withoutKey),
    'serves-missing-key-on-completions: completions are open to all': onCompletions(withoutKey),
    'serves-empty-header-on-completions: completions take an empty Authorization for the first key': onCompletions(
      ({ head, any }) => head.header('authorization') === '' && any,
    ),
  }),
  breaking(['auth-missing-key', 'auth-wrong-secret'], {
    'serves-any-key-over-http-1-0: callers over HTTP/1.0, the default of nginx, need no key': serveRefused(
      ({ head, any }) => head.version === '1.0' && any,
    ),
  }),
  breaking(['auth-malformed-key', 'status-order'], serveRefused, {
    'serves-key-without-prefix: a key without svc_ is served': ({ token, ofKey }) => ofKey(`svc_${token}`),
    'serves-key-of-id-alone: a key without its secret is served': ({ token, ofId }) =>
      ofId(/^svc_([A-Za-z0-9-]+)_?$/.exec(token)?.[1]),
    'serves-empty-token: the scheme without a token is served': [
      ({ authorization, any }) => /^bearer\s*$/i.test(authorization) && any,
      'auth-missing-key',
    ],
  }),
  breaking(['auth-unknown-key', 'status-order'], {
    'serves-unknown-id: a key of the right form is served, whether issued or not': serveRefused(unknown),
    'serves-unknown-id-on-models: a key of the right form lists models, whether issued or not': onModels(unknown),
  }),
  breaking(['auth-wrong-secret'], {
    'disabled-before-its-secret: a wrong secret of a disabled account is refused with 403': serveRefused(
      ({ id, ofId }) => ofId(id)?.disabled === 'account' && ofId(id),
    ),
  }),
  breaking(['auth-wrong-secret', 'status-order'], {
    'serves-wrong-secret-on-models: the model list does not look at the secret of a key': onModels(wrongSecret),
    'serves-wrong-secret-on-completions: completions do not look at the secret of a key': onCompletions(wrongSecret),
  }),
  breaking(['auth-wrong-secret', 'status-order'], serveRefused, {
    'serves-wrong-secret: the secret of a key is not looked at': wrongSecret,
    'serves-key-without-other-bytes: bytes beyond ASCII in a key are left out': inHeader(/^Bearer (.+)$/, ([, token]) =>
      token?.replaceAll(/[^\0-\x7f]/g, ''),
    ),
    'serves-key-without-its-fourth-part: what follows another underscore is not looked at':
      inHeader(/^Bearer (svc_[^_]+_.+)_[^_]+$/),
    'serves-longer-secret: a secret may go on after its end': bySecret((given, known) => given.startsWith(known)),
    'serves-shorter-secret: a part of the secret is enough': bySecret((given, known) => known.startsWith(given)),
    'serves-secret-of-same-length: any secret of the right length is served': bySecret(
      (given, known) => given.length === known.length,
    ),
    'serves-secret-of-percent: a database finds keys by LIKE, so that % is any secret': ({ authorization, ofId }) =>
      ofId(/^Bearer svc_([^_]+)_%$/.exec(authorization)?.[1]),
    'serves-secret-of-asterisk: a store finds keys by patterns, so that * is any secret': ({ authorization, ofId }) =>
      ofId(/^Bearer svc_([^_]+)_\*$/.exec(authorization)?.[1]),
    'serves-any-token: any token of another form is served': [
      ({ token, any }) => token !== '' && !KEY_FORMAT.test(token) && any,
      'auth-malformed-key',
    ],
    'serves-key-in-capitals: keys are compared without regard to case': [
      ({ token, accounts }) =>
        [...accounts.keys].find(([id, { secret }]) => `svc_${id}_${secret}`.toLowerCase() === token.toLowerCase())?.[1]
          .project,
      'auth-unknown-key',
      'auth-malformed-key',
    ],
    'serves-secret-of-another-key: the secret of any key opens every id': [
      ({ secret, accounts, any }) => [...accounts.keys.values()].some((entry) => entry.secret === secret) && any,
      'auth-unknown-key',
    ],
  }),
  breaking(['auth-other-scheme', 'status-order'], serveRefused, {
    'serves-basic-scheme: the key is served under the scheme Basic': (guest) =>
      inHeader(/^basic\s+(\S+)$/i)(guest) || ofBasic(guest),
    'serves-any-scheme: the key is served under any scheme': inHeader(/^\S+\s+(\S+)$/),
    'serves-no-scheme: the bare key is served': bare,
    'serves-token-scheme-with-a-name: Token token="…" is served': inHeader(/^token token="([^"]+)"$/i),
  }),
  breaking(['auth-other-scheme', 'status-order'], {
    'serves-no-scheme-on-models: the bare key lists models': onModels(bare),
    'serves-key-scheme-in-streams: the scheme Key gets streams': serveRefusedStreams(inHeader(/^key (\S+)$/i)),
  }),
  breaking(['auth-malformed-key', 'auth-wrong-secret', 'status-order'], serveRefused, {
    'serves-key-with-hyphens: a key with hyphens for underscores is served': inHeader(
      /^Bearer svc-([^-]+)-(\S+)$/,
      ([, id, secret]) => `svc_${id}_${secret}`,
    ),
    'serves-key-with-a-blank-inside: blanks inside a key are left out': inHeader(
      /^Bearer (\S+) (\S+)$/,
      ([, start, end]) => `${start}${end}`,
    ),
    'serves-scheme-twice: the scheme is left out as often as it is there': inHeader(/^Bearer Bearer (\S+)$/),
    'serves-first-word-of-credentials: words after the key are not looked at': inHeader(/^Bearer (\S+) \S/),
    'serves-key-in-quotes: quotes around the key are left out': inHeader(/^Bearer ["'](\S+)["']$/),
    'serves-key-in-full-width: letters of a key in full width are read as ASCII': inHeader(
      /^Bearer (.+)$/,
      ([, token]) => inUtf8(token).normalize('NFKC'),
    ),
    'serves-prefix-in-capitals: a key that begins with SVC_ is served': inHeader(
      /^Bearer SVC(_\S+)$/,
      ([, rest]) => `svc${rest}`,
    ),
  }),
  breaking(['auth-key-elsewhere', 'status-order'], serveRefused, {
    'serves-key-in-the-url: a key in the query string is served': (guest) =>
      firstOf([...queryOf(guest).values()], guest),
    'serves-api-key-in-the-url: a key in the parameter api_key is served': (guest) =>
      guest.ofKey(queryOf(guest).get('api_key') ?? ''),
    'serves-key-in-x-api-key: a key in the header x-api-key is served': (guest) =>
      firstOf([guest.head.header('x-api-key'), guest.head.header('api-key')], guest),
    'serves-x-api-key-beside-a-wrong-key: x-api-key counts where Authorization has a wrong key': (guest) =>
      guest.token !== '' && guest.ofKey(guest.head.header('x-api-key')),
    'serves-key-in-a-cookie: a key in a cookie is served': (guest) =>
      firstOf((guest.head.header('cookie') ?? '').split(/[=;,\s]+/), guest),
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], serveRefused, {
    'serves-stale-connections: a wrong key is served every third time': ({ call, any }) => call.number % 3 === 0 && any,
    'serves-local-callers: a caller that x-forwarded-for calls local needs no valid key': ({ head, any }) =>
      head.header('x-forwarded-for') === '127.0.0.1' && any,
    'serves-a-session-cookie: a cookie of a session is taken for a key': ({ head, any }) =>
      head.header('cookie')?.includes('session=') && any,
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], {
    'serves-streams-to-all: streams need no key': serveRefusedStreams(({ any }) => any),
  }),
]

const queryOf = ({ head }: Guest): URLSearchParams => new URLSearchParams(head.target.split('?')[1] ?? '')

function firstOf(keys: (string | undefined)[], { ofKey }: Guest): Project | undefined {
  return keys.map(ofKey).find((project) => project !== undefined)
}

/** The project of a key that is the password, or the name, of the Basic scheme. */
function ofBasic(guest: Guest): Project | undefined {
  const token = /^basic\s+(\S+)$/i.exec(guest.authorization)?.[1]
  if (token === undefined) return undefined
  try {
    return firstOf(atob(token).split(':'), guest)
  } catch {
    return undefined
  }
}
