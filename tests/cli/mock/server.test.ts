import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readyMade } from '../../../cli/commands/mock/configuration.ts'
import { demo, demoConfig } from '../../../mock/index.ts'
import { models, send, valid } from '../../mock/asking.ts'
import { certificates, certificatesOf } from '../../mock/server/certificates.ts'
import { exits, folder, refuses } from '../command.ts'
import { textAt } from '../files.ts'
import { runMock, tlsIn } from './running-mock.ts'

const CLASHES: Readonly<Record<string, RegExp>> = {
  '--watch': /--watch needs a file; name it with --config/,
  '--tls-cert cert.pem': /--tls-cert and --tls-key need each other/,
  '--tls-key key.pem': /--tls-cert and --tls-key need each other/,
  '--journal-bodies --workers 2': /--journal-bodies needs one journal/,
  '--journal-bytes 5': /--journal-bytes needs --journal-bodies/,
  '--tls-cert none.pem --tls-key none.pem': /none\.pem: the certificate cannot be read/,
  '--host=': /--host is empty; name an address such as 127\.0\.0\.1/,
  '--workers 0': /whole number from 1 to 256/,
  '--grace 1.5': /whole number from 0 to 3600/,
}
for (const [flags, words] of Object.entries(CLASHES))
  test(`mock ${flags} is rejected before anything starts`, () =>
    refuses(['mock', '--port', '0', ...flags.split(' ')], words))

const configOf = (key: string): string =>
  `models: { svc/a: { pace: { first_ms: 0, gap_ms: 3600000 } } }\nprojects:\n  main: { keys: [${key}], models: [svc/a] }\n`

const statusOf = async (url: string, key: string): Promise<number> => (await models(url, key)).status

/** A stream that sends its first chunk and nothing more for an hour. */
async function openStream(url: string, key: string) {
  const response = await send(url, valid({ model: 'svc/a', stream: true }), key)
  assert.equal(response.status, 200)
  return response
}

for (const workers of ['1', '2'])
  test(`--watch loads a new configuration, and only reports an invalid one (${workers} workers)`, async () => {
    const cwd = folder()
    const [path, next] = [join(cwd, 'mock.yaml'), join(cwd, 'mock.yaml.new')]
    writeFileSync(path, configOf('svc_a_one'))
    const mock = await runMock(['--config', 'mock.yaml', '--watch', '--workers', workers], cwd)
    writeFileSync(next, configOf('svc_b_two'))
    renameSync(next, path)
    await mock.until(/mock\.yaml was reloaded\n/)
    assert.deepEqual([await statusOf(mock.url, 'svc_a_one'), await statusOf(mock.url, 'svc_b_two')], [401, 200])
    writeFileSync(path, configOf('planted-no-key'))
    const says =
      /mock\.yaml:3:18: projects\.main\.keys\[0\]: must have the form[\s\S]*The previous configuration stays\.\n/
    await mock.until(says)
    assert.equal(await statusOf(mock.url, 'svc_b_two'), 200)
    await mock.stop()
    assert.doesNotMatch(mock.said(), /planted/)
  })

test('SIGHUP reloads the configuration without --watch', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), configOf('svc_a_one'))
  const mock = await runMock(['--config', 'mock.yaml'], cwd)
  writeFileSync(join(cwd, 'mock.yaml'), configOf('svc_b_two'))
  mock.kill('SIGHUP')
  await mock.until(/was reloaded/)
  assert.equal(await statusOf(mock.url, 'svc_b_two'), 200)
  await mock.stop('SIGINT')
})

for (const workers of ['1', '2'])
  test(`SIGTERM waits for an open response, and a second signal cuts it off (${workers} workers)`, async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'mock.yaml'), configOf('svc_a_one'))
    const mock = await runMock(['--config', 'mock.yaml', '--grace', '3600', '--workers', workers], cwd)
    const open = await openStream(mock.url, 'svc_a_one')
    mock.kill('SIGTERM')
    await mock.until(/The mock is shutting down: open responses have 3600 s/)
    mock.kill('SIGTERM')
    await assert.rejects(open.text())
    assert.deepEqual(await mock.ended, { code: 0, signal: null })
  })

test('cuts off open responses when the grace period is over', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'mock.yaml'), configOf('svc_a_one'))
  const mock = await runMock(['--config', 'mock.yaml', '--grace', '0'], cwd)
  const open = await openStream(mock.url, 'svc_a_one')
  mock.kill('SIGTERM')
  await assert.rejects(open.text())
  assert.deepEqual(await mock.ended, { code: 0, signal: null })
})

test('the printed curl line works with TLS and several workers', async () => {
  const cwd = folder()
  const mock = await runMock([...tlsIn(cwd), '--workers', '2', '--seed', 'x'], cwd)
  assert.match(mock.url, /^https:/)
  const [, curl = ''] = await mock.until(/^ +(curl .*)$/m)
  const response: unknown = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8', cwd }))
  assert.equal((response as { object: string }).object, 'chat.completion')
  await mock.stop()
})

for (const [title, pems, around] of [
  ['a self-signed certificate', certificates, 'ca: "../certificates/cert.pem"'],
  ['a certificate for another name', await certificatesOf('gateway.test'), 'server_name: "gateway.test"'],
] as const)
  test(`the target file and the curl line of a mock with ${title} work, also from another folder`, async () => {
    const cwd = folder()
    for (const name of ['certificates', 'targets']) mkdirSync(join(cwd, name))
    writeFileSync(join(cwd, 'certificates', 'cert.pem'), pems.cert)
    writeFileSync(join(cwd, 'certificates', 'key.pem'), pems.private)
    const target = join('targets', 'target.yaml')
    const tls = ['--tls-cert', join('certificates', 'cert.pem'), '--tls-key', join('certificates', 'key.pem')]
    const mock = await runMock([...tls, '--target-file', target], cwd)
    const [, run = ''] = await mock.until(/^ +npx svc-conformance (run .*)\n/m)
    assert.equal(run, `run --target ${target} --profile full`)
    assert.ok(textAt(cwd, target).includes(around))
    await exits(0, ['run', '--target', join(cwd, target), '--profile', 'smoke', '--out', join(cwd, 'out')])
    const [, curl = ''] = /^ +(curl .*)$/m.exec(mock.said()) ?? []
    const response: unknown = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8', cwd }))
    assert.equal((response as { object: string }).object, 'chat.completion')
    await mock.stop()
  })

test('the mock asks to name the CA of a certificate that is not self-signed', async () => {
  const cwd = folder()
  const { clientcert: cert = '', clientprivate = '' } = certificates
  const mock = await runMock([...tlsIn(cwd, { cert, private: clientprivate }), '--target-file', 'target.yaml'], cwd)
  await mock.until(/A CA signed cert\.pem: if this machine does not trust it yet, name its certificate as tls\.ca/)
  assert.doesNotMatch(textAt(cwd, 'target.yaml'), /tls|ca:/)
  await mock.stop()
})

for (const workers of ['1', '2'])
  test(`a mock on 0.0.0.0 with ${workers} workers rejects the public demo keys and accepts random ones`, async () => {
    const drawn = new Set<string>()
    for (const run of [1, 2]) {
      const mock = await runMock(['--host', '0.0.0.0', '--workers', workers, '--seed', 'fixed'])
      const [, key = ''] = await mock.until(/^ {2}valid +(svc_main_[0-9a-f]{32})$/m)
      drawn.add(key)
      const url = mock.url.replace('0.0.0.0', '127.0.0.1')
      assert.deepEqual([await statusOf(url, key), await statusOf(url, demo.valid)], [200, 401], `run ${run}`)
      for (const known of Object.values(demo).filter((text) => text.startsWith('svc_')))
        assert.ok(!mock.said().includes(known), known)
      await mock.stop()
    }
    assert.equal(drawn.size, 2)
  })

for (const host of ['127.0.0.1', '::1', 'localhost'])
  test(`a mock on ${host} uses the demo keys of the package`, () => assert.equal(readyMade(host), demoConfig))

test('two runs with the same seed respond with the same identifiers', async () => {
  const ids: (string | null)[] = []
  for (const _run of [1, 2]) {
    const mock = await runMock(['--seed', 'fixed', '--journal-bodies'])
    ids.push((await fetch(`${mock.url}/v1/models`)).headers.get('x-svc-request-id'))
    await mock.stop()
  }
  assert.equal(ids[0], ids[1])
})
