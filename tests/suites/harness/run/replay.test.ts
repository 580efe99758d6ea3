import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { startMock } from '../../../../mock/index.ts'
import type { Profile } from '../../../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../../../suites/harness/catalogue/usage-error.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Conclusion } from '../../../../suites/harness/judge/finding.ts'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { parseTranscript } from '../../../../suites/harness/report/transcript-file.ts'
import { allChecks } from '../../../../suites/index.ts'
import { mockAt, recorded } from '../../../reporters/samples.ts'

const mock = await startMock()
after(() => mock.close())

/** A run against the mock, or against one of its faults. */
const recordedAt = (where: string, profile: Profile) => recorded(mockAt(`${mock.url}${where}`), profile)

const places: readonly (readonly [where: string, profile: Profile, conclusion: Conclusion])[] = [
  ['', 'smoke', 'conformant'],
  ['', 'full', 'conformant'],
  ['/faults/completion-usage-null', 'core', 'nonconformant'],
  ['/faults/limited-as-403', 'full', 'nonconformant'],
  // No gateway is there: the run looks for it next to.
  ['/no/such/path', 'core', 'incomplete'],
]
for (const [where, profile, conclusion] of places) {
  test(`a run of ${profile} on ${where || 'the mock'}, made again from its transcript, gives its report byte for byte`, async () => {
    const { report, text } = await recordedAt(where, profile)
    const again = await replay(parseTranscript(text, 'transcript'), allChecks)
    assert.equal(again.report.conclusion, conclusion)
    assert.deepEqual(again.divergences, [])
    assert.equal(JSON.stringify(again.report), JSON.stringify(report))
    assert.ok(!text.includes('not-a-real-secret'), 'a key is in the transcript')
  })
}

test('a transcript without name, role, attempt and start of each exchange gives the same report', async () => {
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

const changes: readonly (readonly [title: string, exchanges: readonly Exchange[], kinds: readonly string[]])[] = [
  ['one that is missing', run.exchanges.slice(1), ['missing']],
  ['one more', [...run.exchanges, { ...first, id: 'not-of-this-run/1' }], ['never requested']],
  ['one twice', [...run.exchanges, first], ['recorded twice']],
  [
    'one with another path',
    run.exchanges.with(0, { ...first, request: { ...first.request, path: '/v1/other' } }),
    ['other request'],
  ],
  [
    'two whose requests changed places',
    run.exchanges.with(0, { ...first, request: second.request }).with(1, { ...second, request: first.request }),
    ['other request', 'other request'],
  ],
]
for (const [title, exchanges, kinds] of changes) {
  test(`a record with ${title} is not what the checks ask`, async () => {
    const { divergences } = await replay({ ...run, exchanges }, allChecks)
    assert.deepEqual(
      divergences.map(({ kind }) => kind),
      kinds,
    )
  })
}

/** The record, with something else in the first response. */
function withAnswer(change: object): string {
  const [head, line = '', ...rest] = smoke.split('\n')
  const exchange = JSON.parse(line)
  return [head, JSON.stringify({ ...exchange, answer: { ...exchange.answer, ...change } }), ...rest].join('\n')
}

const withBody = (text: string): string =>
  withAnswer({ body: { deflated: deflateSync(Buffer.from(text)).toString('base64') } })

const NOT_VALID = /^t:2: this is not a valid exchange of a transcript/

const malformed: readonly (readonly [title: string, text: string, says: RegExp])[] = [
  ['no JSON', 'no', /^t:1:1: this is not JSON: expected a value here/],
  ['another format', '{"format":"other/1"}\n', /^t:1: this is not a valid head of a transcript/],
  [
    'an invalid exchange',
    smoke.replace(/\n[^\n]+/, '\n{"id":"a"}'),
    /^t:2: this is not a valid exchange of a transcript/,
  ],
  [
    'a body that cannot be unpacked',
    smoke.replace(/\n[^\n]+/, (line) =>
      line.replace(/"body":"/, '"body":{"deflated":"AAAA"},"x":"').replace(/,"x":"(?:[^"\\]|\\.)*"/, ''),
    ),
    /^t:2: a body cannot be unpacked/,
  ],
  [
    'a response longer than a run keeps',
    withBody(' '.repeat(4 * 1024 * 1024 + 1)),
    /^t:2: a body .* has more than 4 MiB/,
  ],
  [
    'a stream of more lines than a run keeps',
    withBody('data:{}\n\n'.repeat(10_001)),
    /^t:2: the stream has more than 20000/,
  ],
  [
    'more values than any run has',
    withBody(`[${'[],'.repeat(1_100_000)}1]`),
    /^t:2: .* more than 2000000 lines and values/,
  ],
  ['more packets than a run notes', withAnswer({ packets: Array(1001).fill([0, 0]) }), NOT_VALID],
  ['more interim responses than a run notes', withAnswer({ interim: Array(1001).fill(103) }), NOT_VALID],
  ['more headers than a run takes', withAnswer({ headers: Array(257).fill(['x', 'y']) }), NOT_VALID],
]
for (const [title, text, says] of malformed) {
  test(`a transcript with ${title} is refused with its place`, () => {
    assert.throws(
      () => parseTranscript(text, 't'),
      (error) => error instanceof UsageError && says.test(error.message),
    )
  })
}
