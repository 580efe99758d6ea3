import { systemClock } from '../../mock/core/time/clock.ts'
import type { Deviations } from '../../mock/deviations/registry.ts'
import { createGateway, demo, type Gateway, type RequestHead, wantsBody } from '../../mock/index.ts'
import { bodiesToBreak, brokenJson, validMembers } from '../../suites/harness/arbitraries/broken-json.ts'
import { textOf, valid } from './asking.ts'
import { AWKWARD_MEMBERS, escapedNames, withMembers } from './awkward-bodies.ts'
import { ACCEPTED, REFUSED } from './core/bodies.ts'
import { LIKELY } from './likely-bodies.ts'
import { bearer, UNAUTHENTICATED } from './unauthenticated.ts'

/** A request as the core sees it; `text` undefined represents bytes that are not UTF-8. */
interface Asked {
  method?: string
  target?: string
  headers?: Record<string, string>
  text?: string | undefined
  bytes?: number
  /** The caller disconnects during the response. */
  aborts?: true
  /** The body arrives late. */
  slow?: true
  version?: '1.0'
}

const ID = 'x-svc-request-id'
const LIMIT = 1_048_576
const POST = { method: 'POST', target: '/v1/chat/completions' }
const json = (changes: Record<string, unknown> = {}): string => JSON.stringify(valid(changes))
const post = (
  text: string | undefined,
  headers: Record<string, string> = bearer(demo.valid),
  more: Asked = {},
): Asked => ({ ...POST, headers, text, ...more })
const list = (headers: Record<string, string>, target = '/v1/models'): Asked => ({ method: 'GET', target, headers })

const SECOND = { model: demo.foreign }
const TEXTS = [
  '\uf8ff %n <|endoftext|> “Հ” +1 202-555-0143 {"stream": true}',
  ...['\ufffd', '<p></p>', '\ufeffx \uffff', 'C:\\', '\u00a0', '<img onerror=x> `wget x` DROP TABLE a; DELETE FROM b;'],
  '\u200b'.repeat(22_000),
  ...['Hello', '\n\n', 'Größe 🎉', '<script> in some pieces', ' ', 'x', '🎉🎉', '42', 'https://a.example'],
  'x'.repeat(256),
  'word '.repeat(600),
]

const message = (role: string, content: unknown): object => ({ role, content })
const USER = message('user', 'x')
const MESSAGES = [
  ...[message('assistant', ''), message('system', ''), message('assistant', null), message('assistant', 1)],
  ...[
    message('system', false),
    message('user', 1),
    message('user', ['x']),
    message('tool', 'x'),
    message('function', 'x'),
  ],
  ...[
    message('USER', 'x'),
    message('', 'x'),
    message('constructor', 'x'),
    { content: 'x' },
    { ...USER, frobnicate: 1 },
  ],
].map((only) => [only])
const LAST_MESSAGES = [{ ...USER, name: 'x' }, message('user', ''), message('bot', 'x')].map((last) => [USER, last])

/** A request with each of these values of a member. */
const each = (name: string, ...values: readonly unknown[]): Record<string, unknown>[] =>
  values.map((value) => ({ [name]: value }))

const OPTIONS = { stream: true, stream_options: { include_usage: true } }

const MUTATED: Record<string, unknown>[] = [
  ...REFUSED.map(([changes]) => changes),
  ...each('messages', ...MESSAGES, ...LAST_MESSAGES),
  ...each('model', '', 'svc/ECHO-1', null),
  ...each('messages', USER, 'x', { 0: USER }, ['x'], [['user', 'x']]),
  ...each('temperature', -1, 2.5, true, -0.001),
  ...each('top_p', '0.5', 2),
  { max_tokens: true },
  ...each('max_completion_tokens', '5', 1.5),
  { max_tokens: 1, max_completion_tokens: 2 },
  ...each('n', true, 1.5, []),
  ...each('stop', {}, null),
  ...each('stream', 'false', 0),
  { stream_options: null },
  { stream: 'true', stream_options: { include_usage: true } },
  { stream: true, stream_options: [true] },
  ...each('stream_options', { include_usage: 'true' }, { include_usage: 1 }, { include_obfuscation: true }).map(
    (options) => ({ stream: true, ...options }),
  ),
  { stream: true, stream_options: { include_usage: true, include_obfuscation: true } },
  { user: 'x' },
  ...each('frobnicate', {}, null),
  { temp: 1 },
  { '\u017ftop': 'x' },
  { 'n\0': 1 },
  { temperature: 1, top_p: 1, max_tokens: 4, ...OPTIONS, n: 1, stop: 'x', frobnicate: 1 },
  { '\ud800': 1 },
]

const FINE: Record<string, unknown>[] = [
  ...ACCEPTED,
  ...TEXTS.map((content) => ({ messages: [message('user', content)] })),
  { messages: [message('system', 'x'), message('system', 'x')] },
  ...each('max_tokens', 1, 2048, 5000, 2 ** 40),
  { max_tokens: undefined, max_completion_tokens: 200 },
  { temperature: 1, top_p: 1 },
  ...each('model', 'svc/ｅｃｈｏ-1', 'svc/echo-1\0 x', 'svc/echo-1,svc/other', 'svc/x/../echo-1'),
  { store: false },
  { drop_params: true },
  { temperature: 1.5 },
  ...each('stop', ['ab'], 'a'.repeat(501), 'H', 'h', 'x', [' ', '🎉', '[('], '0'),
  { stop: 'll', max_tokens: 9 },
]

const BODIES: (string | undefined)[] = [
  undefined,
  '',
  `[${json()}]`,
  '["svc/echo-1",[{"role":"user","content":"x"}]]',
  `${json()} tail`,
  `${json()}${json()}`,
  JSON.stringify(json()),
  json().replaceAll('"', "'"),
  json().replace(/\}$/, ',}'),
  json().slice(0, -1),
  `// comment\n${json()}`,
  `\ufeff${json()}`,
  json().replace('{', '{"model":"svc/echo-1",'),
  json().replace('{', '{"max_tokens":9223372036854775808,'),
  json().replace('{', `{"max_tokens":${'9'.repeat(310)},`),
  json().replace('{', '{"max_completion_tokens":9223372036854775808,'),
  json().replace('{', '{"max_tokens":1.0,'),
  json().replace('{', '{"top_p":-0.0,'),
  json().replace('svc/echo-1', 'svc/echo-1\\n'),
  ...['1e+0', '-0', `0.7${'0'.repeat(40)}1`].map((text) => json().replace('{', `{"temperature":${text},`)),
  ...['"temperature":-Infinity,', '"max_tokens":0x4,'].map((start) => json().replace('{', `{${start}`)),
  ...brokenJson(bodiesToBreak(valid({ max_tokens: 16, ...validMembers })), 0).map(({ text }) => text),
  json().replace('{', `{"frobnicate":${'['.repeat(3000)}${']'.repeat(3000)},`),
]

/** Other spellings of a path. */
const SPELLINGS = ['/v1/models/', '//v1/models', '/V1/MODELS', '/v1/model%73', '/v1/./models', '/v1/models;a=b']

/** The requests, built only once because the battery is sent to a thousand gateways. */
let written: readonly Asked[] | undefined

/** Requests in every mode of both operations, so that every fault and variant can show its effect. */
function requests(): readonly Asked[] {
  written ??= allRequests()
  return written
}

function allRequests(): Asked[] {
  const known = bearer(demo.valid)
  const second = bearer(demo.second)
  const mutated = MUTATED.flatMap((changes) => [post(json(changes)), post(json({ stream: true, ...changes }))])
  return [
    ...[demo.valid, demo.second, demo.empty, demo.disabled, demo.limited].map((key) => list(bearer(key))),
    ...UNAUTHENTICATED.flatMap((headers) => [
      list(headers),
      post(json(), headers),
      post(json({ stream: true }), headers),
      post('{}', { ...headers, 'content-length': '2' }),
    ]),
    post(json({ api_key: demo.valid }), {}),
    post(json(), { 'content-type': 'text/plain' }),
    post(json(), { 'content-length': String(LIMIT + 1) }),
    list({}, `/v1/models?api_key=${demo.valid}`),
    list(known, '/v1/models?limit=1'),
    ...['constructor', 'svc_constructor_x'].map((key) => list({ authorization: `Bearer ${key}` })),
    list({ authorization: `bearer ${demo.valid}` }),
    list({ authorization: `BEARER ${demo.valid}` }),
    ...['mine', 'req_0_mine', '1234567890abcdef', 'mine'.repeat(20)].map((id) => list({ ...known, [ID]: id })),
    list({ ...known, upgrade: 'h2c' }),
    list({ ...known, 'x-test-fault': 'internal' }),
    list({ ...known, 'x-test-fault': 'unavailable' }),
    ...['/v2/models', '/models', '/nowhere'].map((target) => list({ ...known, [ID]: 'mine' }, target)),
    ...SPELLINGS.map((target) => list({}, target)),
    { ...POST, method: 'GET', headers: known },
    ...['HEAD', 'OPTIONS'].map((method) => ({ ...list(known), method })),
    ...FINE.flatMap((changes) => [
      post(json(changes)),
      post(json({ ...OPTIONS, ...changes })),
      post(json({ stream: true, ...changes })),
    ]),
    ...mutated,
    ...LIKELY.map((changes) => post(json(changes))),
    ...MUTATED.map((changes) => post(json({ ...SECOND, ...changes }), second)),
    ...BODIES.map((text) => post(text)),
    ...AWKWARD_MEMBERS.flatMap((members) =>
      [true, false].map((isFirst) => post(withMembers(valid({}), members, isFirst))),
    ),
    ...[escapedNames(json()), json({ stop: '|' }).replace('|', '\\ud83c\\udf0d')].map((text) => post(text)),
    post(json({ messages: [{ role: 'user', content: 'Καλημέρα a/b' }] }).replace('a/b', 'a\\/b')),
    post(json(), { ...known, 'user-agent': 'python-requests/2.32.5' }),
    post(json({ stream: true }), { ...known, 'user-agent': 'python-requests/2.32.5' }),
    ...[{}, { stream: true }].map((more) => post(json({ model: demo.foreign, ...more }))),
    ...[{}, { stream: true }, { n: 2 }].map((more) => post(json({ model: 'svc/nothing', ...more }))),
    ...['svc/echo-1-latest', 'svc/echo-1-', 'svc/echo', demo.unavailable].map((model) => post(json({ model }))),
    post(json({ model: 'svc/small-1', max_tokens: 1 })),
    post(json({ model: 'svc/small-1', stream: true })),
    post(json(SECOND), second),
    post(json({ ...SECOND, ...OPTIONS }), second),
    post(json({ model: demo.chat }), second),
    post(json({ model: 'svc/nothing' }), second),
    post(json({ model: 'svc/small-1', stop: 'x' })),
    post(json({ model: 'svc/team-1' })),
    post(json({ stream: true }), bearer(demo.empty)),
    post(json({ model: 'svc/small-1', stream: true }), bearer(demo.disabled)),
    post(json({ stream: true }), known, { bytes: LIMIT + 1 }),
    ...[{ stream: true }, { frobnicate: 1 }].map((more) => post(json(more), known, { bytes: 200_000 })),
    ...[{ 'content-length': String(4 * LIMIT) }, { expect: '100-continue' }].map((more) =>
      post(json(), { ...known, ...more }, { bytes: 4 * LIMIT }),
    ),
    post(json({ model: 'svc/small-1' }), second),
    post(json({ model: 'svc/small-1', stream: true }), second),
    post(json(), bearer(demo.disabled)),
    post(json({ stream: true }), bearer(demo.disabled)),
    ...[1, 2, 3].map(() => post(json(), bearer(demo.limited))),
    list(bearer(demo.limited)),
    ...['internal', 'unavailable'].map((wish) => post(json(), { ...known, 'x-test-fault': wish })),
    ...[json(), json({ stream: true }), json({ n: 2 })].map((text) => post(text, { ...known, [ID]: 'mine' })),
    post(json(), { ...known, accept: 'application/xml, text/plain;q=0.5' }),
    post(json(), { ...known, 'x-stainless-lang': 'js' }),
    post('\u001f\u008b', { ...known, 'content-encoding': 'gzip' }),
    post(json(), { ...known, 'x-title': '\u00e9' }),
    post(json(), { ...known, expect: '100-continue', upgrade: 'h2c', cookie: `a=${'x'.repeat(5000)}` }),
    post(json(), { ...known, 'content-type': 'application/json; charset=utf-8' }),
    ...['Application/JSON', 'application/json; charset="utf-8"'].map((type) =>
      post(json(), { ...known, 'content-type': type }),
    ),
    post(json({ stream: true }), { ...known, accept: 'application/json' }),
    post(json({ n: 2 }), { ...known, accept: 'text/html' }),
    post(json(), { ...known, 'content-encoding': 'gzip', 'content-type': 'text/plain' }),
    ...[
      { 'accept-encoding': 'gzip, deflate, br' },
      { 'x-correlation-id': 'caller-0123456789abcdef' },
      { 'x-trace-id': 'trace-1', 'x-datadog-trace-id': '1', 'x-request-id': '0a1b2c3d-0a1b-4c3d-8a1b-0a1b2c3d4e5f' },
      { baggage: 'a=b', range: 'bytes=0-99', 'x-forwarded-for': '203.0.113.7, 10.0.0.1' },
      { traceparent: '00-4bf9-0-1' },
      { via: '1.1 proxy.example.com', 'accept-encoding': 'br' },
      { accept: 'text/html,*/*;q=0.8' },
      { 'x-requested-with': 'XMLHttpRequest' },
      { origin: 'https://app.example.com', 'content-type': 'application/json' },
      { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    ].flatMap((variation) => [
      list({ ...known, ...variation }),
      post(json(), { ...known, ...variation }),
      post(json({ stream: true }), { ...known, ...variation }),
    ]),
    ...[known, second].flatMap((headers) =>
      [LIMIT, LIMIT + 1, 1_090_000, 3 * LIMIT].flatMap((bytes) => [
        post(json(), headers, { bytes }),
        post(json(), { ...headers, 'content-length': String(bytes) }, { bytes }),
      ]),
    ),
    ...[json({ stream: true }), json()].flatMap((text) => [
      post(text, known, { aborts: true }),
      post(text),
      post(json({ stream: true })),
      list(known),
    ]),
    ...[json(), json({ n: 2 })].map((text) => post(text, known, { slow: true })),
    post(json(), {}, { version: '1.0' }),
    post(json({ n: 2 }), known, { version: '1.0' }),
    list(bearer(demo.second.toUpperCase())),
    ...[bearer(demo.limited), { ...known, 'x-test-fault': 'unavailable' }].flatMap((headers) =>
      [1, 2, 3].map(() => post(json(), { ...headers, [ID]: 'mine' })),
    ),
    post(json({ model: 'svc/small-1' }), {}),
    ...[{ temperature: 9 }, { seed: 1 }].map((more) => post(json(more), { ...known, 'transfer-encoding': 'chunked' })),
    post(json({ stream: true, n: null })),
    ...Array.from({ length: 6 }, () => post(json(), bearer(demo.limited))),
    ...Array.from({ length: 9 }, () => post(json({ model: demo.unavailable, stream: true }))),
    ...Array.from({ length: 6 }, () => post(json(), bearer(demo.disabled))),
    post(json({ stream: true }), { ...known, 'x-test-fault': 'internal' }),
    post(json(SECOND), second),
  ]
}

interface Responded {
  readonly status: number
  readonly id: string | undefined
  readonly body: string
}

/** Sends the whole battery to a gateway; returns the responses, with their bodies as text. */
export function bombard(deviations: Deviations, faults: string[], variants: string[] = []): Responded[] {
  return [...responsesOf(deviations, faults, variants)]
}

/** Whether some request of the battery triggers the fault. */
export function meets(deviations: Deviations, fault: string): boolean {
  for (const _response of responsesOf(deviations, [fault], [])) if (deviations.emitted(fault) > 0) return true
  return false
}

function* responsesOf(deviations: Deviations, faults: string[], variants: string[]): Generator<Responded> {
  let late = 0
  const clock = { ...systemClock, now: () => systemClock.now() + late }
  const gateway = createGateway(undefined, { faults, variants, clock }, deviations)
  let last: Responded | undefined
  for (const asked of requests()) yield (last = ask(gateway, asked, () => (late += 1000)))
  if (last?.id) yield ask(gateway, list({ ...bearer(demo.valid), [ID]: last.id }), () => 0)
}

/** @param wait advances the clock */
function ask(gateway: Gateway, asked: Asked, wait: () => void): Responded {
  const { method = '', target = '', headers = {}, text, bytes, version, aborts = false, slow = false } = asked
  // All requests use one connection.
  const head: RequestHead = { method, target, connection: gateway, version, header: (name) => headers[name] }
  const opening = gateway.begin(head)
  if (slow) wait()
  const size = bytes ?? text?.length ?? 1
  const response = wantsBody(opening)
    ? size > opening.limit
      ? opening.overflow()
      : opening.finish(text, size)
    : opening
  if (aborts) response.onDelivered?.(0, true)
  const at = response.headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === ID)
  return { status: response.status, id: at < 0 ? undefined : response.headers[at + 1], body: textOf(response.body) }
}
