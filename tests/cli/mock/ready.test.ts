import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readyOf } from '../../../cli/commands/mock/ready.ts'
import { mockTargetText } from '../../../cli/mock-target-file.ts'
import { demo, demoConfig, listFaults, listVariants } from '../../../mock/index.ts'
import { send, valid } from '../../mock/asking.ts'
import { certificates } from '../../mock/server/certificates.ts'
import { exits, folder, main, refuses } from '../command.ts'
import { textAt, written } from '../files.ts'
import { runMock, tlsIn } from './running-mock.ts'

/** Waits until the file exists. */
async function fileAt(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 5))
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('mock --json prints one line, with URLs and keys that work', async () => {
  const args = [main, 'mock', '--json', '--port', '0', '--admin-port', '0']
  const child = spawn(process.execPath, args, { cwd: folder(), stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text))
  await once(child.stdout, 'data')
  const ready = JSON.parse(said)
  const { valid, second, empty, disabled, limited } = demo
  const projects = Object.entries(demoConfig.projects)
  assert.deepEqual(ready, {
    ...{ url: ready.url, admin_url: ready.admin_url, pid: child.pid },
    projects: Object.fromEntries(projects.map(([name, { keys, models }]) => [name, { key: keys[0], models }])),
    keys: { valid, second, empty, disabled, limited },
    models: ['svc/echo-1', 'svc/small-1'],
  })
  assert.equal((await fetch(`${ready.url}/v1/models`, { headers: bearer(ready.keys.valid) })).status, 200)
  assert.equal((await fetch(`${ready.admin_url}/health`)).status, 200)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'close'), [0, null])
  assert.equal(said.trimEnd().split('\n').length, 1)
})

const configOf = (name: string): string =>
  `models: { svc/a: {} }\nprojects:\n  ${name}: { keys: [svc_${name}_secret], models: [svc/a] }\n`

const readyFileOf = (pid: number | undefined): string => `${JSON.stringify({ url: 'http://127.0.0.1:1', pid })}\n`

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid

test('the ready file is private to its owner, follows the configuration, and is removed with the mock', async () => {
  const cwd = folder()
  const [path, config] = [join(cwd, 'ready.json'), join(cwd, 'mock.yaml')]
  const read = () => JSON.parse(textAt(path))
  writeFileSync(path, readyFileOf(deadPid()), { mode: 0o644 })
  writeFileSync(config, configOf('one'))
  const mock = await runMock(['--config', 'mock.yaml', '--watch', '--ready-file', path], cwd)
  await fileAt(path)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual([read().url, Object.keys(read().projects)], [mock.url, ['one']])
  writeFileSync(`${config}.new`, configOf('two'))
  renameSync(`${config}.new`, config)
  await mock.until(/was reloaded/)
  while (read().projects.one) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(read().keys, { valid: 'svc_two_secret' })
  assert.equal(statSync(path).mode & 0o777, 0o600)
  await mock.stop()
  assert.equal(existsSync(path), false)
})

test('does not remove a ready file that another program has overwritten', async () => {
  const path = join(folder(), 'ready.json')
  const mock = await runMock(['--ready-file', path])
  await fileAt(path)
  writeFileSync(path, 'of another mock')
  await mock.stop()
  assert.equal(textAt(path), 'of another mock')
})

for (const [what, text, words] of [
  ['the ready file of a running mock', readyFileOf(process.ppid), /belongs to a running process \(\d+\)/],
  ['a JSON file of another program', '{"name":"my-package"}', /exists and was not written by a mock/],
  ['a text file', 'Dear diary', /exists and was not written by a mock/],
] as const)
  test(`${what} is neither removed nor overwritten`, async () => {
    const path = written(join(folder(), 'ready.json'), text)
    const { stderr } = await exits(2, ['mock', '--port', '0', '--ready-file', path])
    assert.match(stderr, words)
    assert.ok(stderr.includes(path), stderr)
    assert.equal(textAt(path), text)
  })

test('a target file replaces only an earlier one of a mock', async () => {
  const cwd = folder()
  const path = written(join(cwd, 'target.yaml'), 'base_url: https://gateway.example.com\n')
  const args = ['mock', '--port', '0', '--target-file', path]
  const { stderr } = await exits(2, args)
  assert.match(stderr, /--target-file: .*target\.yaml exists and was not written by a mock; choose another name/)
  assert.equal(textAt(path), 'base_url: https://gateway.example.com\n')
  assert.match((await exits(2, [...args, '--ready-file', path])).stderr, /name the same file/)
  written(path, mockTargetText('http://127.0.0.1:9', { keys: { valid: 'svc_a_b' }, models: {}, provoke: {} }))
  const mock = await runMock(['--target-file', path])
  await mock.stop('SIGTERM')
  assert.ok(!textAt(path).includes('127.0.0.1:9\n'))
})

test('overwrites an empty file, such as one of mktemp, with the ready file', async () => {
  const path = written(join(folder(), 'ready.json'), '')
  const mock = await runMock(['--ready-file', path])
  await fileAt(path)
  assert.equal(JSON.parse(textAt(path)).url, mock.url)
  await mock.stop()
})

test('writes to a pipe once it has a reader, and handles requests and signals until then', async () => {
  const path = join(folder(), 'ready.pipe')
  assert.equal(spawnSync('mkfifo', [path]).status, 0)
  const mock = await runMock(['--ready-file', path])
  assert.equal((await fetch(`${mock.url}/healthz`)).status, 200)
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const text of reader.stdout.setEncoding('utf8')) said += text
  assert.equal(JSON.parse(said).url, mock.url)
  await mock.stop()
  assert.ok(existsSync(path))
  const unread = await runMock(['--ready-file', path])
  await unread.stop()
})

test('a target file with keys is private to its owner', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'target.yaml'), '', { mode: 0o644 })
  const mock = await runMock(['--target-file', 'target.yaml', '--ready-file', 'ready.json'], cwd)
  await fileAt(join(cwd, 'ready.json'))
  assert.match(textAt(cwd, 'target.yaml'), /valid: svc_/)
  assert.equal(statSync(join(cwd, 'target.yaml')).mode & 0o777, 0o600)
  await mock.stop()
})

test('the ready file has the absolute path of a self-signed certificate', async () => {
  const cwd = folder()
  const path = join(cwd, 'ready.json')
  const mock = await runMock([...tlsIn(cwd), '--ready-file', path], cwd)
  await fileAt(path)
  const { certificate, url } = JSON.parse(textAt(path))
  assert.match(url, /^https:/)
  assert.equal(textAt(certificate), certificates.cert)
  await mock.stop()
})

test('lists the keys of a configuration without a usable project, too', () => {
  const config = { models: {}, projects: { lone: { keys: ['svc_a_b'], models: [] }, none: { keys: [], models: [] } } }
  const { projects, keys, models } = readyOf({ url: 'http://x', admin: undefined, certificate: undefined }, config)
  assert.deepEqual([projects, keys, models], [{ lone: { key: 'svc_a_b', models: [] } }, { empty: 'svc_a_b' }, []])
})

test('a single project with a small quota has the role limited, and its models are listed', () => {
  const project = { keys: ['svc_a_b'], models: ['svc/a', 'svc/off'], quota: { requests_per_minute: 3 } }
  const config = { models: { 'svc/a': {}, 'svc/off': { available: false } }, projects: { only: project } }
  const { keys, models } = readyOf({ url: 'http://x', admin: undefined, certificate: undefined }, config)
  assert.deepEqual([keys, models], [{ limited: 'svc_a_b' }, ['svc/a']])
})

test('the mock exits with 2 if the folder of the ready file does not exist', async () => {
  const { stderr } = await exits(2, ['mock', '--port', '0', '--ready-file', 'none/ready.json'])
  assert.match(stderr, /none\/ready\.json cannot be written: its folder does not exist/)
})

for (const [flags, words] of Object.entries({
  '--fault completion-usage-nul': /--fault: there is no fault '.*'; did you mean completion-usage-null\? svc/,
  '--variant zzzzzz': /--variant: there is no variant 'zzzzzz'; svc-conformance list variants shows all/,
  '--latency 200': /a time with its unit/,
  '--pace 1s+2s+3s': /one time, or two with a \+/,
  '--pace lognorm:p50=1s': /no distribution of this name/,
  '--latency recorded:file=none.txt': /is invalid\. none\.txt: cannot be read/,
  '--latency recorded:p50': /a name and a time, such as p50=200ms/,
  '--pace recorded:file=a+b.txt': /a\+b\.txt: cannot be read/,
  '--pace 1ms+recorded:file=a+b.txt': /a\+b\.txt: cannot be read/,
  '--pace recorded:file=a+b.txt+2ms+3s': /one time, or two with a \+/,
}))
  test(`mock ${flags} is rejected before anything starts`, () =>
    refuses(['mock', '--port', '0', ...flags.split(' ')], words))

test('faults, variants, latency and pace of the command line apply to every response', async () => {
  const given = ['--fault', 'completion-usage-null,choice-extra-member', '--variant', 'usage-null-in-chunks']
  const mock = await runMock([...given, '--latency', '60ms', '--pace', 'normal:p50=50ms,p95=50ms+1ms'])
  assert.match(
    mock.said(),
    /\nIt breaks the contract with the faults completion-usage-null, choice-extra-member\.\nIt uses the variant usage-null-in-chunks\.\n/,
  )
  const ask = async (stream: boolean) => {
    const begun = performance.now()
    const response = await send(mock.url, valid({ stream }))
    return { text: await response.text(), took: performance.now() - begun }
  }
  const [json, streamed] = [await ask(false), await ask(true)]
  assert.equal(JSON.parse(json.text).usage, null)
  assert.match(streamed.text, /"usage":null/)
  assert.ok(json.took >= 55, `${json.took}`)
  assert.ok(streamed.took >= 105, `${streamed.took}`)
  await mock.stop()
})

test('the mock lists its faults and variants at /faults and /variants, without a key', async () => {
  const mock = await runMock(['--workers', '2'])
  for (const [family, rows] of Object.entries({ faults: listFaults(), variants: listVariants() })) {
    const response = await fetch(`${mock.url}/${family}`)
    const listed = ((await response.json()) as Record<string, { name: string; base_path: string }[]>)[family] ?? []
    assert.deepEqual([response.status, listed.map(({ name }) => name)], [200, rows.map(({ name }) => name)])
    assert.ok(response.headers.get('x-svc-request-id'))
    const models = await fetch(`${mock.url}${listed.at(-1)?.base_path}/v1/models`, { headers: bearer(demo.valid) })
    assert.notEqual(models.status, 404)
    assert.equal((await fetch(`${mock.url}/${family}`, { method: 'POST' })).status, 404)
  }
  await mock.stop()
})
