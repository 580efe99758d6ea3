/** The command `proxy`, from its first line to its exit code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { startMock } from '../../../mock/index.ts'
import { commandAsProcess, folder, refuses, type Said, whileRunning } from '../command.ts'
import { jsonAt } from '../files.ts'

/** Runs the proxy for one request, and stops it. */
const oneRequest = (
  upstream: string,
  key: string,
  args: readonly string[] = [],
  path = '/v1/models',
  method = 'GET',
): Promise<Said> =>
  whileRunning(
    ['proxy', '--upstream', upstream, '--port', '0', ...args],
    /The proxy listens at (\S+) and/,
    async ([, url]) => {
      const headers = { authorization: `Bearer ${key}` }
      await (await fetch(`${url}${path}`, { method, headers })).text()
    },
  )

test('exits with 1 if a requirement was broken, and names it; writes a report', async () => {
  await using mock = await startMock()
  const report = join(folder(), 'traffic.json')
  const held = await oneRequest(mock.url, mock.key, ['--report', report])
  assert.equal(held.code, 0, held.stderr)
  assert.match(held.stdout, /1 exchange judged\.\nNo requirement was broken/)
  const { route, judged } = jsonAt<{ route: string; judged: number }>(report)
  assert.deepEqual([route, judged], ['seen', 1])
  const broken = await oneRequest(`${mock.url}/faults/request-id-missing`, mock.key)
  assert.equal(broken.code, 1, broken.stderr)
  assert.match(broken.stdout, /request-id-present \(must\): 1 of 1 broke it; at most 100 % of all/)
  assert.doesNotMatch(broken.stdout + broken.stderr, new RegExp(mock.key))
})

test('reports a full disk without a change of the exit code', async () => {
  await using mock = await startMock()
  const { code, stderr } = await oneRequest(mock.url, mock.key, ['--report', '/dev/full'])
  assert.match(stderr, /The report is not written: .*ENOSPC.*Traffic goes on/)
  assert.equal(code, 0)
})

test('exits with 3 if no exchange was judged', async () => {
  await using mock = await startMock()
  for (const [args, path, method, said] of [
    [['--sample', '0'], '/v1/models', 'GET', '0 exchanges judged.\n'],
    [[], '/v1/nope', 'GET', '0 exchanges judged; passed and not judged: 1 (not of the contract).\n'],
    [[], '/v1/models', 'DELETE', '0 exchanges judged; passed and not judged: 1 (not of the contract).\n'],
  ] as const) {
    const { code, stdout } = await oneRequest(mock.url, mock.key, args, path, method)
    assert.deepEqual([code, stdout.split('\n').slice(1).join('\n')], [3, said])
  }
})

const MISTAKES: readonly [args: string[], words: RegExp][] = [
  [[], /either --upstream or --target/],
  [['--upstream', 'https://a.example/v1'], /--upstream ends with \/v1/],
  [['--upstream', 'http://127.0.0.1:1', '--every', '5s'], /--every needs a file/],
  [['--upstream', 'http://127.0.0.1:1', '--tls-cert', 'cert.pem'], /need each other/],
  [['--upstream', 'http://127.0.0.1:1', '--admin-port', '0', '--admin-host', '0.0.0.0'], /a token is needed/],
]
for (const [args, words] of MISTAKES)
  test(`proxy ${args.join(' ')} is a usage error`, () => refuses(['proxy', ...args], words))

const example = (name: string): ReturnType<typeof parseAllDocuments> =>
  parseAllDocuments(readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8'))
const [service, deployment] = example('kubernetes/proxy.yaml').map((document) => document.toJS())
const [compose] = example('docker/proxy.yaml').map((document) => document.toJS())
const sidecar = deployment.spec.template.spec.containers[1]

test('the Service of the Kubernetes example targets the proxy', () => {
  assert.equal(service.spec.ports[0].targetPort, sidecar.ports[0].name)
  const ports = sidecar.ports.map(({ containerPort }: { containerPort: number }) => String(containerPort))
  assert.deepEqual(ports, ['8080', '9464'])
})

for (const [name, words, token, upstream] of [
  ['kubernetes', sidecar.args, sidecar.env[0].name, '127.0.0.1:8000'],
  ['docker', compose.services.proxy.command, Object.keys(compose.services.proxy.environment)[0], 'gateway:8080'],
] as const)
  test(`the proxy of the example for ${name} starts with its arguments`, async () => {
    const args = (words as string[]).map((word) => word.replace(/^(8080|9464)$/, '0').replace('0.0.0.0', '127.0.0.1'))
    const { code, stdout } = await commandAsProcess(args, {
      env: { [token]: 'a-token-of-this-test' },
      // Matches only once: a second signal would hit the process while it exits.
      onOutput: (said, kill) => void (/The admin port is http\S+\n$/.test(said) && kill('SIGTERM')),
    })
    assert.equal(code, 3)
    assert.ok(stdout.includes(`passes traffic to http://${upstream}`))
  })
