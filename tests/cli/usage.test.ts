import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, commandAsProcess, folder } from './command.ts'
import { countingServer } from './counting-server.ts'

const KEY = 'svc_main_k3y-that-must-not-show'
const env = { SVC_CONFORMANCE_KEY: KEY }

/** A target file with this text, in its own folder. */
function file(text: string): string {
  const path = join(folder(), 'target.yaml')
  writeFileSync(path, text)
  return path
}

/** Arguments that are a mistake, and what the message has to name. */
const mistakes: readonly (readonly [
  title: string,
  args: (url: string) => string[],
  says: RegExp,
  env?: Record<string, string>,
])[] = [
  ['an unknown flag', (url) => ['run', '--base-url', url, '--sed', '1'], /unknown option '--sed'[\s\S]*--seed/],
  ['an unknown command', () => ['rnu'], /unknown command 'rnu'[\s\S]*run/],
  ['no command', () => [], /Usage: svc-conformance/],
  ['a value that is missing', (url) => ['run', '--base-url', url, '--seed'], /argument missing/],
  ['a seed that is not a number', (url) => ['run', '--base-url', url, '--seed', 'x'], /whole number/],
  ['no runs at all', (url) => ['run', '--base-url', url, '--runs', '0'], /from 1/],
  ['an argument too many', (url) => ['run', url], /too many arguments/],
  ['an unknown profile', (url) => ['run', '--base-url', url, '--profile', 'best'], /smoke, core, full/],
  [
    'an unknown requirement',
    (url) => ['run', '--base-url', url, '--requirement', 'no-such-thing'],
    /no requirement 'no-such-thing'/,
  ],
  ['an unknown suite', (url) => ['run', '--base-url', url, '--suite', 'models,nothing'], /no suite 'nothing'/],
  ['an empty name', (url) => ['run', '--base-url', url, '--suite', 'models,'], /name is empty/],
  ['a key among the flags', (url) => ['run', '--base-url', url, '--key', KEY], /never taken from the command line/],
  [
    'a key of another form among the flags',
    (url) => ['run', '--base-url', url, '--api-key', 'sk-k3y-that-must-not-show'],
    /never taken/,
  ],
  [
    'a key among unknown flags',
    (url) => ['run', '--base-url', url, '--bearer=sk-k3y-that-must-not-show'],
    /unknown option '--bearer'/,
  ],
  ['no key', (url) => ['run', '--base-url', url], /SVC_CONFORMANCE_KEY/, {}],
  [
    'a key with a line break',
    (url) => ['run', '--base-url', url],
    /SVC_CONFORMANCE_KEY contains a space/,
    { SVC_CONFORMANCE_KEY: `${KEY}\n` },
  ],
  ['a base URL with /v1', (url) => ['run', '--base-url', `${url}/v1`], /drop it/],
  ['a base URL with a key', (url) => ['run', '--base-url', `${url}?key=${KEY}`], /query/],
  ['an invalid base URL', () => ['run', '--base-url', 'gateway.example.com'], /absolute URL/],
  ['two targets', (url) => ['run', '--base-url', url, '--target', 'target.yaml'], /mutually exclusive/],
  ['no such file', () => ['run', '--target', 'missing.yaml'], /missing\.yaml.*no such file/],
  ['a file that is not YAML', () => ['run', '--target', file('base_url: "http://127.0.0.1')], /target\.yaml:1:\d+: /],
  [
    'an unknown member',
    (url) => ['run', '--target', file(`base_url: ${url}\nkeys:\n  valid: ${KEY}\nlimit: {}\n`)],
    /target\.yaml:4:1: limit .*limits/,
  ],
  [
    'a variable that is not set',
    (url) => ['run', '--target', file(`base_url: ${url}\nkeys:\n  valid: \${SVC_KEY}\n`)],
    /target\.yaml:3:10: .*SVC_KEY/,
  ],
  ['a folder that is a file', (url) => ['run', '--base-url', url, '--out', file('')], /a file is in the way/],
]

for (const [at, [title, args, says, own]] of mistakes.entries()) {
  // The first as a user starts it; the others show the same without their own process.
  const start = at === 0 ? commandAsProcess : command

  test(`${title}: one message, exit code 2, nothing sent`, async () => {
    await using server = await countingServer()
    const { code, stdout, stderr } = await start(args(server.url), { env: own ?? env })
    assert.equal(code, 2, stderr)
    assert.match(stderr, says)
    assert.equal(stdout, '')
    assert.equal(server.connections(), 0)
    assert.ok(!`${stdout}${stderr}`.includes('k3y-that-must-not-show'), 'the key is in the output')
    assert.ok(!/^\s+at /m.test(stderr), 'a stack is in the output')
  })
}

test('help and version go to stdout, with exit code 0', async () => {
  const [help, run, mock, version] = await Promise.all(
    [['--help'], ['run', '--help'], ['mock', '--help'], ['--version']].map((args) => commandAsProcess(args)),
  )
  assert.match(help?.stdout ?? '', /run[\s\S]*mock/)
  assert.match(run?.stdout ?? '', /--requirement[\s\S]*Exit codes/)
  assert.match(mock?.stdout ?? '', /--target-file/)
  assert.match(version?.stdout ?? '', /^\d+\.\d+\.\d+(?:-dev[.\d]*)? \(.*code sha256:[\da-f]{64}\)\n$/)
  for (const said of [help, run, mock, version]) assert.deepEqual([said?.code, said?.stderr], [0, ''])
})
