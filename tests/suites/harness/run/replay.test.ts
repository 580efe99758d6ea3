import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { isOrdinary } from '../../../../suites/harness/catalogue/ordinary-words.ts'
import type { Profile } from '../../../../suites/harness/catalogue/profiles.ts'
import type { Exchange, SentRequest } from '../../../../suites/harness/http/exchange.ts'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { parseTranscript } from '../../../../suites/harness/report/transcript-file.ts'
import { secretsOfHeaders } from '../../../../suites/harness/target/network.ts'
import { proxyAt } from '../../../../suites/harness/target/proxy.ts'
import { names } from '../../../../suites/harness/text/names.ts'
import { Traces } from '../../../../suites/harness/text/traces.ts'
import { allChecks } from '../../../../suites/index.ts'
import { mockForFile } from '../../../mock/asking.ts'
import { mockAt, recorded } from '../../../reporters/samples.ts'
import { membersOf } from '../members.ts'
import { proxyServer } from '../target/proxy-server.ts'

const mock = await mockForFile()

/** Records a run against the mock or one of its faults. */
const recordedAt = (where: string, profile: Profile) => recorded(mockAt(`${mock.url}${where}`), profile)

for (const [where, profile, conclusion] of [
  ['', 'smoke', 'conformant'],
  ['', 'full', 'conformant'],
  ['/faults/completion-usage-null', 'core', 'nonconformant'],
  ['/faults/limited-as-403', 'full', 'nonconformant'],
  // Some refusals are not repeated, because their cause is known: which ones depends on the order of responses.
  ['/faults/refuses-scripting-libraries-with-403', 'core', 'conformant'],
  // Without a gateway, the run looks for it at nearby paths.
  ['/no/such/path', 'core', 'incomplete'],
] as const)
  test(`a replay of a run of ${profile} on ${where || 'the mock'} has the same report byte for byte`, async () => {
    const { report, text } = await recordedAt(where, profile)
    const again = await replay(parseTranscript(text, 'transcript'), allChecks)
    assert.deepEqual([again.report.conclusion, again.divergences], [conclusion, []])
    assert.equal(JSON.stringify(again.report), JSON.stringify(report))
    assert.ok(!text.includes('not-a-real-secret'), 'a key is in the transcript')
  })

/** Secrets of keys for tests, as people write them. */
const SIMPLE = names(
  'password password1 12345678 1234567890 0123456789abcdef abcdefgh abcdefghijklmnop fedcba9876543210 00000000',
  '111111111111 xxxxxxxx my-secret test-key messages completions application assistant conformance langchain',
  'api.example.com 127.0.0.1 localhost:8080 not-a-secret changeme deadbeef',
)

/** Values of headers that are not secret. */
const PUBLIC = [
  ...names('no-cache identity keep-alive proxy.example.com 203.0.113.7 OpenAI/Python trailers XMLHttpRequest internal'),
  ...['gzip, deflate, br', 'unavailable', 'user@example.com', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'],
]

test('a record has no trace of a simple key or public header, so no mask changes what a replay compares', async () => {
  const { text } = await recordedAt('', 'core')
  const headers = secretsOfHeaders(PUBLIC.map((value) => ({ name: 'x-a', value, variable: 'A' })))
  const traces = new Traces([...SIMPLE.map((secret) => `svc_test_${secret}`), ...headers], false, isOrdinary, 1)
  assert.deepEqual(
    traces.in(text).map(([start, end]) => text.slice(start, end)),
    [],
  )
  for (const secret of SIMPLE) assert.notDeepEqual(traces.in(`key svc_test_${secret}, `), [], secret)
})

for (const secret of ['supersecretvalue_x1', 'Zk39xQp71Lm_ab', 'correct-horse-battery', 'kqjzxvhwmb'])
  test(`a header with the secret ${secret} is masked`, () =>
    assert.ok(secretsOfHeaders([{ name: 'x-a', value: secret, variable: 'A' }]).includes(secret)))

test('a replay of a run through a forward proxy has the same report', async () => {
  const { host } = await proxyServer({ to: Number(new URL(mock.url).port) })
  const target = { ...mockAt(mock.url), network: { proxy: proxyAt(host) } }
  const { report, text } = await recorded(target, 'core')
  const again = await replay(parseTranscript(text, 'transcript'), allChecks)
  assert.deepEqual([again.report.conclusion, again.divergences], ['conformant', []])
  assert.equal(JSON.stringify(again.report), JSON.stringify(report))
})

test('a record without the repetitions that show a cause leaves it open', async () => {
  const { text } = await recordedAt('/faults/refuses-escaped-names', 'core')
  const honest = parseTranscript(text, 'transcript')
  const exchanges = honest.exchanges.filter(({ role }) => role !== 'again')
  const conclusions = [honest, { ...honest, exchanges }].map(
    async (run) => (await replay(run, allChecks)).report.conclusion,
  )
  assert.deepEqual(await Promise.all(conclusions), ['nonconformant', 'incomplete'])
})

test('a transcript without name, role, attempt and start of each exchange has the same report', async () => {
  const { report, text } = await recordedAt('/faults/limited-as-403', 'core')
  const [head, ...lines] = text.trimEnd().split('\n')
  const stripped = lines.map((line) => {
    const { name, role, between, attempt, startedAt, ...rest } = JSON.parse(line)
    return JSON.stringify(rest)
  })
  const older = `${[head, ...stripped].join('\n')}\n`
  assert.ok(older.length < text.length - 1000)
  const again = await replay(parseTranscript(older, 'transcript'), allChecks)
  assert.deepEqual([again.divergences, JSON.stringify(again.report)], [[], JSON.stringify(report)])
})

const { text: smoke } = await recordedAt('', 'smoke')
const run = parseTranscript(smoke, 'transcript')
const [first, second] = run.exchanges as [Exchange, Exchange]

/** The exchanges, with other requests for the first ones. */
const asking = (...requests: readonly SentRequest[]): readonly Exchange[] =>
  run.exchanges.map((exchange, at) => ({ ...exchange, request: requests[at] ?? exchange.request }))

for (const [title, exchanges, kinds] of [
  ['a missing exchange', run.exchanges.slice(1), ['missing']],
  ['an additional exchange', [...run.exchanges, { ...first, id: 'not-of-this-run/1' }], ['never requested']],
  ['a repeated exchange', [...run.exchanges, first], ['recorded twice']],
  ['another path', asking({ ...first.request, path: '/v1/other' }), ['other request']],
  ['two swapped requests', asking(second.request, first.request), ['other request', 'other request']],
] as const)
  test(`a record with ${title} diverges from the checks`, async () => {
    const { divergences } = await replay({ ...run, exchanges }, allChecks)
    assert.deepEqual(membersOf(divergences, 'kind'), kinds)
  })

/** The record with a changed first response. */
function withResponse(change: object): string {
  const [head, line = '', ...rest] = smoke.split('\n')
  const exchange = JSON.parse(line)
  return [head, JSON.stringify({ ...exchange, answer: { ...exchange.answer, ...change } }), ...rest].join('\n')
}

const withBody = (text: string): string =>
  withResponse({ body: { deflated: deflateSync(Buffer.from(text)).toString('base64') } })

const NOT_VALID = /^t:2: this is not a valid exchange of a transcript/
const otherLine = (change: (line: string) => string): string => smoke.replace(/\n[^\n]+/, change)
const stuck = otherLine((line) =>
  line.replace(/"body":"/, '"body":{"deflated":"AAAA"},"x":"').replace(/,"x":"(?:[^"\\]|\\.)*"/, ''),
)
const MANY = withBody(`[${'[],'.repeat(1_100_000)}1]`)
const LONG = withBody(' '.repeat(4 * 1024 * 1024 + 1))
const LINES = withBody('data:{}\n\n'.repeat(10_001))

for (const [title, text, says] of [
  ['no JSON', 'no', /^t:1:1: this is not JSON: expected a value here/],
  ['another format', '{"format":"other/1"}\n', /^t:1: this is not a valid head of a transcript/],
  ['an invalid exchange', otherLine(() => '\n{"id":"a"}'), NOT_VALID],
  ['a body that cannot be unpacked', stuck, /^t:2: a body cannot be unpacked/],
  ['a response longer than a run keeps', LONG, /^t:2: a body .* has more than 4 MiB/],
  ['a stream of more lines than a run keeps', LINES, /^t:2: the stream has more than 20000/],
  ['more values than any run has', MANY, /^t:2: .* more than 2000000 lines and values/],
  ['more packets than a run records', withResponse({ packets: Array(1001).fill([0, 0]) }), NOT_VALID],
  ['more interim responses than a run records', withResponse({ interim: Array(1001).fill(103) }), NOT_VALID],
  ['more headers than a run accepts', withResponse({ headers: Array(257).fill(['x', 'y']) }), NOT_VALID],
] as const)
  test(`a transcript with ${title} is refused with its location`, () =>
    assert.throws(() => parseTranscript(text, 't'), { name: 'UsageError', message: says }))
