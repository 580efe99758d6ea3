/** No output or file of a run contains a planted key, however the run ends. searching.test.ts tests the search. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { demoConfig } from '../../../mock/index.ts'
import { formatFiles, formatNames } from '../../../reporters/formats/format-names.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { reportOf } from '../../../suites/harness/report/report.ts'
import { transcriptText } from '../../../suites/harness/report/transcript-file.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { describeTarget } from '../../../suites/harness/target/target.ts'
import { loadTarget } from '../../../suites/harness/target/target-file.ts'
import { allChecks } from '../../../suites/index.ts'
import { contents } from '../../adversary/hostile/targets/contents.ts'
import { command, commandAsProcess, folder, type ProcessOptions, type Said } from '../../cli/command.ts'
import { countingServer } from '../../cli/counting-server.ts'
import { runMock } from '../../cli/mock/running-mock.ts'
import { mockForFile } from '../../mock/asking.ts'
import { ONE_WORKER, playwright } from '../drivers/playwright.ts'
import { CANARY, env, PROMPT, search, targetFile, VARIABLE } from './canary.ts'
import { writtenForms } from './forms.ts'

const main = demoConfig.projects.main
assert.ok(main)
const mock = await mockForFile({ config: { ...demoConfig, projects: { main: { ...main, keys: [CANARY] } } } })

/** Starts a hostile target that echoes the key, until the tests end. */
async function giving(name: string): Promise<string> {
  const hostile = contents.find((target) => target.name === name)
  assert.ok(hostile)
  const { url, close } = await hostile.start()
  after(close)
  return url
}

const echo = await giving('echo-of-the-key')
const packed = await giving('packed-echo')

interface Left extends Said {
  /** The folder of all written files. */
  readonly out: string
}

/** A run that writes every kind of file. */
async function run(url: string, options: ProcessOptions = {}, args: readonly string[] = []): Promise<Left> {
  const out = folder()
  const outputs = ['--reporter', formatNames.join(','), '--transcript', join(out, 'transcript.jsonl')]
  const statements = ['--certificate', join(out, 'certificate.json'), '--test-result', join(out, 'result.json')]
  const said = await commandAsProcess(
    ['run', '--target', targetFile(url), '--out', out, ...outputs, ...statements, ...args],
    { ...options, env: { ...env, ...options.env } },
  )
  return { ...said, out }
}

function assertClean({ stdout, stderr, out }: Left): void {
  const found = [...search.text('stdout', stdout), ...search.text('stderr', stderr), ...search.folder(out)]
  assert.deepEqual(found, [])
}

// The first file lists the files of the run, so that the next run can remove them.
const files = ['.svc-conformance.json', ...Object.values(formatFiles), 'transcript.jsonl', 'result.json'].toSorted()

test('a run that certifies leaves no key', async () => {
  const left = await run(mock.url, { onOutput: () => assert.deepEqual(search.processes(), []) })
  assert.equal(left.code, 0, left.stderr)
  assert.deepEqual(readdirSync(left.out).toSorted(), ['certificate.json', ...files].toSorted())
  assertClean(left)
})

for (const [how, url] of [
  ['in every form', echo],
  ['in a truncated compressed body', packed],
] as const) {
  test(`a target that echoes the key gets it into no file or output: ${how}`, async () => {
    const left = await run(url)
    assert.equal(left.code, 1, left.stderr)
    assert.deepEqual(readdirSync(left.out).toSorted(), files)
    assertClean(left)
  })
}

test('a target that cannot be reached leaves no key', async () => {
  const left = await run('http://127.0.0.1:1')
  assert.equal(left.code, 3, left.stderr)
  assertClean(left)
})

test('an interrupted run leaves no key, and has none in process arguments', async () => {
  let interrupt = (): void => undefined
  const found: string[] = []
  await using server = await countingServer(() => {
    found.push(...search.processes())
    interrupt()
  })
  const left = await run(server.url, {
    onStart: (kill) => {
      interrupt = () => kill('SIGINT')
    },
  })
  assert.equal(left.code, 3, left.stderr)
  assert.equal(server.requests(), 1)
  assert.deepEqual(found, [])
  assertClean(left)
})

const preload = `--import=${new URL('breaking.ts', import.meta.url).href}`

for (const [what, debug] of [
  ['reporter', '0'],
  ['reporter', '1'],
  ['timer', '1'],
  ['promise', '1'],
] as const) {
  test(`a crash leaves no key: ${what}${debug === '1' ? ', with its stack' : ''}`, async () => {
    const env = { NODE_OPTIONS: preload, BREAK: what, SVC_CONFORMANCE_DEBUG: debug }
    const left = await run(mock.url, { env }, ['--requirement', 'models-list'])
    assert.equal(left.code, 4, left.stderr)
    assert.match(left.stderr, /internal error: .*it broke: /)
    assertClean(left)
  })
}

test('a check that throws an error with the key leaves no key in any format', async () => {
  const [first] = allChecks
  assert.ok(first)
  const breaking: Check = {
    ...first,
    run: () => {
      throw new Error(`it broke: ${writtenForms(CANARY).join(' ')}`)
    },
  }
  const target = loadTarget(targetFile(mock.url), env)
  const result = await certify({ target, checks: [breaking], profile: 'core' })
  const options = { target: describeTarget(target), strict: false, command: 'svc-conformance run' }
  const report = reportOf(result, options)
  const texts = [
    ...formatNames.map((name) => [name, formats[name](report)] as const),
    ['transcript', transcriptText(result, target, options)] as const,
  ]
  assert.match(JSON.stringify(report), /it broke: /)
  assert.deepEqual(
    texts.flatMap(([name, text]) => search.text(name, text)),
    [],
  )
})

const mistakes: readonly [what: string, args: readonly string[]][] = [
  ['a key instead of a target file', ['run', '--target', CANARY]],
  ['a key in a base URL', ['run', '--base-url', `http://${CANARY}@127.0.0.1`]],
  ['a key as an option', ['run', `--key=${CANARY}`]],
  ['a key as an unknown option', ['run', `--secret-key=${CANARY}`]],
  ['a key as a command', [CANARY]],
]
for (const [what, args] of mistakes) {
  test(`a mistake is reported without its key: ${what}`, async () => {
    const out = folder()
    const said = await command(args, { env, cwd: out })
    assert.equal(said.code, 2, said.stdout)
    assertClean({ ...said, out })
  })
}

const config = fileURLToPath(new URL('kept.config.ts', import.meta.url))

/** Checks with keys in headers and URLs, for each kind of response. Playwright restarts a worker for each failure. */
const eachForm = ['auth-unknown-key', 'auth-key-elsewhere', 'models-list', 'completion-json', 'stream-started']

for (const [what, url, code, chosen] of [
  ['a target that certifies', mock.url, [5], { suites: ['auth'] }],
  ['a target that echoes the key', echo, [1], { requirements: eachForm }],
] as const) {
  test(`Playwright keeps no key in traces, results and reports: ${what}`, async () => {
    const out = folder()
    const settings = { target: targetFile(url), profile: 'core', ...chosen }
    const ran = await playwright(out, settings, { [VARIABLE]: CANARY, PLAYWRIGHT_HTML_OPEN: 'never' }, [
      '-c',
      config,
      ...ONE_WORKER,
    ])
    assert.ok((code as readonly (number | null)[]).includes(ran.code), ran.output)
    for (const name of ['html/index.html', 'results.json', 'results.xml', 'blob.zip'])
      assert.ok(existsSync(join(out, 'kept', name)), `${name}: ${ran.output}`)
    const names = readdirSync(out, { recursive: true }).map(String)
    assert.ok(
      names.some((name) => name.endsWith('trace.zip')),
      names.join(),
    )
    assertClean({ code: ran.code, stdout: ran.output, stderr: '', out })
  })
}

test('the mock command prints no keys or prompts', async () => {
  const running = await runMock([])
  const ask = (key: string, body: string): Promise<Response> =>
    fetch(`${running.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
  const body = JSON.stringify({ model: 'svc/echo-1', messages: [{ role: 'user', content: PROMPT }] })
  const own = 'svc_main_not-a-real-secret-1'
  const responses = await Promise.all([
    ask(own, body),
    ask(CANARY, body),
    ask(own, body.slice(0, -3)),
    ask(own, PROMPT),
  ])
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 401, 400, 400],
  )
  assert.ok((await responses[0]?.text())?.includes(PROMPT))
  for (const response of responses.slice(1)) assert.deepEqual(search.text('answer', await response.text()), [])
  running.kill('SIGTERM')
  await running.ended
  assert.deepEqual(search.text('output', running.said()), [])
})
