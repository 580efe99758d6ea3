import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { examine } from '../../../cli/commands/doctor/examine.ts'
import { startMock } from '../../../mock/index.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { listen } from '../../adversary/null-servers/listening.ts'
import { exits, folder, refuses, withKey } from '../command.ts'
import { mockTargetFile } from '../mock/mock-target-file.ts'
import { refusal, saidOf, single } from './doctored.ts'
import { KEY, responding } from './responding.ts'

test('the doctor finds no problem with a conforming gateway', async () => {
  await using mock = await startMock()
  const { lines, requests, all } = await saidOf(mock.url)
  const points = [...new Set(all.map(({ about }) => about))]
  assert.deepEqual([lines, requests], [[], 4])
  assert.deepEqual(points, ['base URL', 'key', 'catalog', 'completion', 'stream', 'request id'])
})

test('the doctor says what is wrong with a key, and does not print it', async () => {
  await using mock = await startMock()
  for (const [key, says] of [
    [`Bearer_${KEY}`, /begins with the word Bearer/],
    [`"${KEY}"`, /is in quotes/],
    ['sk-0123456789', /not of the form svc_<id>_<secret>/],
  ] as const)
    single((await saidOf(mock.url, key)).lines, says)
})

test('the doctor reports a name that does not resolve, and a port where nothing listens', async () => {
  const { lines } = await saidOf('http://no-such-host.invalid')
  single(lines, /base URL: the host name no-such-host\.invalid cannot be resolved/)
  const { port } = await (async () => {
    await using server = await responding(() => undefined)
    return server
  })()
  const { lines: closed } = await saidOf(`http://127.0.0.1:${port}`)
  single(closed, /base URL: nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/)
})

test('the doctor names the proxy or socket that prevents the connection', async () => {
  await using proxy = await responding((_request, response) => void response.end())
  proxy.server.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const through = async (way: string): Promise<string[]> => {
    const text = `base_url: https://gateway.example.com\n${way}\nkeys: { valid: ${KEY} }\n`
    const { diagnoses } = await examine(parseTarget(text, 'target.yaml', {}))
    return diagnoses.map(({ verdict, about, found, mend }) => `${verdict} ${about}: ${found}; ${mend}`)
  }
  single(
    await through(`proxy: ${proxy.url}`),
    /no connection through the proxy 127\.0\.0\.1:\d+ \(PROXY_407.*proxy: none/,
  )
  const socket = await through(`socket: ${join(folder(), 'no.sock')}`)
  single(socket, /no connection through the socket \S*no\.sock \(ENOENT.*Check the path/)
})

test('the doctor reports a service that does not speak HTTP', async () => {
  await using service = await listen(createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')))
  single((await saidOf(service.url)).lines, /returns no usable HTTP response .*not to another service/)
})

test('the doctor reports states declared absent, and responses that show them anyway', async () => {
  await using gateway = await responding(refusal(503, undefined, { 'x-svc-request-id': 'req_a' }))
  const absent = 'not_applicable:\n  limited: There are no limits.\n  unavailable: Our backends never fail.\n'
  const text = `base_url: ${gateway.url}\nkeys: { valid: ${KEY} }\n${absent}`
  const { diagnoses } = await examine(parseTarget(text, 'target.yaml', {}))
  const declared = diagnoses.filter(({ about }) => about === 'declared')
  const said = declared.map(({ verdict, found, mend }) => [verdict, found.replace(/ \(doctor.*\)$/, ''), mend])
  assert.deepEqual(said, [
    ['note', 'limited is declared absent: full does not show it', undefined],
    [
      'note',
      'unavailable is declared absent, but a response shows it: 503 to GET /v1/models',
      'Remove unavailable from not_applicable: it has no effect.',
    ],
  ])
})

test('the doctor checks the other keys, the foreign model and the states of a target file', async () => {
  await using mock = await startMock()
  const file = readFileSync(mockTargetFile(mock.url), 'utf8')
  const said = async (from: string, to: string): Promise<string[]> => {
    assert.ok(file.includes(from), from)
    const { diagnoses } = await examine(parseTarget(file.replace(from, to), 'target.yaml', {}))
    return diagnoses.flatMap(({ verdict, about, found }) => (about === 'target file' ? [`${verdict}: ${found}`] : []))
  }
  const fine = 'ok: no mistake found in its other keys and models'
  assert.deepEqual(await said('keys', 'keys'), [fine, 'ok: provoked: disabled, unavailable, internal'])
  assert.deepEqual(await said('svc_second_', 'svc_other_'), [
    'problem: keys.second is rejected with 401, like an unknown key, on both operations',
  ])
  assert.deepEqual(await said('foreign: svc/other-project', 'foreign: svc/echo-1'), [
    'problem: models.foreign, svc/echo-1, is a model of keys.valid: it is listed and callable',
  ])
  assert.deepEqual(await said('svc/unavailable', 'svc/misspelt'), [
    fine,
    'ok: provoked: disabled, internal',
    'note: provoke.unavailable got 404 instead of 503',
  ])
  assert.deepEqual(await said('requests: 10000', 'requests: 49'), [
    'note: its other keys and states are not checked: limits.requests is below 50',
  ])
})

test('the command prints a line for each point with its fix, and exits with 3 if there is a problem', async () => {
  await using mock = await startMock()
  const good = await exits(0, ['doctor', '--base-url', mock.url], withKey())
  assert.match(good.stdout, /^ok {7}base URL {4}http:[\s\S]*No problem would stop a run\. 4 requests were sent\.\n$/)
  const bad = await exits(3, ['doctor', '--base-url', `${mock.url}/x`], withKey())
  assert.match(
    bad.stdout,
    /^problem {2}base URL .*\n {21}fix: Write base_url: http:[\s\S]*1 problem would stop a run\. \d requests were sent\.\n$/,
  )
  const data = await exits(0, ['doctor', '--base-url', mock.url, '--json'], withKey())
  assert.equal((JSON.parse(data.stdout) as { requests: number }).requests, 4)
})

const mistakes: readonly (readonly [title: string, args: readonly string[], key: string, says: RegExp])[] = [
  ['no target', [], '', /name the target with --base-url or --target/],
  ['no key', ['--base-url', 'http://127.0.0.1'], '', /SVC_CONFORMANCE_KEY/],
  ['a key with a line break', ['--base-url', 'http://127.0.0.1'], `${KEY}\n`, /contains a space, a line break/],
  ['a base URL with /v1', ['--base-url', 'http://127.0.0.1/v1'], KEY, /ends with \/v1; drop it/],
  ['an invalid base URL', ['--base-url', 'gateway'], KEY, /not an absolute URL/],
]
for (const [title, args, key, says] of mistakes)
  test(`${title}: exit code 2`, () =>
    refuses(['doctor', ...args], says, { ...(key && withKey(key)), hides: ['not-a-real-secret'] }))
