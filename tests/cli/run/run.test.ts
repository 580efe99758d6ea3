import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { command, commandAsProcess, exits, folder, main, withKey } from '../command.ts'
import { countingServer } from '../counting-server.ts'
import { reportIn, textAt } from '../files.ts'
import { mockTargetFile } from '../mock/mock-target-file.ts'

/** Milliseconds for the end of an interrupted run: far less than its timeouts, but enough for a busy machine. */
const AT_ONCE = 20_000

/** The verdicts, which are equal in two runs against the same gateway. */
function verdicts({ requirements }: Report): string[] {
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

/** The output folder of the run without a target. */
const own = folder()

test('run without a target certifies the mock: conformant, exit code 0', async () => {
  const { code, stdout, stderr } = await commandAsProcess(['run', '--out', own])
  const report = reportIn(own)
  assert.equal(code, 0, stdout + stderr)
  assert.deepEqual([report.profile, report.conclusion, report.target.limits.rate], ['full', 'conformant', null])
  assert.match(stdout, /CONFORMANT: all \d+/)
  for (const { id, level, verdict } of report.requirements) if (level === 'must') assert.equal(verdict, 'pass', id)
})

test('a run with a target file of a mock has the same verdicts as one without a target', async () => {
  await using mock = await startMock()
  const out = folder()
  await exits(0, ['run', '--target', mockTargetFile(mock.url), '--profile', 'full', '--out', out])
  assert.deepEqual(verdicts(reportIn(out)), verdicts(reportIn(own)))
})

test('reports a violation with the expected and received values and a replay line: exit code 1', async () => {
  await using gateway = await alteredMock((received) => {
    if (received.status === 401) delete received.headers['x-svc-request-id']
  })
  const out = folder()
  const key = withKey(gateway.demo.valid)
  const { stdout } = await exits(1, ['run', '--base-url', gateway.url, '--profile', 'smoke', '--out', out], key)
  const [failure, ...others] = reportIn(out).requirements.filter(({ verdict }) => verdict === 'fail')
  assert.deepEqual([failure?.id, others], ['request-id-present', []])
  assert.match(
    stdout,
    /FAIL the header x-svc-request-id is missing[\s\S]*requires +[\s\S]*received +401[\s\S]*expected +one header[\s\S]*curl +curl [\s\S]*replay +npx svc-conformance run --base-url/,
  )
  assert.match(stdout, /NONCONFORMANT: 1 requirement does not hold/)
  const replay = failure?.findings[0]?.replay?.split(' ').slice(2) ?? []
  assert.equal((await commandAsProcess(replay, key)).code, 1, replay.join(' '))
})

test('a filtered run is no certification: exit code 5, and the summary says why', async () => {
  const filter = ['--requirement', 'models-list', '--requirement', 'list-data,list-object']
  const { stdout } = await exits(5, ['run', '--profile', 'smoke', ...filter])
  assert.match(stdout, /HOLDS NOW: all \d+ selected requirements: [\s\S]*Only a run of the whole profile/)
})

test('a requirement about every response can be selected alone', async () => {
  const out = folder()
  const { stdout } = await command(['run', '--profile', 'smoke', '--requirement', 'chunk-id', '--out', out])
  const verdict = (wanted: string): string | undefined =>
    reportIn(out).requirements.find(({ id }) => id === wanted)?.verdict
  assert.deepEqual([verdict('chunk-id'), verdict('chunk-object')], ['pass', 'not-selected'], stdout)
})

test('reports that no check was selected: exit code 3', async () => {
  const { stdout } = await exits(3, ['run', '--profile', 'smoke', '--requirement', 'list-empty'])
  assert.match(stdout, /no check of profile smoke was selected/)
})

const unreachable: readonly (readonly [title: string, url: string, says: RegExp])[] = [
  ['a closed port', 'http://127.0.0.1:9', /no connection \(ECONNREFUSED[\s\S]*Check host and port/],
  ['a name that does not exist', 'http://gateway.invalid', /host name cannot be resolved[\s\S]*Check the host name/],
]
for (const [title, url, says] of unreachable)
  test(`${title}: the run says what failed and how to fix it, exit code 3`, async () => {
    const out = folder()
    const { stdout } = await exits(3, ['run', '--base-url', url, '--out', out], withKey())
    assert.match(stdout, says)
    assert.equal(reportIn(out).conclusion, 'incomplete')
  })

test('https to a port without TLS: the run says so, exit code 3', async () => {
  await using server = await countingServer()
  const { stdout } = await exits(3, ['run', '--base-url', server.url.replace('http:', 'https:')], withKey())
  assert.match(stdout, /the port does not use TLS[\s\S]*Write http:\/\//)
})

test('a rejected key: the run says so, exit code 3', async () => {
  await using mock = await startMock()
  const { stdout } = await exits(3, ['run', '--base-url', mock.url], withKey('svc_never_issued-to-anyone'))
  assert.match(stdout, /rejected with 401[\s\S]*Check that SVC_CONFORMANCE_KEY/)
})

/** Runs against a server, and sends a signal on the first request; `took` counts from that signal. */
async function interruptedBy(signal: NodeJS.Signals, respond: RequestListener, args: readonly string[] = []) {
  let interrupt = (): void => undefined
  let killed = 0
  await using server = await countingServer((request, response) => {
    respond(request, response)
    if (killed === 0) interrupt()
  })
  const said = await commandAsProcess(['run', '--base-url', server.url, ...args], {
    ...withKey(),
    onStart: (kill) => {
      interrupt = () => {
        killed = performance.now()
        kill(signal)
      }
    },
  })
  return { ...said, took: performance.now() - killed }
}

for (const signal of ['SIGINT', 'SIGHUP'] as const)
  test(`a run that waits for a response ends at once on ${signal}, with a report and exit code 3`, async () => {
    const out = folder()
    // Without the signal, it would wait 30 seconds.
    const { code, stdout, stderr, took } = await interruptedBy(signal, () => undefined, ['--out', out])
    assert.ok(took < AT_ONCE, `it took ${took} ms`)
    assert.equal(code, 3, stderr)
    assert.match(stdout, /INCOMPLETE: the run was interrupted/)
    assert.equal(reportIn(out).stop?.reason, 'the run was interrupted')
  })

test('a run that waits for Retry-After ends at once when it is interrupted', async () => {
  const { code, took } = await interruptedBy('SIGTERM', (_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' }).end('{}')
  })
  assert.equal(code, 3)
  assert.ok(took < AT_ONCE, `it took ${took} ms`)
})

test('a closed pipe on stdout does not stop a run', async () => {
  const out = folder()
  const script = `"$0" "$1" run --requirement models-list --out "$2" | head -c 1; test -f "$2/report.json"`
  execFileSync('sh', ['-c', script, process.execPath, main, out], { cwd: out })
  assert.equal(reportIn(out).filtered, true)
})

test('exits with 4 if the report cannot be written, names the file, and prints no verdict', async () => {
  const out = join(folder(), 'out')
  await using gateway = await alteredMock(() => rmSync(out, { recursive: true, force: true }))
  const args = ['run', '--base-url', gateway.url, '--profile', 'smoke', '--out', out]
  const { code, stdout, stderr } = await commandAsProcess(args, withKey(gateway.demo.valid))
  assert.deepEqual([code, stdout], [4, ''])
  assert.match(
    stderr,
    /^Certifying .*\n(?: {2}.*\n)+svc-conformance: \S+report\.json cannot be written: its folder does not exist \(ENOENT\)\n$/,
  )
})

test('no output contains the key, even if the gateway echoes it', async () => {
  const secret = 'S3cret-canary-0123456789'
  const key = `svc_canary_${secret}`
  await using server = await countingServer((request, response) => {
    const { authorization = '' } = request.headers
    const said = `${authorization} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.from(authorization).toString('base64')}`
    response
      .writeHead(401, { 'content-type': 'application/json', 'x-echo': authorization })
      .end(JSON.stringify({ error: { message: said } }))
  })
  const out = folder()
  const args = ['run', '--base-url', server.url, '--profile', 'core', '--out', out]
  const { stdout, stderr } = await commandAsProcess(args, withKey(key))
  const everything = `${stdout}${stderr}${textAt(out, 'report.json')}`
  const encoded = Buffer.from(key).toString('base64').slice(0, -4)
  for (const trace of [key, secret, secret.slice(0, -1), secret.slice(1), encoded])
    assert.ok(!everything.includes(trace), `${trace} is in the output`)
  assert.ok(existsSync(join(out, 'report.json')))
})

test('prints no colours into pipes, with NO_COLOR or with FORCE_COLOR=0', async () => {
  for (const env of [{}, { NO_COLOR: '1' }, { FORCE_COLOR: '0' }]) {
    const { stdout, stderr } = await command(['run', '--requirement', 'models-list'], { env })
    assert.ok(!`${stdout}${stderr}`.includes('\u001b'), JSON.stringify(env))
  }
})
