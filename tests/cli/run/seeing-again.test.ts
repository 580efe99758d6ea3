/** The curl line and the replay line of a finding work as pasted, for every route to the target. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { promisify } from 'node:util'
import type { Report } from '../../../suites/harness/report/report.ts'
import { type Alter, alteredMock } from '../../integration/drivers/altered-mock.ts'
import { http2Front } from '../../suites/harness/client/http2-front.ts'
import { listening } from '../../suites/harness/client/listening.ts'
import { completionWith } from '../../suites/harness/http/bodies.ts'
import { authority, issued } from '../../suites/harness/target/made-certificates.ts'
import { proxyServer } from '../../suites/harness/target/proxy-server.ts'
import { command, commandAsProcess, folder, refuses } from '../command.ts'
import { jsonAt, textAt, written } from '../files.ts'

const sh = promisify(execFile)

const edited =
  (from: string | RegExp, to: string): Alter =>
  (response) => {
    response.body = Buffer.from(response.body.toString().replaceAll(from, to))
  }
const ownedByThem = edited('"owned_by":"svc"', '"owned_by":"them"')

/** The gateway violates one rule until `isBroken` is false. */
let breach: Alter = ownedByThem
let isBroken = true
const gateway = await alteredMock((...all) => {
  if (isBroken) breach(...all)
})
after(() => gateway[Symbol.asyncDispose]())
const port = Number(new URL(gateway.url).port)
const { valid } = gateway.demo

const toGateway = (socket: Socket): void => {
  const onward = connect(port, '127.0.0.1')
  socket.on('error', () => onward.destroy()).pipe(onward)
  onward.on('error', () => socket.destroy()).pipe(socket)
}

const ca = await authority('a CA')
const NAME = 'gateway.test'
const [named, local, client] = await Promise.all([
  issued(ca, { name: NAME }),
  issued(ca, { name: '127.0.0.1' }),
  issued(ca, { name: 'a client', passphrase: 'open sesame' }),
])
const secure = async (options: TlsOptions): Promise<number> => {
  const server = createTlsServer(options, toGateway)
  server.on('tlsClientError', () => undefined)
  return listening(server)
}

/** A route to the gateway: by flags, a target file or the environment. */
interface Route {
  /** Lines of the target file, besides the key. */
  readonly target?: string
  readonly flags?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Parts of the curl line. */
  readonly holds: readonly string[]
  /** Needs a new process, because Node reads its environment at the start. */
  readonly fresh?: true
}

const PROXY_PASSWORD = 'someone:pass word'
const KEY = { SVC_KEY: valid }
const plain = { SVC_CONFORMANCE_KEY: valid }

const routes: Readonly<Record<string, (cwd: string) => Promise<Route>>> = {
  'a base URL alone': async () => ({ flags: ['--base-url', gateway.url], env: plain, holds: ['$SVC_CONFORMANCE_KEY'] }),
  'a base URL in a shell whose proxy is not used': async () => ({
    flags: ['--base-url', gateway.url],
    env: { ...plain, http_proxy: 'http://127.0.0.1:9', ALL_PROXY: 'http://127.0.0.1:9' },
    holds: ["--noproxy '*'"],
  }),
  'a header for a front proxy': async () => ({
    flags: ['--base-url', gateway.url, '--header', 'x-door: ${DOOR_KEY}'],
    env: { ...plain, DOOR_KEY: 'let me in 0123' },
    holds: ['-H "x-door: $DOOR_KEY"'],
  }),
  'a variable of the target file': async () => ({
    target: `base_url: ${gateway.url}`,
    env: KEY,
    holds: ['Bearer $SVC_KEY"'],
  }),
  'a CA': async () => ({
    target: `base_url: https://127.0.0.1:${await secure(local)}\ntls: { ca: ca.pem }`,
    env: KEY,
    holds: ['--cacert sub/ca.pem'],
  }),
  'CAs of the environment': async (cwd) => ({
    flags: ['--base-url', `https://127.0.0.1:${await secure(local)}`],
    env: { ...plain, NODE_EXTRA_CA_CERTS: join(cwd, 'sub', 'ca.pem') },
    holds: ['--cacert "$NODE_EXTRA_CA_CERTS"'],
    fresh: true,
  }),
  'a client certificate with a passphrase, and another name': async () => ({
    target: [
      `base_url: https://127.0.0.1:${await secure({ ...named, ca: ca.cert, requestCert: true, rejectUnauthorized: true })}`,
      `tls: { ca: ca.pem, cert: "\${WHO}.pem", key: client-key.pem, passphrase: "\${PASS}", server_name: ${NAME} }`,
    ].join('\n'),
    env: { ...KEY, PASS: 'open sesame', WHO: 'client' },
    holds: ['--cert "sub/${WHO}.pem" --key sub/client-key.pem --pass "${PASS}"', '--connect-to', `https://${NAME}:`],
  }),
  'a socket': async (cwd) => {
    await listening(createServer(toGateway), { path: join(cwd, 'sub', 'gateway.sock') })
    return {
      target: 'base_url: http://gateway.test\nsocket: gateway.sock',
      env: { ...KEY, HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' },
      holds: ["--unix-socket sub/gateway.sock --noproxy '*'"],
    }
  },
  'a proxy of the target file with a password': async () => {
    const { host } = await proxyServer({ to: port, password: PROXY_PASSWORD })
    return {
      target: `base_url: http://${NAME}\nproxy: "http://someone:\${PROXY_PASSWORD}@${host}"`,
      env: { ...KEY, PROXY_PASSWORD: 'pass%20word', NO_PROXY: NAME },
      holds: [`--proxy "http://someone:\${PROXY_PASSWORD}@${host}" --noproxy ''`],
    }
  },
  'a proxy of the environment to a TLS target': async () => {
    const { host } = await proxyServer({ to: await secure(named), password: PROXY_PASSWORD })
    return {
      target: `base_url: https://${NAME}\ntls: { ca: ca.pem }`,
      env: { ...KEY, HTTPS_PROXY: `http://someone:pass%20word@${host}` },
      holds: ['--proxy "${HTTPS_PROXY}"', '--cacert sub/ca.pem'],
    }
  },
  'a proxy that speaks TLS': async () => {
    const { host } = await proxyServer({ to: port, tls: local })
    return {
      target: `base_url: http://${NAME}\nproxy: https://${host}`,
      env: { ...KEY, NODE_EXTRA_CA_CERTS: 'sub/ca.pem' },
      holds: ['--proxy-cacert "$NODE_EXTRA_CA_CERTS"', `--proxy https://${host}`],
      fresh: true,
    }
  },
  'HTTP/2': async () => ({
    target: `base_url: ${await http2Front(gateway.url, local)}\nhttp2: true\ntls: { ca: ca.pem }`,
    env: KEY,
    holds: ['--http2 --cacert'],
  }),
}

/** The arguments of the command, as a shell parses them from a replay line. */
async function argumentsIn(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await sh('sh', ['-c', `npx() { shift; printf '%s\\n' "$@"; }; ${line}`], { cwd, env })
  return stdout.trimEnd().split('\n')
}

const reportAt = (path: string): Report => jsonAt<Report>(path)
const verdictIn = ({ requirements }: Report, wanted: string): string | undefined =>
  requirements.find(({ id }) => id === wanted)?.verdict

for (const [title, routeFrom] of Object.entries(routes))
  test(`over ${title}, the curl line and the replay line of a finding work as pasted`, async () => {
    ;[breach, isBroken] = [ownedByThem, true]
    const cwd = folder()
    mkdirSync(join(cwd, 'sub'))
    const files = { 'ca.pem': ca.cert, 'client.pem': client.cert, 'client-key.pem': client.key }
    for (const [name, text] of Object.entries(files)) written(join(cwd, 'sub', name), text)
    const { target, flags = ['--target', 'sub/target.yaml'], env, holds, fresh } = await routeFrom(cwd)
    if (target !== undefined)
      writeFileSync(join(cwd, 'sub', 'target.yaml'), `${target}\nkeys: { valid: "\${SVC_KEY}" }\n`)
    const run = (args: readonly string[]) => (fresh ? commandAsProcess : command)(args, { cwd, env })
    const shellEnv = { PATH: process.env.PATH ?? '', ...env }

    const first = await run(['run', ...flags, '--profile', 'smoke'])
    assert.equal(first.code, 1, first.stdout + first.stderr)
    const path = join(cwd, 'out', 'report.json')
    const whole = textAt(path)
    const finding = reportAt(path).requirements.find(({ id }) => id === 'model-owned-by')?.findings[0]
    assert.ok(finding?.curl && finding.replay)
    for (const text of holds) assert.ok(finding.curl.includes(text), `${finding.curl} lacks ${text}`)
    for (const secret of [valid, 'open sesame', 'pass%20word', 'let me in'])
      assert.ok(!whole.includes(secret), `${secret} is in the report`)

    const { stdout } = await sh('sh', ['-c', finding.curl], { cwd, env: shellEnv })
    assert.match(stdout, /HTTP\/\S+ 200[\s\S]*"owned_by":"them"/, finding.curl)

    const args = await argumentsIn(finding.replay, cwd, shellEnv)
    const again = join(cwd, 'out/replay/model-owned-by/report.json')
    const red = await run(args)
    assert.deepEqual([red.code, verdictIn(reportAt(again), 'model-owned-by')], [1, 'fail'], red.stdout)
    isBroken = false
    const green = await run(args)
    assert.deepEqual([green.code, verdictIn(reportAt(again), 'model-owned-by')], [5, 'pass'], green.stdout)
    assert.equal(reportAt(again).seed, (JSON.parse(whole) as Report).seed)
    assert.equal(textAt(path), whole)
  })

/** Violations of each kind, and the suites that detect them. */
const breaches: Readonly<Record<string, readonly [suite: string, breach: Alter]>> = {
  'usage-total-tokens': ['completion', edited(/"total_tokens":\d+/g, '"total_tokens":-1')],
  'request-id-unique': ['models', (response) => Object.assign(response.headers, { 'x-svc-request-id': 'same' })],
  'request-top-p': [
    'validation,properties',
    (response) => {
      if (response.status === 400 && response.body.includes('"param":"top_p"'))
        Object.assign(response, { status: 200, body: Buffer.from(completionWith()) })
    },
  ],
  'auth-error-type': [
    'auth',
    (response, ...asked) => {
      if (response.status === 401) edited('authentication_error', 'invalid_request_error')(response, ...asked)
    },
  ],
}
for (const [requirement, [suite, alter]] of Object.entries(breaches))
  test(`the replay line of ${requirement} fails, and passes once it is fixed`, async () => {
    ;[breach, isBroken] = [alter, true]
    const cwd = folder()
    await command(['run', '--base-url', gateway.url, '--suite', suite], { cwd, env: plain })
    const found = reportAt(join(cwd, 'out', 'report.json')).requirements.find(({ id }) => id === requirement)
    const line = found?.findings[0]?.replay ?? ''
    assert.match(line, new RegExp(`--requirement ${requirement} .*--out out/replay/${requirement}$`))
    const args = await argumentsIn(line, cwd, { PATH: process.env.PATH ?? '' })
    const again = join(cwd, `out/replay/${requirement}/report.json`)
    await command(args, { cwd, env: plain })
    assert.match(verdictIn(reportAt(again), requirement) ?? '', /^(fail|warn)$/)
    isBroken = false
    await command(args, { cwd, env: plain })
    assert.equal(verdictIn(reportAt(again), requirement), 'pass')
    assert.ok(reportAt(again).requests < 120, `${reportAt(again).requests} requests`)
  })

test('suggests the nearest check for an unknown name', () =>
  refuses(['run', '--check', 'model-list'], /there is no check 'model-list'; did you mean models-list\?/))
