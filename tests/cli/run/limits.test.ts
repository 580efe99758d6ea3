import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { command, exits, folder, refuses, withKey } from '../command.ts'
import { countingServer } from '../counting-server.ts'
import { reportIn, targetFile, textAt } from '../files.ts'

type Limits = Report['target']['limits']

async function limitsOfRun(args: readonly string[]): Promise<Limits> {
  const out = folder()
  await command(['run', ...args, '--requirement', 'models-list', '--out', out], withKey())
  return reportIn(out).target.limits
}

const ALL = ['--requests', '40', '--rate', '2.5', '--concurrency', '3', '--timeout', '4s']

test('limits of the command line override the target file, and do not need one', async () => {
  await using mock = await startMock()
  const limits = 'limits: { requests: 7, max_tokens: 5 }'
  const file = targetFile(`base_url: ${mock.url}\nkeys: { valid: "\${SVC_CONFORMANCE_KEY}" }\n${limits}\n`)
  for (const [target, max] of [
    [['--base-url', mock.url], 16],
    [['--target', file], 5],
    [[], 16],
  ] as const) {
    const { requests, rate, concurrency, timeout_ms, connect_ms, max_tokens } = await limitsOfRun([...target, ...ALL])
    assert.deepEqual([requests, rate, concurrency, timeout_ms, connect_ms, max_tokens], [40, 2.5, 3, 4000, 4000, max])
  }
})

test('plan has the same limits', async () => {
  const { stdout } = await exits(0, ['plan', '--base-url', 'http://127.0.0.1:9', ...ALL], withKey())
  assert.match(stdout, /at most 40 requests[\s\S]*3 requests at the same time and 2\.5 requests a second/)
})

test('a run does not exceed the budget of --requests', async () => {
  await using mock = await startMock()
  const { stdout } = await exits(3, ['run', '--base-url', mock.url, '--requests', '9'], withKey())
  assert.match(stdout, /budget of 9 requests is spent/)
  assert.ok(mock.gateway.ledger('main').requests <= 9)
})

test('a spent budget is one reason for all requests that were not sent', async () => {
  await using mock = await startMock()
  const out = folder()
  const { stdout } = await command(['run', '--base-url', mock.url, '--requests', '60', '--out', out], withKey())
  assert.match(stdout, /^ {2}\d{2} inconclusive: not sent: the budget of 60 requests is spent \(.* more\)$/m)
  assert.equal(stdout.split('inconclusive: not sent').length, 2)
  const incomplete =
    /^INCOMPLETE: the budget of 60 requests is spent\. Not sent: (\d+) requests of .* more checks\. Allow more with --requests (\d+),/m
  const [, unsent, enough] = incomplete.exec(stdout) ?? []
  assert.ok(Number(unsent) > 100 && Number(enough) >= 60 + Number(unsent), stdout)
  // The page has the reasons of each verdict separately.
  const reasons = textAt(out, 'report.html').match(/<span class="reason">[^<]*not sent/g) ?? []
  assert.ok(reasons.length === 1 || reasons.length === 2, reasons.join('\n'))
})

test('--timeout ends an exchange', async () => {
  await using server = await countingServer(() => undefined)
  const transcript = join(folder(), 'transcript.jsonl')
  const args = ['--base-url', server.url, '--timeout', '200ms', '--transcript', transcript]
  const { stdout } = await exits(3, ['run', ...args], withKey())
  assert.match(stdout, /200 ms/)
  const [, ...lines] = textAt(transcript).trimEnd().split('\n')
  assert.ok(lines.length > 0)
  // The default timeout is thirty seconds.
  for (const line of lines) assert.ok(JSON.parse(line).duration < 20_000, line)
})

for (const [depth, requests] of Object.entries({ '': 950, '--depth 2 --profile core': 950, '--depth 3': 4000 }))
  test(`the budget of a run ${depth} is ${requests} requests without --requests`, async () => {
    await using mock = await startMock()
    const args = ['--base-url', mock.url, ...depth.split(' ').filter(Boolean)]
    assert.equal((await limitsOfRun([...args, '--requests', '77'])).requests, 77)
    assert.equal((await limitsOfRun(args)).requests, requests)
  })

test('smoke sends at most 12 requests, even with a larger budget', async () => {
  await using mock = await startMock()
  const more = ['--base-url', mock.url, '--profile', 'smoke', '--requests', '500']
  assert.equal((await limitsOfRun(more)).requests, 12)
})

const mistakes: Readonly<Record<string, RegExp>> = {
  '--rate 0': /It must be a number from 0\.01 to 10000\./,
  '--concurrency 0': /It must be a whole number from 1 to 256\./,
  '--requests -3': /It must be a whole number from 1/,
  '--timeout 20ms': /It must be a time from 100ms to 10m, such as 500ms, 30s or 2m; a number alone counts seconds\./,
  '--timeout long': /It must be a time/,
  '--concurrency 2 --workers 3': /--workers is an alias of --concurrency; give only one of them/,
}
for (const [flags, says] of Object.entries(mistakes))
  test(`${flags} is rejected: nothing is sent`, async () => {
    await using server = await countingServer()
    await refuses(['run', '--base-url', server.url, ...flags.split(' ')], says, withKey())
    assert.equal(server.connections(), 0)
  })
