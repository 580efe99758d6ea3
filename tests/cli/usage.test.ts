import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, commandAsProcess } from './command.ts'
import { countingServer } from './counting-server.ts'
import { targetFile } from './files.ts'

const KEY = 'svc_main_k3y-that-must-not-show'

interface Mistake {
  /** The command line; URL and FILE are replaced. */
  readonly args: string
  readonly says: RegExp
  readonly key?: string
  /** The text of FILE. */
  readonly file?: (url: string) => string
}

const RUN = 'run --base-url URL'
const mistakes: Readonly<Record<string, Mistake>> = {
  'a URL as --url': { args: 'run --url http://127.0.0.1', says: /Did you mean --base-url\?/ },
  'an unknown flag': { args: `${RUN} --sed 1`, says: /unknown option '--sed'[\s\S]*--seed/ },
  'an unknown command': { args: 'rnu', says: /unknown command 'rnu'[\s\S]*run/ },
  'no command': { args: '', says: /Usage: svc-conformance/ },
  'a missing value': { args: `${RUN} --seed`, says: /argument missing/ },
  'a seed that is not a number': { args: `${RUN} --seed x`, says: /whole number/ },
  'zero runs': { args: `${RUN} --runs 0`, says: /from 1/ },
  'an argument too many': { args: 'run URL', says: /too many arguments[\s\S]*Did you mean --base-url\?/ },
  'an unknown profile': { args: `${RUN} --profile best`, says: /smoke, core, full/ },
  'an unknown requirement': { args: `${RUN} --requirement no-such-thing`, says: /no requirement 'no-such-thing'/ },
  'an unknown suite': { args: `${RUN} --suite models,nothing`, says: /no suite 'nothing'/ },
  'an empty name': { args: `${RUN} --suite models,`, says: /name is empty/ },
  'a key among the flags': { args: `${RUN} --key ${KEY}`, says: /never taken from the command line/ },
  'a key of another form among the flags': { args: `${RUN} --api-key sk-k3y-that-must-not-show`, says: /never taken/ },
  'a key among unknown flags': { args: `${RUN} --bearer=sk-k3y-that-must-not-show`, says: /unknown option '--bearer'/ },
  'no key': { args: RUN, says: /SVC_CONFORMANCE_KEY/, key: '' },
  'a key with a line break': { args: RUN, says: /SVC_CONFORMANCE_KEY contains a space/, key: `${KEY}\n` },
  'a base URL with /v1': { args: `${RUN}/v1`, says: /drop it/ },
  'a base URL with a key': { args: `${RUN}?key=${KEY}`, says: /query/ },
  'an invalid base URL': { args: 'run --base-url gateway.example.com', says: /absolute URL/ },
  'two targets': { args: `${RUN} --target target.yaml`, says: /mutually exclusive/ },
  'no such file': { args: 'run --target missing.yaml', says: /missing\.yaml.*no such file/ },
  'a file that is not YAML': {
    args: 'run --target FILE',
    file: () => 'base_url: "http://127.0.0.1',
    says: /target\.yaml:1:\d+: /,
  },
  'an unknown member': {
    args: 'run --target FILE',
    file: (url) => `base_url: ${url}\nkeys:\n  valid: ${KEY}\nlimit: {}\n`,
    says: /target\.yaml:4:1: limit .*limits/,
  },
  'a variable that is not set': {
    args: 'run --target FILE',
    file: (url) => `base_url: ${url}\nkeys:\n  valid: \${SVC_KEY}\n`,
    says: /target\.yaml:3:10: .*SVC_KEY/,
  },
  'a folder that is a file': { args: `${RUN} --out FILE`, file: () => '', says: /a file is in the way/ },
}

for (const [at, [title, { args, says, key = KEY, file = () => '' }]] of Object.entries(mistakes).entries()) {
  // The first one runs as a process, like that of a user; the others run in this process.
  const start = at === 0 ? commandAsProcess : command

  test(`${title}: one message, exit code 2, nothing sent`, async () => {
    await using server = await countingServer()
    const words = args.split(' ').flatMap((word) => word.replace('URL', server.url) || [])
    const given = words.map((word) => (word === 'FILE' ? targetFile(file(server.url)) : word))
    const { code, stdout, stderr } = await start(given, { env: key === '' ? {} : { SVC_CONFORMANCE_KEY: key } })
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
