import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RequirementId } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import { packExchange } from '../../../../suites/harness/http/exchange-json.ts'
import { recordsOf } from '../../../../suites/harness/traffic/formats/formats.ts'
import { lineOf, seenExchange } from '../../../../suites/harness/traffic/formats/lines.ts'
import { itemsOf } from '../../../../suites/harness/traffic/formats/pieces.ts'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import type { SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import type { TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import { folder } from '../../../cli/command.ts'
import { runAnew, runOf } from '../../runs.ts'
import { headersWith } from '../http/exchanges.ts'

const directory = folder()

function file(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

async function read(path: string): Promise<(SeenExchange | undefined)[]> {
  const records: (SeenExchange | undefined)[] = []
  for await (const seen of recordsOf(path)) records.push(seen)
  return records
}

async function judged(path: string): Promise<TrafficSummary> {
  const judge = new TrafficJudge()
  for (const seen of await read(path)) if (seen) judge.add(seen)
  return judge.summary()
}

const idsOf = ({ requirements }: TrafficSummary, wanted: 'broken' | 'held'): RequirementId[] =>
  requirements.flatMap(({ id, verdict }) => (verdict === wanted ? [id] : []))

const pairs = (headers: readonly Header[]): object[] => headers.map(([name, value]) => ({ name, value }))

/** A HAR entry by a tool that decodes text. */
function entryOf({ request, response, duration }: Exchange): object {
  const type = response?.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const bytes = Buffer.from(response?.body ?? '')
  const content = isUtf8(bytes) ? { text: bytes.toString() } : { text: bytes.toString('base64'), encoding: 'base64' }
  const post = request.body && { mimeType: 'application/json', text: Buffer.from(request.body).toString() }
  return {
    startedDateTime: '2026-11-01T00:00:00.000Z',
    time: duration,
    request: {
      method: request.method,
      url: `https://gateway.example.com${request.path}`,
      headers: pairs(request.headers),
      postData: post,
      bodySize: request.body?.length ?? 0,
    },
    response: {
      status: response?.status ?? 0,
      headers: pairs(response?.headers ?? []),
      content: { mimeType: type, size: bytes.length, ...content },
    },
  }
}

const har = (...entries: readonly object[]): string => JSON.stringify({ log: { entries } })

/** A trace by the tap filter of Envoy. */
function traceOf({ request, response }: Exchange): object {
  const half = (headers: readonly Header[], bytes: Uint8Array = Buffer.of()): object => ({
    headers: headers.map(([key, value]) => ({ key: key.toLowerCase(), value })),
    body: { truncated: false, as_bytes: Buffer.from(bytes).toString('base64') },
  })
  const asked = half([[':path', request.path], [':method', request.method], ...request.headers], request.body)
  const responded = response && {
    response: half([[':status', `${response.status}`], ...response.headers], response.body),
  }
  return { http_buffered_trace: { request: asked, ...responded } }
}

const HEAD = '{"format":"svc-conformance-transcript/1"}'
const written: Readonly<Record<string, (exchanges: readonly Exchange[]) => string>> = {
  'run.ndjson': (exchanges) => exchanges.map((exchange) => lineOf(seenExchange(exchange))).join(''),
  'run.jsonl': (exchanges) => [HEAD, ...exchanges.map((one) => JSON.stringify(packExchange(one)))].join('\n'),
  'run.tap': (exchanges) => exchanges.map((exchange) => JSON.stringify(traceOf(exchange), undefined, 1)).join('\n'),
  'run.har': (exchanges) => JSON.stringify({ log: { version: '1.2', entries: exchanges.map(entryOf) } }),
}

for (const [name, write] of Object.entries(written))
  test(`${name}: the traffic of a run against the mock breaks nothing`, async () => {
    const { transcript } = await runOf('full')
    const summary = await judged(file(name, write(transcript.exchanges)))
    assert.deepEqual(idsOf(summary, 'broken'), [])
    assert.ok(idsOf(summary, 'held').length > 95, `${idsOf(summary, 'held').length}`)
  })

test('an exchange of a transcript has the base URL and the time of its run', async () => {
  const { transcript } = await runOf('full')
  const started = '2026-11-01T00:00:00.000Z'
  const head = { format: 'svc-conformance-transcript/1', started, target: { base_url: 'https://gw.example/a' } }
  const [first = assert.fail('there is no exchange')] = transcript.exchanges
  const lines = [head, packExchange(first)].map((line) => JSON.stringify(line))
  const [seen] = await read(file('dated.jsonl', lines.join('\n')))
  assert.equal(seen?.request.url, `https://gw.example/a${first.request.path}`)
  assert.equal(seen?.at, Date.parse(started) + (first.startedAt ?? 0))
})

/** Faults, and the requirements that traffic shows as broken. */
for (const [fault, expected] of [
  ['request-id-constant', ['request-id-unique']],
  ['unknown-field-as-501', ['completion-statuses']],
] as const)
  test(`finds ${fault} in a run as NDJSON, HAR and Envoy traces`, async () => {
    const { transcript } = await runAnew('core', { faults: [fault], seed: 1 })
    for (const name of ['run.ndjson', 'run.har', 'run.tap']) {
      const summary = await judged(file(name, written[name]?.(transcript.exchanges) ?? ''))
      assert.deepEqual(idsOf(summary, 'broken'), expected, name)
    }
  })

test('reads only statuses, media types and request ids from access logs and spans', async () => {
  const kong = {
    request: { method: 'POST', uri: '/v1/chat/completions' },
    response: { status: 200, headers: { 'content-type': 'application/json', 'x-svc-request-id': 'a' } },
    started_at: 1_760_000_000_000,
    latencies: { request: 12 },
  }
  const envoy = {
    method: 'GET',
    path: '/v1/models',
    response_code: 200,
    response_content_type: 'application/json',
    x_svc_request_id: 'b',
    duration: 3,
    start_time: '2026-11-01T00:00:00Z',
  }
  const nginx = {
    request_method: 'POST',
    request_uri: '/v1/chat/completions?x=1',
    status: 418,
    sent_http_content_type: 'text/html',
    sent_http_x_svc_request_id: '-',
    request_time: 0.5,
  }
  const texts = Object.entries({ 'http.request.method': 'POST', 'url.path': '/v1/chat/completions' })
  const attributes = texts.map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const span = {
    attributes: [...attributes, { key: 'http.response.status_code', value: { intValue: '422' } }],
    startTimeUnixNano: '1760000000000000000',
    endTimeUnixNano: '1760000001000000000',
  }
  const otel = { resourceSpans: [{ scopeSpans: [{ spans: [span, { attributes: [] }] }] }] }
  const empty = { method: null, path: null, response_code: 0 }
  const log = (name: string, ...records: object[]): string =>
    file(name, records.map((record) => JSON.stringify(record)).join('\n'))
  const [, second] = await read(log('probed.json', empty, envoy))
  assert.deepEqual([second?.response?.status, second?.duration], [200, 3])
  const [first] = await read(log('kong.json', kong))
  assert.deepEqual(first?.response, { status: 200, mediaType: 'application/json', requestId: 'a' })
  const path = log('nginx.json', nginx)
  assert.deepEqual((await read(path))[0]?.response, { status: 418, mediaType: 'text/html', requestId: '' })
  assert.deepEqual(idsOf(await judged(path), 'broken'), ['completion-statuses', 'error-media-type'])
  const two = await judged(log('two.json', nginx, { ...nginx, sent_http_x_svc_request_id: 'c' }))
  assert.ok(idsOf(two, 'broken').includes('request-id-present'))
  const closed = await read(log('closed.json', { ...nginx, status: 444 }))
  assert.deepEqual(closed[0]?.response, undefined)
  assert.equal((await read(file('mark.json', `\uFEFF${JSON.stringify(nginx)}`)))[0]?.response?.status, 418)
  const spans = await read(log('spans.json', otel))
  assert.deepEqual([spans[0]?.duration, spans[1]], [1000, undefined])
})

test('reports nothing about truncated, missing or compressed bodies in a HAR', async () => {
  const entry = (content: object, ...headers: Header[]): object => ({
    request: { method: 'POST', url: 'https://a.example/v1/chat/completions', headers: [] },
    response: { status: 200, headers: pairs(headersWith(JSON.stringify(content), undefined, ...headers)), content },
  })
  const entries = [
    entry({ size: 0, text: '' }),
    entry({ size: 9, text: '{"id":"c' }),
    entry({ size: 9, text: '{"id":"d' }, ['content-length', '100']),
    entry({ size: 9, text: 'H4sIAAAAAAAAA/8=', encoding: 'base64' }, ['content-encoding', 'gzip']),
    entry({ size: 900, text: 'data: {"id":"c', comment: 'only the beginning is shown' }),
  ]
  const summary = await judged(file('cut.har', har(...entries)))
  assert.deepEqual([summary.judged, idsOf(summary, 'broken')], [5, []])
})

test('reports missing headers only in a file with headers of the gateway', async () => {
  const entry = (headers: object): object => ({
    request: { method: 'GET', url: 'https://a.example/v1/models', headers: [{ name: 'accept', value: '*/*' }] },
    response: {
      status: 401,
      headers: pairs(Object.entries({ 'content-length': '2', ...headers })),
      content: { size: 2, mimeType: 'text/plain', text: '{}' },
    },
  })
  const stripped = await judged(file('stripped.har', har(entry({}), entry({}))))
  assert.deepEqual([idsOf(stripped, 'broken'), stripped.headerless], [[], 1])
  const whole = await judged(file('whole.har', har(entry({}), entry({ 'X-Svc-Request-Id': 'a' }), entry({}))))
  const [id] = whole.requirements.filter(({ verdict }) => verdict === 'broken')
  assert.deepEqual([id?.id, id?.judged, id?.broken, id?.examples.length], ['request-id-present', 3, 2, 2])
  assert.equal(whole.headerless, 0)
  const cached = Array.from({ length: 12 }, () => entry({ 'x-svc-request-id': 'a' }))
  assert.ok(!idsOf(await judged(file('cached.har', har(...cached))), 'broken').includes('request-id-unique'))
})

test('finds the same records in a text with any split into pieces', async () => {
  const entries = [{ a: '}]{["\\' }, { b: [{ c: 1 }] }]
  const text = JSON.stringify({ log: { pages: [{ a: '"entries":[{"no":1}]' }], entries } }, null, 1)
  for (let size = 1; size < 20; size += 1) {
    const pieces = (async function* () {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    })()
    const items: unknown[] = []
    for await (const { text: item } of itemsOf(pieces, 'entries')) items.push(JSON.parse(item))
    assert.deepEqual(items, entries, `${size}`)
  }
})

test('counts an unreadable record, and refuses a file of another kind with a hint', async () => {
  const line = JSON.stringify({ request: { method: 'GET', url: '/v1/models' } })
  const records = await read(file('some.ndjson', `${line}\n{"cut\n\n${line}\n`))
  const isRead = records.map((seen) => seen !== undefined)
  assert.deepEqual(isRead, [true, false, true])
  for (const end of ['}]', ',{"cut', '']) {
    const cut = await read(file('cut.har', `{"log":{"entries":[${line}${end}`))
    assert.equal(cut.filter((seen) => seen === undefined).length, 1, end)
  }
  await assert.rejects(read(file('text.txt', 'hello\n')), { name: 'UsageError', message: /--format/ })
  await assert.rejects(read(join(directory, 'none')), /there is no such file/)
})
