/**
 * Wrong values for every member of a target file, as operators write by mistake. Each value is wrong or harmless for a
 * conforming mock.
 */
import fc from 'fast-check'
import { names } from '../../../suites/harness/text/names.ts'
import type { DemoGateway } from '../../prove/gateway-target.ts'

/** A target file as data, before it is validated. */
export type Draft = Record<string, unknown>

/** What the values refer to. */
export interface World extends DemoGateway {
  /** A port on which nothing listens. */
  readonly closedPort: number
  /** A folder with `ca.pem`, which has issued the certificate of the gateway with TLS, and `other-ca.pem`. */
  readonly folder: string
  readonly secureUrl: string
}

export interface Mistake {
  /** The member that is wrong, such as `keys.valid`. */
  readonly member: string
  readonly what: string
  readonly draft: Draft
}

/** The file without a mistake. */
export function correctDraft({ url, demo }: World): Draft {
  return {
    base_url: url,
    keys: { valid: demo.valid, second: demo.second, empty: demo.empty },
    models: { foreign: demo.foreign },
    provoke: {
      disabled: { key: demo.disabled },
      limited: { key: demo.limited },
      unavailable: { model: demo.unavailable },
      internal: { headers: { 'x-test-fault': 'internal' } },
    },
    limits: { rate: 5000, concurrency: 12, time: '60s' },
  }
}

/** The file without a mistake, for the gateway with TLS. */
const secureDraft = (world: World): Draft => ({
  ...correctDraft(world),
  base_url: world.secureUrl,
  tls: { ca: 'ca.pem', server_name: 'gateway.test' },
})

/** A copy with another value at a path; undefined removes the member. */
function changed(draft: Draft, path: string, value: unknown): Draft {
  const [first = '', ...rest] = path.split('.')
  const { [first]: own, ...others } = draft
  if (rest.length > 0) return { ...others, [first]: changed((own ?? {}) as Draft, rest.join('.'), value) }
  return value === undefined ? others : { ...others, [first]: value }
}

function valueAt(draft: Draft, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Draft | undefined)?.[name], draft)
}

/** Slips that happen when a text is copied by hand. */
const SLIPS: Readonly<Record<string, (text: string, at: number) => string>> = {
  'a character left out': (text, at) => text.slice(0, at) + text.slice(at + 1),
  'a character twice': (text, at) => text.slice(0, at + 1) + text.slice(at),
  'another character': (text, at) => `${text.slice(0, at)}${text[at] === 'q' ? 'k' : 'q'}${text.slice(at + 1)}`,
  'two characters swapped': (text, at) =>
    text.slice(0, at) + (text[at + 1] ?? 'x') + (text[at] ?? 'x') + text.slice(at + 2),
  'cut off': (text, at) => text.slice(0, Math.max(1, at)),
  'in capitals': (text) => text.toUpperCase(),
  'a blank after it': (text) => `${text} `,
  'quotes around it': (text) => `"${text}"`,
}

/** Slips at random positions. */
function slipsOf(text: string, seed: number): Record<string, string> {
  const places = fc.sample(fc.nat(text.length - 1), { seed, numRuns: 8 })
  const at = places.at(-1) ?? 0
  return Object.fromEntries(Object.entries(SLIPS).map(([what, slip]) => [`${what}, at ${at}`, slip(text, at)]))
}

const UNREADABLE = {
  empty: '',
  'a variable that is not set': '${SVC_NOT_SET}',
  'a list': [],
  null: null,
  'a number': 7,
}
const KEYS = names('keys.valid keys.second keys.empty keys.revisit provoke.disabled.key provoke.limited.key')
const REVOKED = 'svc_main_revoked-not-a-real-secret-0'

function wrongKeys(world: World, member: string, seed: number): Record<string, unknown> {
  const right = valueAt(correctDraft(world), member)
  const others = Object.entries(world.demo).flatMap(([role, key]) =>
    key.startsWith('svc_') && key !== right ? [[`the ${role} key`, key] as const] : [],
  )
  return {
    ...UNREADABLE,
    ...(typeof right === 'string' ? slipsOf(right, seed) : {}),
    ...Object.fromEntries(others),
    revoked: REVOKED,
    'the word Bearer before it': `Bearer ${right}`,
    'a key of something else': 'sk-proj-0123456789',
  }
}

function wrongModels({ demo }: World, right: string, seed: number): Record<string, unknown> {
  return {
    ...UNREADABLE,
    ...slipsOf(right, seed),
    'a model of both projects': 'svc/small-1',
    'a model of the first project': 'svc/echo-1',
    'a model of the second project': demo.foreign,
    'an unavailable model': demo.unavailable,
    'no model of any project': 'svc/no-such-model',
    'a name outside of the pattern': 'gpt-4o-mini',
    'a secret that was meant for something else': 'aws-secret-abc',
  }
}

function wrongAddresses({ url, secureUrl, closedPort }: World): Record<string, unknown> {
  const { port } = new URL(url)
  return {
    ...UNREADABLE,
    'no scheme': `127.0.0.1:${port}`,
    'the other scheme': url.replace('http:', 'https:'),
    'no TLS for a port with TLS': secureUrl.replace('https:', 'http:'),
    'a closed port': `http://127.0.0.1:${closedPort}`,
    'a port beyond 65535': 'http://127.0.0.1:99999',
    'a variable that was not replaced': '$BASE_URL',
    'a path too much': `${url}/api`,
    '/v1': `${url}/v1`,
    'a whole path': `${url}/v1/chat/completions`,
    'a query': `${url}?key=1`,
    'a user': `http://user:password@127.0.0.1:${port}`,
    'a name that does not resolve': 'http://gateway.invalid',
    'a slash after it': `${url}/`,
  }
}

const wrongHeaders = {
  ...UNREADABLE,
  'another value': { 'x-test-fault': 'nonsense' },
  'the value of another state': { 'x-test-fault': 'unavailable' },
  'another name': { 'x-test-faults': 'internal' },
  'a header of the client': { authorization: 'Bearer x' },
  'a name with a blank': { 'x test': 'internal' },
}

const wrongNumbers = { ...UNREADABLE, zero: 0, 'below zero': -1, 'a fraction': 0.5, 'very small': 1, 'a text': 'many' }
const wrongTimes = { ...UNREADABLE, 'no unit': '30', 'another unit': '30 seconds', zero: '0s', 'very short': '100ms' }
const wrongFiles = {
  ...UNREADABLE,
  'no file': 'no-such-file.pem',
  'a file without a certificate': 'empty.pem',
  'another CA': 'other-ca.pem',
}
const wrongContracts = { ...UNREADABLE, 'one that is not known': '9.9', 'a whole version': '1.0.0', 'a word': 'latest' }
const wrongTexts = { ...UNREADABLE, 'two lines': 'one\ntwo', 'very long': 'x'.repeat(400) }
const DECLARED = 'no such thing is in this deployment'
const wrongReasons = { ...UNREADABLE, 'declared although it is there': DECLARED, short: 'none' }

const ABSENCES = names('second-project foreign-model empty-project disabled limited unavailable internal')

/** The same wrong values for several members. */
const each = (prefix: string, members: readonly string[], wrong: Record<string, unknown>) =>
  Object.fromEntries(members.map((member) => [prefix + member, wrong]))

/** Wrong values, keyed by the path of the member. */
function wrongValues(world: World, seed: number): Record<string, Record<string, unknown>> {
  const { demo } = world
  const header = { 'x-test-fault': 'internal' }
  return {
    base_url: wrongAddresses(world),
    contract: wrongContracts,
    'about.contract': wrongContracts,
    ...Object.fromEntries(KEYS.map((member) => [member, wrongKeys(world, member, seed)])),
    'models.chat': wrongModels(world, 'svc/echo-1', seed),
    'models.foreign': wrongModels(world, demo.foreign, seed),
    'provoke.disabled': { 'by a model': { model: demo.unavailable }, 'by a header': { headers: header } },
    'provoke.limited': { 'by a model': { model: demo.unavailable }, 'by a header': { headers: header } },
    'provoke.unavailable': { 'by a key': { key: demo.disabled }, 'by a header': { headers: header } },
    'provoke.unavailable.model': wrongModels(world, demo.unavailable, seed),
    'provoke.internal': { 'by a key': { key: demo.limited }, 'by a model': { model: demo.unavailable } },
    'provoke.internal.headers': wrongHeaders,
    ...each('limits.', ['requests', 'tokens', 'bytes', 'rate', 'concurrency', 'max_tokens'], wrongNumbers),
    ...each('limits.', ['time', 'timeout', 'connect', 'idle'], wrongTimes),
    proxy: { ...wrongTexts, 'a closed port': `http://127.0.0.1:${world.closedPort}`, 'the gateway': world.url },
    socket: { ...wrongTexts, 'no socket': 'no-such.sock' },
    identify: { ...UNREADABLE, 'as a text': 'true', 'the name of a client': 'curl/8.5.0' },
    http2: { ...UNREADABLE, 'for a server without it': true },
    ...each('not_applicable.', ABSENCES, wrongReasons),
    ...each('about.', ['product', 'vendor', 'version', 'revision', 'image', 'environment', 'contact'], wrongTexts),
    'about.labels': { ...UNREADABLE, 'a name with a blank': { 'a b': 'c' } },
    waivers: {
      ...UNREADABLE,
      'a requirement that is not one': [
        { requirement: 'nonsense', reason: 'because', owner: 'us', expires: '2999-01-01' },
      ],
      'without an owner': [{ requirement: 'stream-done', reason: 'because', expires: '2999-01-01' }],
    },
  }
}

/** Wrong values, keyed by member of `tls`. */
const wrongTls = {
  ...each('tls.', ['ca', 'cert', 'key'], wrongFiles),
  'tls.passphrase': wrongTexts,
  'tls.server_name': { ...wrongTexts, 'the name of another server': 'other.test' },
}

/** Pairs of keys that are swapped. */
function swaps(world: World): Mistake[] {
  const right = correctDraft(world)
  return KEYS.flatMap((one, at) =>
    KEYS.slice(at + 1).map((other) => ({
      member: one,
      what: `swapped with ${other}`,
      draft: changed(changed(right, one, valueAt(right, other)), other, valueAt(right, one)),
    })),
  )
}

function mistakesIn(draft: Draft, values: Record<string, Record<string, unknown>>): Mistake[] {
  return Object.entries(values).flatMap(([member, wrong]) =>
    Object.entries(wrong).map(([what, value]) => ({ member, what, draft: changed(draft, member, value) })),
  )
}

/** Every mistake, with slips drawn by the seed. */
export function allMistakes(world: World, seed: number): Mistake[] {
  return [
    ...mistakesIn(correctDraft(world), wrongValues(world, seed)),
    ...mistakesIn(secureDraft(world), wrongTls),
    ...swaps(world),
  ]
}
