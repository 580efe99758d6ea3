import { KEY_FORMAT } from '../../../core/auth.ts'
import type { Project } from '../../../core/types.ts'
import { breaking } from '../../deviation.ts'
import { type Admit, type Guest, serveRefused, serveRefusedStreams } from '../../edits/serve-refused.ts'
import { UNAUTHENTICATED } from '../breaks.ts'

const onModels = (admit: Admit) => serveRefused((guest) => guest.call.operation === 'models' && admit(guest))
const onCompletions = (admit: Admit) => serveRefused((guest) => guest.call.operation === 'completion' && admit(guest))

const withoutKey: Admit = ({ authorization, any }) => authorization === '' && any
const withEmptyHeader: Admit = ({ head, any }) => head.header('authorization') === '' && any
const overOldHttp: Admit = ({ head, any }) => head.version === '1.0' && any
const ofLocalCaller: Admit = ({ head, any }) => head.header('x-forwarded-for') === '127.0.0.1' && any
const withSession: Admit = ({ head, any }) => head.header('cookie')?.includes('session=') && any
const everyThird: Admit = ({ call, any }) => call.number % 3 === 0 && any
const withoutToken: Admit = ({ authorization, any }) => /^bearer\s*$/i.test(authorization) && any
const withAnyToken: Admit = ({ token, any }) => token !== '' && !KEY_FORMAT.test(token) && any
const withoutPrefix: Admit = ({ token, ofKey }) => ofKey(`svc_${token}`)
const withoutSecret: Admit = ({ token, ofId }) => ofId(/^svc_([A-Za-z0-9-]+)_?$/.exec(token)?.[1])
const unknown: Admit = ({ id, accounts, any }) => id !== '' && !accounts.keys.has(id) && any
const wrongSecret: Admit = ({ id, ofId }) => ofId(id)
const ofDisabledAccount: Admit = ({ id, ofId }) => ofId(id)?.disabled === 'account' && ofId(id)
const bare: Admit = ({ authorization, ofKey }) => ofKey(authorization)
const inQuery: Admit = (guest) => firstOf([...queryOf(guest).values()], guest)
const inApiKeyOfQuery: Admit = (guest) => guest.ofKey(queryOf(guest).get('api_key') ?? '')
const inCookie: Admit = (guest) => firstOf((guest.head.header('cookie') ?? '').split(/[=;,\s]+/), guest)
const inApiKey: Admit = (guest) => firstOf([guest.head.header('x-api-key'), guest.head.header('api-key')], guest)
const besideWrongKey: Admit = ({ token, head, ofKey }) => token !== '' && ofKey(head.header('x-api-key'))

/** A wildcard for a secret. */
const wildcard = (form: RegExp): Admit => {
  return ({ authorization, ofId }) => ofId(form.exec(authorization)?.[1])
}

/** Compares the given secret with the known one in another way. */
const bySecret = (fits: (given: string, known: string) => boolean): Admit => {
  return ({ id, secret, accounts, ofId }) => fits(secret, accounts.keys.get(id)?.secret ?? '') && ofId(id)
}
const anySecret: Admit = ({ secret, accounts, any }) =>
  [...accounts.keys.values()].some((entry) => entry.secret === secret) && any
const inAnyCase: Admit = ({ token, accounts }) =>
  [...accounts.keys].find(([id, { secret }]) => `svc_${id}_${secret}`.toLowerCase() === token.toLowerCase())?.[1]
    .project

/** Extracts a key from the value of the header. */
const inHeader = (pattern: RegExp, key = (found: string[]): string | undefined => found[1]): Admit => {
  return ({ authorization, ofKey }) => {
    const found = pattern.exec(authorization)
    return found !== null && ofKey(key(found))
  }
}
const withHyphens = inHeader(/^Bearer svc-([^-]+)-(\S+)$/, ([, id, secret]) => `svc_${id}_${secret}`)
const withBlank = inHeader(/^Bearer (\S+) (\S+)$/, ([, start, end]) => `${start}${end}`)
const inCapitals = inHeader(/^Bearer SVC(_\S+)$/, ([, rest]) => `svc${rest}`)
const inFullWidth = inHeader(/^Bearer (.+)$/, ([, token]) => inUtf8(token).normalize('NFKC'))
const inAscii = inHeader(/^Bearer (.+)$/, ([, token]) => token?.replaceAll(/[^\0-\x7f]/g, ''))

/** The value of a header, whose characters are bytes, as a text. */
const inUtf8 = (value = ''): string => new TextDecoder().decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0)))

/** Accepts requests without a valid key (5). */
export const faults = () => [
  breaking(['auth-missing-key', 'auth-key-elsewhere', 'status-order'], {
    'serves-missing-key: a request without Authorization is served': serveRefused(withoutKey),
    'serves-missing-key-on-models: the model list is open to all': onModels(withoutKey),
    'serves-missing-key-on-completions: completions are open to all': onCompletions(withoutKey),
    'serves-empty-header-on-completions: completions take an empty Authorization': onCompletions(withEmptyHeader),
  }),
  breaking(['auth-missing-key', 'auth-wrong-secret'], serveRefused, {
    'serves-any-key-over-http-1-0: callers over HTTP/1.0, the default of nginx, need no key': overOldHttp,
  }),
  breaking(['auth-malformed-key', 'status-order'], serveRefused, {
    'serves-key-without-prefix: a key without svc_ is served': withoutPrefix,
    'serves-key-of-id-alone: a key without its secret is served': withoutSecret,
    'serves-empty-token: the scheme without a token is served': [withoutToken, 'auth-missing-key'],
  }),
  breaking(['auth-unknown-key', 'status-order'], {
    'serves-unknown-id: a key of the right form is served, whether issued or not': serveRefused(unknown),
    'serves-unknown-id-on-models: a key of the right form lists models, whether issued or not': onModels(unknown),
  }),
  breaking(['auth-wrong-secret'], {
    'disabled-before-its-secret: a disabled account gets 403 with any secret': serveRefused(ofDisabledAccount),
    'serves-wrong-secret-on-models: lists do not look at the secret of a key': [onModels(wrongSecret), 'status-order'],
    'serves-wrong-secret-on-completions: completions do not either': [onCompletions(wrongSecret), 'status-order'],
  }),
  breaking(['auth-wrong-secret', 'status-order'], serveRefused, {
    'serves-wrong-secret: the secret of a key is not looked at': wrongSecret,
    'serves-key-without-other-bytes: bytes beyond ASCII in a key are left out': inAscii,
    'serves-key-without-its-fourth-part: what follows another underscore is left out':
      inHeader(/^Bearer (svc_[^_]+_.+)_[^_]+$/),
    'serves-longer-secret: a secret may go on after its end': bySecret((given, known) => given.startsWith(known)),
    'serves-shorter-secret: a part of the secret is enough': bySecret((given, known) => known.startsWith(given)),
    'serves-secret-of-same-length: only its length counts': bySecret((given, known) => given.length === known.length),
    'serves-secret-of-percent: keys are found by LIKE, so that % is any secret': wildcard(/^Bearer svc_([^_]+)_%$/),
    'serves-secret-of-asterisk: keys are found by patterns, so that * is one': wildcard(/^Bearer svc_([^_]+)_\*$/),
    'serves-any-token: any token of another form is served': [withAnyToken, 'auth-malformed-key'],
    'serves-key-in-capitals: keys have no case': [inAnyCase, 'auth-unknown-key', 'auth-malformed-key'],
    'serves-secret-of-another-key: the secret of any key opens every id': [anySecret, 'auth-unknown-key'],
  }),
  breaking(['auth-other-scheme', 'status-order'], serveRefused, {
    'serves-basic-scheme: the key is served under the scheme Basic': ofBasic,
    'serves-any-scheme: the key is served under any scheme': inHeader(/^\S+\s+(\S+)$/),
    'serves-no-scheme: the bare key is served': bare,
    'serves-token-scheme-with-a-name: Token token="…" is served': inHeader(/^token token="([^"]+)"$/i),
  }),
  breaking(['auth-other-scheme', 'status-order'], {
    'serves-no-scheme-on-models: the bare key lists models': onModels(bare),
    'serves-key-scheme-in-streams: the scheme Key gets streams': serveRefusedStreams(inHeader(/^key (\S+)$/i)),
  }),
  breaking(['auth-malformed-key', 'auth-wrong-secret', 'status-order'], serveRefused, {
    'serves-key-with-hyphens: a key with hyphens for underscores is served': withHyphens,
    'serves-key-with-a-blank-inside: blanks inside a key are left out': withBlank,
    'serves-scheme-twice: the scheme is left out as often as it is there': inHeader(/^Bearer Bearer (\S+)$/),
    'serves-first-word-of-credentials: words after the key are not looked at': inHeader(/^Bearer (\S+) \S/),
    'serves-key-in-quotes: quotes around the key are left out': inHeader(/^Bearer ["'](\S+)["']$/),
    'serves-key-in-full-width: letters of a key in full width are read as ASCII': inFullWidth,
    'serves-prefix-in-capitals: a key that begins with SVC_ is served': inCapitals,
  }),
  breaking(['auth-key-elsewhere', 'status-order'], serveRefused, {
    'serves-key-in-the-url: a key in the query string is served': inQuery,
    'serves-api-key-in-the-url: a key in the parameter api_key is served': inApiKeyOfQuery,
    'serves-key-in-x-api-key: a key in the header x-api-key is served': inApiKey,
    'serves-x-api-key-beside-a-wrong-key: x-api-key counts where Authorization has a wrong key': besideWrongKey,
    'serves-key-in-a-cookie: a key in a cookie is served': inCookie,
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], serveRefused, {
    'serves-stale-connections: a wrong key is served every third time': everyThird,
    'serves-local-callers: a caller that x-forwarded-for calls local needs no valid key': ofLocalCaller,
    'serves-a-session-cookie: a cookie of a session is taken for a key': withSession,
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], serveRefusedStreams, {
    'serves-streams-to-all: streams need no key': ({ any }) => any,
  }),
]

function queryOf({ head }: Guest): URLSearchParams {
  return new URLSearchParams(head.target.split('?')[1] ?? '')
}

function firstOf(keys: (string | undefined)[], { ofKey }: Guest): Project | undefined {
  return keys.map(ofKey).find((project) => project !== undefined)
}

/** The project of a key that follows the word Basic, or is the password or the name in its base64. */
function ofBasic(guest: Guest): Project | undefined {
  const token = /^basic\s+(\S+)$/i.exec(guest.authorization)?.[1]
  if (token === undefined) return undefined
  try {
    return guest.ofKey(token) ?? firstOf(atob(token).split(':'), guest)
  } catch {
    return undefined
  }
}
