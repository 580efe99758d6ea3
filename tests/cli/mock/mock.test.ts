import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rolesIn } from '../../../cli/mock-target-file.ts'
import { startMock } from '../../../mock/index.ts'
import { command, exits, folder, whileRunning } from '../command.ts'
import { textAt, written } from '../files.ts'

/** Starts a mock, runs `act`, and stops the mock as Ctrl-C does. */
async function whileMocking(args: readonly string[], act: (stdout: string) => Promise<void>): Promise<void> {
  const ready = /[\s\S]*npx svc-conformance run[\s\S]*/
  const mocking = ['mock', '--port', '0', ...args]
  const { code } = await whileRunning(mocking, ready, ([stdout = '']) => act(stdout), {}, 'SIGINT')
  assert.equal(code, 0)
}

test('mock prints its URL, its keys and a curl line that works, and runs until it is interrupted', async () => {
  await whileMocking([], async (stdout) => {
    assert.match(stdout, /The mock listens at http:\/\/127\.0\.0\.1:\d+/)
    assert.match(stdout, /valid +svc_/)
    const curl = /^ +(curl .*)$/m.exec(stdout)?.[1] ?? ''
    const response: unknown = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }))
    assert.deepEqual((response as { object: string }).object, 'chat.completion')
  })
})

test('the printed target file and the written one certify the mock', async () => {
  const path = join(folder(), 'target.yaml')
  const out = folder()
  await whileMocking([], async (stdout) => {
    const shown = stdout.split('\n').flatMap((line) => (/^ {2}( *[\w-]+:( .*)?)$/.test(line) ? [line.slice(2)] : []))
    writeFileSync(path, `${shown.join('\n')}\n`)
    await exits(0, ['run', '--target', path, '--profile', 'smoke', '--out', out])
  })
  await whileMocking(['--target-file', path], async (stdout) => {
    assert.ok(stdout.includes(path))
    await exits(0, ['run', '--target', path, '--profile', 'smoke', '--out', out])
  })
  assert.ok(existsSync(join(out, 'report.json')))
})

test('writes a target file for a configuration with one project, without the other roles', async () => {
  const models = 'models:\n  svc/one: {}\n'
  const projects = 'projects:\n  main: { keys: [svc_one_secret-of-one], models: [svc/one] }\n'
  const config = written(join(folder(), 'mock.yaml'), models + projects)
  const path = join(folder(), 'target.yaml')
  await whileMocking(['--config', config, '--target-file', path], async () => {
    assert.match(textAt(path), /valid: svc_one_secret-of-one\n(?!.*second)/)
  })
})

test('an invalid configuration, a missing one and a taken port are usage errors', async () => {
  await using taken = await startMock()
  const config = written(join(folder(), 'mock.yaml'), 'models: {}\nprojects: { main: { keys: [x], models: [] } }\n')
  const [broken, port, missing] = await Promise.all([
    command(['mock', '--port', '0', '--config', config]),
    command(['mock', '--port', String(taken.port)]),
    command(['mock', '--port', '0', '--config', 'missing.yaml']),
  ])
  assert.deepEqual([broken.code, port.code, missing.code], [2, 2, 2])
  assert.match(broken.stderr, /mock\.yaml:2:\d+/)
  assert.match(port.stderr, /is taken; choose another/)
  assert.match(missing.stderr, /missing\.yaml/)
})

test('a configuration without a usable project has no roles', () =>
  assert.equal(rolesIn({ models: {}, projects: { main: { keys: ['svc_a_b'], models: [] } } }), undefined))
