/** Causes in reports on gateways that break many requirements in few ways. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf } from '../../reporters/terminal/terminal.ts'
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { parseTarget } from '../../suites/harness/target/target-file.ts'
import { unaltered, withoutRequestIds } from './alterations.ts'
import { carelessGateway } from './gateways/careless.ts'
import { allLikeFastapi, likeFastapi } from './gateways/like-fastapi.ts'
import { reportOf, reportOn } from './samples.ts'

const red = ({ requirements }: Report): string[] =>
  requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)

/** The causes of a report; asserts that they cover every failure, and that each shows its exchanges. */
function causesIn(report: Report): readonly ReportedCause[] {
  const { causes = [], exchanges } = report
  const explained = new Set(causes.flatMap(({ requirements }) => requirements))
  assert.deepEqual([...explained].sort(), red(report).sort())
  assert.equal(new Set(causes.map(({ id }) => id)).size, causes.length)
  const shown = new Set(exchanges.map(({ id }) => id))
  for (const { id, finding, answers: responses, of } of causes) {
    assert.ok(responses <= of, `${id}: ${responses} of ${of}`)
    for (const name of finding.exchanges) assert.ok(shown.has(name), `${id}: ${name} is not in the report`)
  }
  return causes
}

/** Lines of a usual terminal. */
const SCREEN = 24

/** Asserts that the last screen of a short summary shows the first cause and the verdict. */
function seenAtTheEnd(report: Report): void {
  const written = ['Report: out/report.json', 'Report: out/report.html']
  const lines = summaryOf(report, { columns: 80, written }).trimEnd().split('\n')
  assert.ok(lines.length <= 60, `${lines.length} lines`)
  const screen = lines.slice(-SCREEN).join('\n')
  const [first] = causesIn(report)
  assert.ok(screen.includes(`${first?.title} in all`), screen)
  assert.match(screen, /\nNONCONFORMANT: \d+ requirements do not hold, for \d causes?\.$/)
}

const titles = (report: Report): string[] => causesIn(report).map(({ title }) => title)

async function carelessReport(): Promise<Report> {
  await using gateway = await carelessGateway()
  const limits = 'limits: { requests: 10000, rate: 5000, concurrency: 16, timeout: 5m }'
  const text = `base_url: ${gateway.url}\nkeys: { valid: svc_careless_0123456789abcdef }\n${limits}\n`
  return await reportOf(parseTarget(text, 'careless', {}), 'core')
}

test('the report on a conforming gateway has no causes', async () =>
  assert.deepEqual(causesIn(await reportOn(unaltered)), []))

test('got 422 instead of 400 is one cause, with all other faults of these responses', async () => {
  const report = await reportOn(likeFastapi)
  const [cause, ...others] = causesIn(report)
  assert.deepEqual(others, [])
  const { title, expected, received, status, media_type, server, verdict } = cause ?? {}
  assert.deepEqual(
    { title, expected, received, status, media_type, server, verdict },
    {
      title: 'got 422 instead of 400',
      expected: '400',
      received: '422',
      status: 422,
      media_type: 'application/json',
      server: 'uvicorn',
      verdict: 'fail',
    },
  )
  assert.equal(cause?.requirements[0], 'completion-statuses')
  assert.ok(cause?.requirements.includes('error-body'))
  assert.equal(cause?.finding.expected, '400')
  seenAtTheEnd(report)
})

test('errors with the correct status but without an error object are a separate cause', async () =>
  assert.deepEqual(titles(await reportOn(allLikeFastapi)), [
    'got 422 instead of 400',
    'got errors with application/json and no error object instead of an error body',
  ]))

test('an error body that is not JSON is a cause that says why', async () => {
  const report = await reportOn((response) => {
    if (response.status === 400) response.body = Buffer.from(response.body.toString().replace('{', '{{'))
  })
  const [title = '', ...others] = titles(report)
  assert.deepEqual(others, [])
  assert.match(title, /^got 400 with application\/json and a body that is not JSON: .+ instead of an error body$/)
})

test('a gateway that validates nothing has one cause for each expected status', async () => {
  const report = await carelessReport()
  assert.deepEqual(titles(report), [
    'got 200 instead of 401',
    'got 200 instead of 400',
    'got 200 instead of 413',
    'got 200 instead of 404',
    'the response should have an error status, an error body',
  ])
  seenAtTheEnd(report)
  const first = report.causes?.find(({ expected }) => expected === '400')
  // Broken UTF-8 is only a warning; 1e400 is a short request, but not a usual mistake of callers.
  assert.doesNotMatch(first?.finding.replay ?? '', /request-body-utf8/)
  assert.doesNotMatch(first?.finding.curl ?? '', /1e400|base64/)
  // The gateway responds to n: 2 with two choices and echoes the model 7; valid requests do not show that.
  // Whether a stream with the model 7 was requested, too, depends on the seed.
  const consequences = first?.consequences?.filter((id) => id !== 'chunk-model')
  assert.deepEqual(consequences, ['completion-model', 'completion-choices', 'choice-index'])
  for (const id of first?.consequences ?? [])
    assert.equal(report.requirements.find((each) => each.id === id)?.verdict, 'pass', id)
})

test('a proxy page is one cause, and so is the same fault in lists, completions and chunks', async () => {
  const report = await reportOn((response) => {
    if (response.status === 413) {
      response.headers = { 'content-type': 'text/html', server: 'nginx' }
      response.body = Buffer.from('<html><h1>413 Request Entity Too Large</h1></html>')
    }
    if (response.status === 200)
      response.body = Buffer.from(response.body.toString().replaceAll(/"created":\d+/g, '"created":1.5'))
  })
  const causes = causesIn(report)
  assert.deepEqual(
    causes.map(({ title, requirements }) => [title, [...requirements].sort()]),
    [
      [
        'got 1.5 as data[].created instead of an integer from 0 to 9223372036854775807',
        ['chunk-created', 'completion-created', 'model-created'],
      ],
      ['got 413 with text/html instead of an error body', ['error-body', 'error-media-type', 'request-id-present']],
    ],
  )
  const servers = causes.map(({ server }) => server)
  assert.deepEqual(servers, [undefined, 'nginx'])
})

test('a cause in all responses has the curl line of a plain valid request', async () => {
  const report = await reportOn(withoutRequestIds)
  const cause = causesIn(report).find(({ id }) => id === 'request-id-present')
  assert.ok(cause && cause.answers === cause.of)
  const curl = cause.finding.curl ?? ''
  // The headers of one client of the run, in its own order and spelling.
  // Some clients send no Accept, which curl would add.
  const line = curl.replace(/ -H '(user-agent|accept):'/, '')
  assert.match(line, /^curl -sS -i '[^']*\/v1\/models'( -H (["'])(authorization|user-agent|accept): [^"']+\2)+$/i)
})
