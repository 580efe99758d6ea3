/** One root is one cause, even if it breaks requirements of several kinds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import type { ReportedCause } from '../../../../suites/harness/report/causes.ts'
import { dimensions } from '../../../../suites/harness/variation/dimensions.ts'
import type { Alter, Asked } from '../../../integration/drivers/altered-mock.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'
import { reportOf, reportOn } from '../../../reporters/samples.ts'
import { completionWith, errorWith } from '../http/bodies.ts'
import { DONE, final, framed, hello } from '../http/event-writer.ts'

async function causes(alter: Alter): Promise<readonly ReportedCause[]> {
  const { causes: all = [] } = await reportOn(alter)
  return all.filter(({ verdict }) => verdict === 'fail')
}

const replaced =
  (text: string | RegExp, by: string): Alter =>
  (response) => {
    response.body = Buffer.from(response.body.toString().replaceAll(text, by))
  }

const together =
  (...alterations: readonly Alter[]): Alter =>
  (...all) => {
    for (const alter of alterations) alter(...all)
  }

const titles = (found: readonly ReportedCause[]): string[] => found.map(({ title }) => title)

/** The recorded values of Accept-Encoding with gzip. */
const CODINGS = dimensions['accept-encoding']
  .filter((value) => value.includes('gzip'))
  .toSorted()
  .map((value) => (/[ ,]/.test(value) ? `'${value}'` : value))
  .join(' or ')
const takesGzip = ({ headers }: Asked): boolean => String(headers['accept-encoding']).includes('gzip')

/** A proxy that accepts bodies up to 64 KiB. */
const smallBodies =
  (sent: Record<string, string>, body: string): Alter =>
  (response, { headers }) => {
    if (Number(headers['content-length'] ?? 0) > 65_536)
      Object.assign(response, { status: 413, headers: { ...sent }, body: Buffer.from(body) })
  }
const PAGE = '<html><center><h1>413 Request Entity Too Large</h1></center><hr><center>nginx/1.22.1</html>'

const bareNotFound: Alter = (response) => {
  if (response.status === 404) response.body = Buffer.from('{"error":{"message":"Not found.","code":"none"}}')
}

test('nulls in a delta, a value in two schemas, missing error members and a size limit are a cause each', async () => {
  const found = await causes(
    together(
      smallBodies({ 'content-type': 'text/html', server: 'nginx/1.22.1' }, PAGE),
      bareNotFound,
      replaced('"delta":{"role":"assistant"', '"delta":{"role":null,"content":null'),
      replaced('"finish_reason":"stop"', '"finish_reason":"tool_calls"'),
    ),
  )
  const expected: readonly (readonly [title: RegExp, requirements: readonly string[]])[] = [
    [/^got null as choices\[\]\.delta/, ['chunk-delta-content', 'chunk-delta-role']],
    [/^got "tool_calls" as choices\[\]\.finish_reason/, ['choice-finish-reason', 'chunk-choice-finish-reason']],
    [
      /^missing members: error\.(?:type|param), error\.(?:type|param), all with status 404$/,
      ['error-param', 'error-type'],
    ],
    [/^got 413 instead of 200$/, ['error-body', 'error-media-type', 'request-id-present', 'request-size-accepted']],
  ]
  for (const [title, requirements] of expected) {
    const [cause, ...more] = found.filter((each) => title.test(each.title))
    assert.deepEqual(more, [], String(title))
    const missing = requirements.filter((id) => !cause?.requirements.includes(id))
    assert.deepEqual(missing, [], `${title}: ${cause?.requirements.join(', ')}`)
  }
  assert.equal(found.length, expected.length, titles(found).join('\n'))
})

test('a proxy that rejects gzip clients is one cause, and so is one that truncates their responses', async () => {
  const refused = await causes((response, asked) => {
    if (takesGzip(asked)) Object.assign(response, { status: 406, headers: {}, body: Buffer.alloc(0) })
  })
  assert.deepEqual(titles(refused), [`got 406 instead of 200, only with accept-encoding: ${CODINGS}`])
  const [first, ...untested] = await causes((response, asked) => {
    if (takesGzip(asked)) response.body = response.body.subarray(0, response.body.length - 20)
  })
  assert.ok(first?.title.endsWith(`, only with accept-encoding: ${CODINGS}`), first?.title)
  // Concurrent requests do not claim a condition.
  for (const { finding, requirements } of untested) {
    assert.match(finding.check ?? '', /at-once$/)
    assert.ok(requirements.every((id) => first?.requirements.includes(id)))
  }
})

/** The Accept header decides between JSON and a stream, and `stream` has no effect. */
const acceptDecides: Alter = (response, { path, headers }) => {
  if (response.status !== 200 || !path.endsWith('/completions')) return
  const streams = String(headers.accept).includes('text/event-stream')
  response.headers['content-type'] = streams ? 'text/event-stream' : 'application/json'
  response.body = Buffer.from(streams ? framed([hello, final, DONE]) : completionWith())
}

test('a body limit whose errors lack only the request id is one cause', async () => {
  const error = errorWith({ type: 'invalid_request_error' })
  const found = await causes(smallBodies({ 'content-type': 'application/json' }, error))
  assert.deepEqual(titles(found), ['got 413 instead of 200'])
  assert.ok(found[0]?.requirements.includes('request-id-present'))
})

test('streams instead of JSON and JSON instead of streams are one cause', async () => {
  const found = await causes(acceptDecides)
  assert.equal(found.length, 1, titles(found).join('\n'))
  for (const id of ['stream-started', 'completion-json']) assert.ok(found[0]?.requirements.includes(id as never), id)
  assert.match(found[0]?.expected ?? '', /an event stream$/)
})

test('the count for a shared request id includes all responses with it', async () => {
  let responses = 0
  const found = await causes((response) => {
    responses += 1
    if (responses % 10 !== 0) response.headers['x-svc-request-id'] = 'req_8f2a_1'
  })
  const cause = found.find(({ id }) => id === 'request-id-unique')
  assert.ok(cause && cause.answers > 100 && cause.answers < cause.of, `${cause?.answers} of ${cause?.of}`)
})

test('the first requirement of a wrong key rejected with 400 is the one that expects 401', async () => {
  const [cause] = await causes((response) => {
    if (response.status === 401) response.status = 400
  })
  assert.equal(cause?.title, 'got 400 instead of 401')
  assert.match(cause?.requirements[0] ?? '', /^auth-/)
  assert.ok(cause?.requirements.includes('models-statuses'))
})

/** The root, the first requirement and the example request of each cause of a mock with faults. */
async function rootsOf(...faults: readonly string[]): Promise<(readonly [string, string, string | undefined])[]> {
  await using mock = await startMock({ faults })
  const { causes: all = [] } = await reportOf(gatewayTarget(mock), 'core')
  return all.map(({ root = '', requirements: [lead = ''], finding }) => [root, lead, finding.request ?? finding.asked])
}

test('unlisted fields, clamped ranges, nulls and re-encoded bytes are a cause each, with an example', async () => {
  const accepting = ['accepts-unknown', 'accepts-temperature-max', 'accepts-top-p-max']
  const found = await rootsOf(...accepting, 'lets-pass-null-numbers', 'reads-broken-utf-8')
  const expected = [
    ['an unlisted field', /^request-closed/, /^a (?:streamed )?request with \w+: /],
    ['a value out of bounds', /^request-t/, /^a (?:streamed )?request with (?:temperature|top_p): \d/],
    ['null', /^request-no-null$/, /null/],
    ['a body that is not JSON', /^request-body-utf8$/, /UTF-8/],
  ] as const
  assert.equal(found.length, expected.length)
  for (const [at, [root, lead, request]] of expected.entries()) {
    assert.equal(found[at]?.[0], root)
    assert.match(found[at]?.[1] ?? '', lead)
    assert.match(found[at]?.[2] ?? '', request)
  }
})

test('one field without validation is one cause, and so is a condition that mistakes share', async () => {
  for (const faults of [
    ['accepts-temperature-type', 'accepts-temperature-max', 'accepts-temperature-null'],
    ['forgets-unknown-every-third-time', 'forgets-temperature-max-every-third-time'],
  ]) {
    const [[root] = [], ...others] = await rootsOf(...faults)
    assert.deepEqual([root, others], ['', []], faults.join())
  }
})
