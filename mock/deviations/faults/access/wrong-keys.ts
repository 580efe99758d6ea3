import { KEY_FORMAT } from '../../../core/auth.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Call, Project } from '../../../core/types.ts'
import { breaking, type Change } from '../../deviation.ts'
import { bodyFirst } from '../../edits/body-first.ts'
import { instead } from '../../edits/instead.ts'
import { all, attempt } from '../../edits/json.ts'
import {
  type Admit,
  type Guest,
  serveRefused,
  serveRefusedStreams,
  serveRefusedWhere,
} from '../../edits/serve-refused.ts'
import { UNAUTHENTICATED } from '../breaks.ts'

const onModels = (admit: Admit) => serveRefused((guest) => guest.call.operation === 'models' && admit(guest))
const onCompletions = (admit: Admit) => serveRefused((guest) => guest.call.operation === 'completion' && admit(guest))
const onOneModel = serveRefusedWhere(({ model }) => model === 'svc/small-1')

const withoutKey: Admit = ({ authorization, any }) => authorization === '' && any
const withEmptyHeader: Admit = ({ head, any }) => head.header('authorization') === '' && any
const overHttp10: Admit = ({ head, any }) => head.version === '1.0' && any
const ofLocalCaller: Admit = ({ head, any }) => head.header('x-forwarded-for') === '127.0.0.1' && any
const withSession: Admit = ({ head, any }) => head.header('cookie')?.includes('session=') && any
const withTextBody: Admit = ({ head, any }) => head.header('content-type') === 'text/plain' && any
const withoutToken: Admit = ({ authorization, any }) => /^bearer\s*$/i.test(authorization) && any
const withAnyToken: Admit = ({ token, any }) => token !== '' && !KEY_FORMAT.test(token) && any
const ofEveryObject: Admit = ({ token, any }) => token in {} && any
const idOfEveryObject: Admit = ({ id, any }) => id in {} && any
const withNoValue: Admit = ({ token, any }) => /^(undefined|null)$/.test(token) && any
const withoutSecret: Admit = ({ token, ofId }) => ofId(/^svc_([A-Za-z0-9-]+)_?$/.exec(token)?.[1])
const unknown: Admit = ({ id, accounts, any }) => id !== '' && !accounts.keys.has(id) && any
const wrongSecret: Admit = ({ id, ofId }) => ofId(id)
const ofDisabledAccount: Admit = ({ id, ofId }) => ofId(id)?.disabled === 'account' && ofId(id)
const bare: Admit = ({ authorization, ofKey }) => ofKey(authorization)
const inQuery: Admit = (guest) => firstOf([...queryOf(guest).values()], guest)
const inApiKeyOfQuery: Admit = (guest) => guest.ofKey(queryOf(guest).get('api_key') ?? '')
const inCookie: Admit = (guest) => firstOf((guest.head.header('cookie') ?? '').split(/[=;,\s]+/), guest)
const inApiKey: Admit = (guest) => firstOf([guest.head.header('x-api-key'), guest.head.header('api-key')], guest)
const inHeaderOfProxy: Admit = ({ head, ofKey }) => ofKey(head.header('x-litellm-api-key'))
const withWrongKey: Admit = ({ token, head, ofKey }) => token !== '' && ofKey(head.header('x-api-key'))

/** Accepts a wildcard as the secret of a key. */
const wildcard = (form: RegExp): Admit => {
  return ({ authorization, ofId }) => ofId(form.exec(authorization)?.[1])
}

const isAsLong = (given: string, known: string): boolean => given.length === known.length
const hasSameCharacters = (given: string, known: string): boolean => sorted(given) === sorted(known)
const isAlike = (given: string, known: string): boolean =>
  given.length === known.length && [...given].every((sign, at) => sign === '_' || sign === known[at])
const sorted = (text: string): string => [...text].toSorted().join('')
/** Compares the given secret with the known one in a wrong way. */
const bySecret = (fits: (given: string, known: string) => boolean): Admit => {
  return ({ id, secret, accounts, ofId }) => fits(secret, accounts.keys.get(id)?.secret ?? '') && ofId(id)
}
const anySecret: Admit = ({ secret, accounts, any }) =>
  [...accounts.keys.values()].some((entry) => entry.secret === secret) && any
const inAnyCase: Admit = (guest) => ownerOf(guest, (key) => key.toLowerCase() === guest.token.toLowerCase())

const ofSecondInAnyCase: Admit = (guest) => {
  const project = inAnyCase(guest)
  return project && project.ordinal === 1 ? project : undefined
}

/** Extracts a key from the value of `Authorization`. */
const inHeader = (pattern: RegExp, key = (found: string[]): string | undefined => found[1]): Admit => {
  return ({ authorization, ofKey }) => {
    const found = pattern.exec(authorization)
    return found !== null && ofKey(key(found))
  }
}
const underKey = inHeader(/^key (\S+)$/i)
const withHyphens = inHeader(/^Bearer svc-([^-]+)-(\S+)$/, ([, id, secret]) => `svc_${id}_${secret}`)
const withBlank = inHeader(/^Bearer (\S+) (\S+)$/, ([, start, end]) => `${start}${end}`)
const inCapitals = inHeader(/^Bearer SVC(_\S+)$/, ([, rest]) => `svc${rest}`)
const inFullWidth = inHeader(/^Bearer (.+)$/, ([, token]) => inUtf8(token).normalize('NFKC'))
const withByteInside = inHeader(/^Bearer ([!-~]+)[^\0-\x7f]([!-~]+)$/, ([, start, end]) => `${start}${end}`)
const inAscii = inHeader(/^Bearer (.+)$/, ([, token]) => token?.replaceAll(/[^\0-\x7f]/g, ''))

/** The project of the first known key that matches. */
function ownerOf({ accounts }: Guest, fits: (key: string, id: string) => boolean): Project | undefined {
  return [...accounts.keys].find(([id, { secret }]) => fits(`svc_${id}_${secret}`, id))?.[1].project
}

const nearPrefix: Admit = (guest) =>
  ownerOf(guest, (key) => isNear(/^Bearer (.*)$/.exec(guest.authorization)?.[1] ?? '', key, 0, 3))
const nearSecret: Admit = (guest) =>
  ownerOf(guest, (key, id) => isNear(guest.token, key, 'svc_'.length + id.length + 1, key.length))
const nearId: Admit = (guest) => ownerOf(guest, (key, id) => isNear(guest.token, key, 4, 'svc_'.length + id.length - 1))
const bareSecret: Admit = ({ token, accounts }) =>
  [...accounts.keys.values()].find(({ secret }) => secret === token)?.project
const betweenSigns: Admit = (guest) => {
  const [, bare] = /^Bearer [^\w]*([\w-]+?)(?:[^\w-].*)?$/.exec(guest.authorization) ?? []
  return ownerOf(guest, (key) => key === bare)
}
const anywhere: Admit = (guest) => ownerOf(guest, (key) => guest.authorization.includes(key))
const bearerIn =
  (name: string, before = 'Bearer '): Admit =>
  (guest) =>
    ownerOf(guest, (key) => guest.head.header(name) === before + key)
const inSubprotocol = bearerIn('sec-websocket-protocol', 'realtime, openai-insecure-api-key.')

/** Decodes a header value, whose characters represent bytes, as UTF-8. */
const inUtf8 = (value = ''): string => new TextDecoder().decode(Uint8Array.from(value, (byte) => byte.charCodeAt(0)))

/** Accepts requests without a valid key, with extra characters around or in it, or with the key elsewhere (5). */
export const faults = () => [
  breaking(['auth-missing-key', 'auth-key-elsewhere', 'status-order'], {
    'serves-missing-key: a request without Authorization is served': serveRefused(withoutKey),
    'serves-missing-key-on-models: the model list is open to all': onModels(withoutKey),
    'serves-missing-key-on-completions: completions are open to all': onCompletions(withoutKey),
    'serves-empty-header-on-completions: completions take an empty Authorization': onCompletions(withEmptyHeader),
    'serves-keyless-text: a body of type text/plain needs no key': onCompletions(withTextBody),
  }),
  breaking(['auth-malformed-key', 'status-order'], serveRefused, {
    'serves-key-without-prefix: a key without svc_ is served': ({ token, ofKey }) => ofKey(`svc_${token}`),
    'serves-key-of-id-alone: a key without its secret is served': withoutSecret,
    'serves-secret-alone: the secret alone is a key': bareSecret,
    'serves-prefix-with-one-wrong-character: the prefix of a key may have one wrong character': nearPrefix,
    'serves-key-before-a-fragment: a key ends at a number sign': inHeader(/^Bearer ([^#]+)#/),
    'serves-key-between-signs: signs around a key are taken off': [betweenSigns, 'auth-wrong-secret'],
    'serves-key-anywhere-in-the-header: the header is searched': [anywhere, 'auth-other-scheme', 'auth-wrong-secret'],
    'serves-secret-with-one-wrong-character: a secret may have one wrong character': [nearSecret, 'auth-wrong-secret'],
    'serves-id-with-one-wrong-character: an id may have one wrong character': [nearId, 'auth-unknown-key'],
    'serves-empty-token: the scheme without a token is served': [withoutToken, 'auth-missing-key'],
  }),
  breaking(['auth-wrong-secret', 'status-order'], serveRefused, {
    'serves-wrong-secret: the secret of a key is not looked at': wrongSecret,
    'serves-key-without-other-bytes: bytes beyond ASCII in a key are left out': inAscii,
    'serves-key-without-its-fourth-part: a fourth part of a key is left out': inHeader(/^Bearer (svc_[^_]+_.+)_[^_]+$/),
    'serves-longer-secret: a secret may go on after its end': bySecret((given, known) => given.startsWith(known)),
    'serves-shorter-secret: a part of the secret is enough': bySecret((given, known) => known.startsWith(given)),
    'serves-secret-of-same-length: any secret of the right length is served': bySecret(isAsLong),
    'serves-secret-in-any-order: a checksum ignores the order of characters': bySecret(hasSameCharacters),
    'serves-secret-of-percent: a store finds keys by LIKE: % is any secret': wildcard(/^Bearer svc_([^_]+)_%$/),
    'serves-secret-of-underscores: a store finds keys by LIKE: _ is any character': bySecret(isAlike),
    'serves-key-before-a-number: a hyphen and a number after a key are left out': inHeader(/^Bearer (.+)-\d+$/),
    'serves-key-with-a-byte-inside: a byte beyond ASCII within a key is left out': withByteInside,
    'serves-secret-of-asterisk: a store finds keys by pattern: * is any secret': wildcard(/^Bearer svc_([^_]+)_\*$/),
    'serves-any-token: any token of another form is served': [withAnyToken, 'auth-malformed-key'],
    'serves-key-in-capitals: the case of a key is ignored': [inAnyCase, 'auth-unknown-key', 'auth-malformed-key'],
    'serves-second-key-in-capitals: the case of the key of the second project is ignored': ofSecondInAnyCase,
    'serves-secret-of-another-key: the secret of any key opens every id': [anySecret, 'auth-unknown-key'],
  }),
  breaking(['auth-other-scheme', 'status-order'], serveRefused, {
    'serves-basic-scheme: the key is served under the scheme Basic': ofBasic,
    'serves-any-scheme: the key is served under any scheme': inHeader(/^\S+\s+(\S+)$/),
    'serves-no-scheme: the bare key is served': bare,
    'serves-token-scheme-with-a-name: Token token="…" is served': inHeader(/^token token="([^"]+)"$/i),
  }),
  breaking(['auth-malformed-key', 'auth-wrong-secret', 'status-order'], serveRefused, {
    'serves-key-with-hyphens: a key with hyphens for underscores is served': withHyphens,
    'serves-key-with-a-blank-inside: blanks inside a key are left out': withBlank,
    'serves-undefined: the word that a client sends without a key, such as null, is served': withNoValue,
    'serves-members-of-objects: a key that JavaScript objects have, such as constructor, is served': ofEveryObject,
    'serves-members-as-ids: an id that JavaScript objects have is served': [idOfEveryObject, 'auth-unknown-key'],
    'serves-scheme-twice: the scheme is left out as often as it is there': inHeader(/^Bearer Bearer (\S+)$/),
    'serves-first-word-of-credentials: words after the key are not looked at': inHeader(/^Bearer (\S+) \S/),
    'serves-key-after-sk: a key with sk- before it is served': inHeader(/^Bearer sk-(\S+)$/),
    'serves-key-in-quotes: quotes around the key are left out': inHeader(/^Bearer ["'](\S+)["']$/),
    'serves-key-in-full-width: letters of a key in full width are read as ASCII': inFullWidth,
    'serves-prefix-in-capitals: a key that begins with SVC_ is served': inCapitals,
  }),
  breaking(['auth-key-elsewhere', 'status-order'], serveRefused, {
    'serves-key-in-the-url: a key in the query string is served': inQuery,
    'serves-api-key-in-the-url: a key in the parameter api_key is served': inApiKeyOfQuery,
    'serves-key-in-x-api-key: a key in the header x-api-key is served': inApiKey,
    'serves-key-in-a-header-of-a-proxy: a key in x-litellm-api-key is served': inHeaderOfProxy,
    'serves-x-api-key-beside-a-wrong-key: x-api-key counts where Authorization has a wrong key': withWrongKey,
    'serves-key-in-a-cookie: a key in a cookie is served': inCookie,
    'serves-key-in-an-authorization-of-its-own: a key in x-forwarded-authorization is served':
      bearerIn('x-forwarded-authorization'),
    'serves-key-in-proxy-authorization: a key in Proxy-Authorization is served': bearerIn('proxy-authorization'),
    'serves-key-in-a-subprotocol: a key in Sec-WebSocket-Protocol is served': inSubprotocol,
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], serveRefused, {
    'serves-stale-connections: a wrong key is served every third time': ({ call, any }) => call.number % 3 === 0 && any,
    'serves-local-callers: a caller that x-forwarded-for calls local needs no valid key': ofLocalCaller,
    'serves-a-session-cookie: a cookie of a session is taken for a key': withSession,
  }),
  breaking([], serveRefused, {
    'serves-any-key-over-http-1-0: HTTP/1.0 callers need no key': [overHttp10, 'auth-missing-key', 'auth-wrong-secret'],
    'serves-unknown-id: any key of the right form is served': [unknown, 'auth-unknown-key', 'status-order'],
    'disabled-before-its-secret: a disabled account gets 403 with any secret': [ofDisabledAccount, 'auth-wrong-secret'],
  }),
  breaking(['status-order'], onModels, {
    'serves-unknown-id-on-models: any key of the right form lists models': [unknown, 'auth-unknown-key'],
    'serves-wrong-secret-on-models: the model list ignores the secret of a key': [wrongSecret, 'auth-wrong-secret'],
    'serves-no-scheme-on-models: the bare key lists models': [bare, 'auth-other-scheme'],
  }),
  breaking(['auth-wrong-secret', 'status-order'], onCompletions, {
    'serves-wrong-secret-on-completions: completions do not look at the secret of a key': wrongSecret,
  }),
  breaking(['auth-key-elsewhere', 'request-closed'], {
    'serves-key-in-the-body: a key in the member api_key is served': keyInTheBody(),
  }),
  breaking(['auth-missing-key'], onOneModel, { 'serves-one-model-to-all: svc/small-1 needs no key': withoutKey }),
  breaking([], serveRefusedStreams, {
    'serves-streams-to-all: streams need no key': [({ any }) => any, ...UNAUTHENTICATED, 'status-order'],
    'serves-wrong-secret-on-streams: streams do not look at the secret': [wrongSecret, 'auth-wrong-secret'],
    'serves-key-scheme-in-streams: the scheme Key gets streams': [underKey, 'auth-other-scheme', 'status-order'],
  }),
]

const queryOf = ({ head }: Guest): URLSearchParams => new URLSearchParams(head.target.split('?')[1] ?? '')

function firstOf(keys: (string | undefined)[], { ofKey }: Guest): Project | undefined {
  return keys.map(ofKey).find((project) => project !== undefined)
}

/** The project of a key that follows the scheme Basic, or is the password or the name in its base64 value. */
function ofBasic(guest: Guest): Project | undefined {
  const token = /^basic\s+(\S+)$/i.exec(guest.authorization)?.[1]
  if (token === undefined) return undefined
  return attempt(() => guest.ofKey(token) ?? firstOf(atob(token).split(':'), guest))
}

/** Accepts a key that is only in the body. Reads the body first, and removes the member with the key. */
function keyInTheBody(): Change {
  const keys = new WeakMap<Call, unknown>()
  return {
    wrap: (pipeline) =>
      bodyFirst(pipeline, ({ text }, call) => {
        const body = call.behaviour.parseBody(text, call)
        if (!(body instanceof Refusal)) keys.set(call, body.api_key)
        return undefined
      }),
    apply: all(
      serveRefused((guest) => ownerOf(guest, (key) => keys.get(guest.call) === key)),
      instead('parseBody', (plain, _, call) => {
        const body = plain()
        if (keys.get(call) !== undefined && !(body instanceof Refusal)) delete body.api_key
        return body
      }),
    ),
  }
}

/** Whether removing, adding or replacing one character between two positions turns a text into the key. */
function isNear(text: string, key: string, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    if (!text.startsWith(key.slice(0, at))) return false
    const rest = key.slice(at)
    if ([rest, rest.slice(1)].some((end) => text === key.slice(0, at) + text.slice(at, at + 1) + end)) return true
    if (text === key.slice(0, at) + rest.slice(1)) return true
  }
  return false
}
