/** If files cannot be written or a run is killed, it leaves complete files of this run, or none. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { listening } from '../../suites/harness/client/listening.ts'
import { commandAsProcess, exits, folder, main, type Said, withKey } from '../command.ts'
import { reportIn, textAt } from '../files.ts'

const SMOKE = ['run', '--profile', 'smoke']

/** Windows has no such limits; earlier-files.test.ts tests that files are written atomically. */
const posix = { skip: process.platform === 'win32' ? 'Windows has no ulimit' : false }

/** Runs the command in a shell with a limit: `-f` is the size of a file in blocks of 512 bytes, `-n` the open files. */
async function limited(limit: string, args: readonly string[], cwd: string, end = ''): Promise<Said> {
  const line = `ulimit ${limit} && exec "$0" "$@" ${end}`
  const env = { PATH: process.env.PATH ?? '', NODE_DISABLE_COMPILE_CACHE: '1' }
  const child = spawn('sh', ['-c', line, process.execPath, main, ...args], { cwd, env })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

const visible = (directory: string): string[] => readdirSync(directory).filter((name) => !name.startsWith('.'))
const parts = (directory: string): string[] => readdirSync(directory).filter((name) => name.endsWith('.part'))

const OUT_OF_ROOM =
  'exits with 4 if a file cannot be written, without a partial file, a verdict or files of an earlier run'
test(OUT_OF_ROOM, posix, async () => {
  const cwd = folder()
  const out = join(cwd, 'out')
  await exits(0, [...SMOKE, '--reporter', 'junit', '--certificate', 'out/c.json'], { cwd })
  const [report = 0, page = 0] = ['report.json', 'report.html'].map((name) => statSync(join(out, name)).size)
  assert.ok(report < page)
  const between = Math.floor((report + page) / 2 / 512)
  const { code, stdout, stderr } = await limited(`-f ${between}`, [...SMOKE, '--certificate', 'out/c.json'], cwd)
  assert.equal(code, 4, stderr)
  assert.match(stderr, /out\/report\.html cannot be written: the file exceeds the size limit here \(EFBIG\)/)
  assert.doesNotMatch(stdout, /CONFORMANT/)
  assert.deepEqual([visible(out), parts(out)], [['report.json'], []])
  assert.equal(reportIn(out).conclusion, 'conformant')
})

test('every command that cannot write its file exits with 4, and leaves none', posix, async () => {
  const cwd = folder()
  await exits(0, [...SMOKE, '--out', 'a'], { cwd })
  for (const args of [
    ['report', 'a/report.json', '--format', 'junit', '--out', 'x'],
    ['diff', 'a/report.json', 'a/report.json', '--out', 'x'],
    ['init', '--base-url', 'https://gateway.example.com', '--key-env', 'K', '--profile', 'core', '--out', 'x'],
    ['mock', '--port', '0', '--target-file', 'x'],
    [...SMOKE, '--out', 'b'],
  ]) {
    const { code, stderr } = await limited('-f 0', args, cwd)
    assert.equal(code, 4, `${args}: ${stderr}`)
    assert.match(stderr, /cannot be written: the file exceeds the size limit here \(EFBIG\)/)
    const written = visible(cwd).filter((name) => name === 'x')
    assert.deepEqual(written, [])
    assert.deepEqual([...parts(cwd), ...(existsSync(join(cwd, 'b')) ? readdirSync(join(cwd, 'b')) : [])], [])
  }
})

test('exits with 4 if the output cannot be written, and does not report an internal error', posix, async () => {
  const { code, stderr } = await limited('-f 0', ['list', 'requirements'], folder(), '> said')
  assert.equal(code, 4)
  assert.match(stderr, /^svc-conformance: the output of the command cannot be written: the file exceeds the size limit/)
})

test('a run without enough file descriptors fails no requirement, and its files are complete', posix, async () => {
  const cwd = folder()
  // A few more than Node opens at its start.
  const { stdout: opened } = spawnSync(process.execPath, ['-p', 'fs.readdirSync("/dev/fd").length'], {
    encoding: 'utf8',
  })
  const { code, stdout, stderr } = await limited(`-n ${Number(opened) + 5}`, SMOKE, cwd)
  assert.ok([0, 3, 4].includes(code ?? -1), `${code} ${stdout} ${stderr}`)
  const path = join(cwd, 'out', 'report.json')
  if (existsSync(path)) assert.notEqual(JSON.parse(textAt(path)).conclusion, 'nonconformant')
})

test('a killed run leaves no files of an earlier one, and the next run removes its partial files', async () => {
  const cwd = folder()
  const out = join(cwd, 'out')
  await exits(0, [...SMOKE, '--reporter', 'junit'], { cwd })
  const junit = readFileSync(join(out, 'junit.xml'))
  const silent = createServer()
  const url = `http://127.0.0.1:${await listening(silent)}`
  const killed = commandAsProcess(['run', '--base-url', url, '--reporter', 'junit'], {
    ...{ cwd, ...withKey() },
    onStart: (kill) => void silent.once('connection', () => kill('SIGKILL')),
  })
  assert.equal((await killed).code, null)
  assert.deepEqual(visible(out), [])
  // As if the run had been killed while it wrote.
  writeFileSync(join(out, 'junit.xml'), junit)
  writeFileSync(join(out, '.report.html.4711.part'), 'half')
  await exits(5, ['run', '--requirement', 'models-list'], { cwd })
  assert.deepEqual([visible(out), parts(out)], [['report.html', 'report.json'], []])
})
