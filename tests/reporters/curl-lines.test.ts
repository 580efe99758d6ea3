/** Runs the curl lines of reports in a shell, and compares their statuses with the reports. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { atOnce } from '../../bench/at-once.ts'
import { markdown } from '../../reporters/formats/markdown.ts'
import { htmlReport } from '../../reporters/html/page.ts'
import { summaryOf } from '../../reporters/terminal/terminal.ts'
import { curlOf } from '../../suites/harness/http/curl.ts'
import { type KeyRole, keyVariable } from '../../suites/harness/http/key-forms.ts'
import { reportOf as made, type Report } from '../../suites/harness/report/report.ts'
import type { ReportedFinding } from '../../suites/harness/report/requirement.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { Recorded } from '../../suites/harness/run/session/recorded-exchanges.ts'
import { allChecks } from '../../suites/index.ts'
import { inTurn } from '../agreement/sampled.ts'
import { mockForFile } from '../mock/asking.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { runOf } from '../suites/runs.ts'
import { aboutRun, reportOf } from './samples.ts'

/** One fault of each family: statuses, headers, keys, streams, sizes. Each fails again on the same request. */
const FAULTS = [
  'invalid-as-422',
  'request-id-missing',
  'serves-key-anywhere-in-the-header',
  'stream-done-missing',
  'size-smaller-for-text',
] as const

const LINES_PER_FAULT = 40
const AT_ONCE = 4

const mock = await mockForFile()

function environment(): Record<string, string> {
  const { keys } = gatewayTarget(mock)
  const variables = Object.entries(keys).map(([role, key]) => [keyVariable(role as KeyRole), key ?? ''])
  return { PATH: process.env.PATH ?? '', ...Object.fromEntries(variables) }
}

/** The final status that a line prints, without interim responses. */
function statusOf(line: string, env: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const options = { env, encoding: 'latin1', maxBuffer: 2 ** 24 } as const
    execFile('sh', ['-c', line], options, (_error, stdout) => {
      // Of two requests the second one counts: its head follows the body of the first one.
      if (line.includes(' --next ')) return resolve(Number(/.*HTTP\/[\d.]+ (\d{3})/s.exec(stdout)?.[1]))
      const heads = stdout.matchAll(/(?:^|\r\n\r\n)HTTP\/[\d.]+ (\d{3})/g)
      resolve([...heads].map(([, status]) => Number(status)).find((status) => status >= 200))
    })
  })
}

const findingsOf = ({ causes = [], requirements }: Report): ReportedFinding[] => [
  ...causes.map(({ finding }) => finding),
  ...requirements.flatMap(({ findings }) => findings),
]

/** The distinct curl lines, with the status of their exchange in the report. */
function linesOf(report: Report): Map<string, number | undefined> {
  const statuses = new Map(report.exchanges.map(({ id, answer: response }) => [id, response?.status]))
  const lines = findingsOf(report).flatMap(({ curl, exchanges: [id = ''] }) =>
    curl === undefined ? [] : [[curl, statuses.get(id)] as const],
  )
  return new Map(lines)
}

/** Lines with another form of the key, or with a body from a command; they run first, because plain ones are alike. */
const isOdd = (line: string): boolean => !line.includes(PLAIN_KEY) || / \| curl /.test(line)
const PLAIN_KEY = '-H "authorization: Bearer $SVC_CONFORMANCE_KEY"'

for (const fault of inTurn(FAULTS))
  test(`each curl line of a run against ${fault} gets the same status as in the run`, async () => {
    const report = await reportOf(gatewayTarget(mock, `/faults/${fault}`), 'full')
    const lines = [...linesOf(report)].toSorted(([one], [other]) => Number(isOdd(other)) - Number(isOdd(one)))
    assert.ok(lines.length > 0)
    const env = environment()
    await atOnce(AT_ONCE, lines.slice(0, LINES_PER_FAULT).values(), async ([line, status]) =>
      assert.equal(await statusOf(line, env), status, line),
    )
    assertPrintedWhole(report)
  })

test('the curl line of a failure that needs an earlier request on its connection has both requests', async () => {
  const target = gatewayTarget(mock, '/faults/after-a-401-the-connection-is-501')
  const run = await certify({ target, checks: allChecks, profile: 'core' })
  const options = aboutRun(target)
  const report = made(run, options)
  assert.equal(report.conclusion, 'nonconformant')
  const found = findingsOf(report).filter(({ connection }) => connection !== undefined)
  assert.ok(report.causes?.[0]?.finding.connection)
  const [statuses, env] = [
    new Map(report.exchanges.map(({ id, answer: response }) => [id, response?.status])),
    environment(),
  ]
  for (const {
    connection,
    curl = '',
    exchanges: [id = ''],
  } of found) {
    assert.equal(statuses.get(connection?.after ?? ''), 401)
    assert.equal(connection?.status, 401)
    assert.match(curl, / --next /)
    assert.equal(statuses.get(id), 501)
  }
  for (const line of [...new Set(found.map(({ curl = '' }) => curl))].slice(0, LINES_PER_FAULT))
    assert.equal(await statusOf(line, env), 501, line)
  const sentence = 'was sent before it on this connection and got 401; on a new connection the failure does not repeat'
  for (const text of [summaryOf(report, { detail: 'verbose' }), htmlReport(report)])
    assert.ok(text.replaceAll(/\s+/g, ' ').includes(sentence))

  const recorded = new Recorded(run.transcript.exchanges)
  const again = made(await certify({ target, checks: allChecks, profile: 'core', recorded }), options)
  assert.deepEqual(recorded.divergences(), [])
  assert.deepEqual(again.causes, report.causes)
  assert.deepEqual(again.requirements, report.requirements)
})

/** Asserts that terminal and summary print the curl lines of the report unchanged, and refer to long ones. */
function assertPrintedWhole(report: Report): void {
  const known = new Set(linesOf(report).keys())
  const texts = [summaryOf(report, { detail: 'verbose' }), markdown(report)]
  const printed = texts.flatMap((text) => [...text.matchAll(/^ +(?:curl {6}|- curl: (`+) ?)(.*?) ?\1$/gm)])
  for (const [row, , line = ''] of printed) {
    assert.ok(known.has(line), row)
    assert.ok(line.length <= 2000, `${line.length} characters`)
  }
  for (const { curl = '' } of report.causes?.map(({ finding }) => finding) ?? [])
    if (curl.length > 2000)
      for (const text of texts)
        assert.match(text, new RegExp(`its curl line \\(${curl.length} characters\\) is in report\\.json`))
}

test('a key variable is never in single quotes, where a shell does not expand it', async () => {
  const { transcript } = await runOf('full')
  const lines = transcript.exchanges.map(({ request }) => curlOf(mock.url, request))
  assert.ok(lines.some((line) => line.includes('AUTHORIZATION: ')))
  for (const line of lines)
    for (const [literal] of line.matchAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/g))
      assert.ok(!(literal.startsWith("'") && literal.includes('SVC_CONFORMANCE_KEY')), line)
})
