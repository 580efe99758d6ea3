/**
 * `npm run test:python`: builds the wheel, or uses the file in WHEEL, and installs it into a new environment. Tests the
 * command and the pytest plugin there, on a PATH without Node. It needs python3, and a registry for pip.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'

const MAX_EXECUTABLE = 120e6
const MAX_WHEEL = 50e6

const scratch = folder()
const bin = join(scratch, 'venv', process.platform === 'win32' ? 'Scripts' : 'bin')
/** An environment with an empty PATH. */
const env = { PATH: join(scratch, 'nothing'), HOME: scratch, LOCALAPPDATA: scratch, PYTHONDONTWRITEBYTECODE: '1' }

let failed = 0
function report(what: string, passed: boolean, output: string): void {
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${what}\n${passed ? '' : output}`)
  if (!passed) failed += 1
}

function expected(what: string, code: number, pattern: RegExp, file: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(join(bin, file), args, { cwd: scratch, env, encoding: 'utf8' })
  const output = `${stdout}${stderr}`
  report(what, status === code && pattern.test(output), `exit code ${status}\n${output}`)
}

function builtWheel(): string {
  execFileSync('npm', ['run', 'python:build'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  const [wheel] = globSync(join(root, 'python/dist/*.whl'))
  if (wheel === undefined) throw new Error('npm run python:build wrote no wheel')
  return wheel
}

const wheel = process.env.WHEEL ?? builtWheel()
const size = statSync(wheel).size
report(`wheel of ${Math.round(size / 1e6)} MB`, size <= MAX_WHEEL, `${size} bytes\n`)
execFileSync('python3', ['-m', 'venv', join(scratch, 'venv')])
execFileSync(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', 'pytest', 'mypy', wheel], { stdio: 'inherit' })
const [executable = ''] = globSync(join(scratch, 'venv/**/svc_conformance/bin/svc-conformance*'))
const { size: bytes } = statSync(executable)
report(`executable of ${Math.round(bytes / 1e6)} MB`, bytes <= MAX_EXECUTABLE, `${bytes} bytes\n`)
expected('svc-conformance --version', 0, /^\d+\.\d+\.\d+.* code sha256:/m, 'svc-conformance', ['--version'])
expected('svc-conformance run', 0, /^CONFORMANT: /m, 'svc-conformance', ['run', '--out', 'out'])
for (const name of ['test_fixtures.py', 'test_careless.py'])
  copyFileSync(join(import.meta.dirname, name), join(scratch, name))
const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']
expected('a client that behaves', 0, /^3 passed/m, 'python', [...pytest, 'test_fixtures.py'])
const names = /the client breaks the contract:\n {2}unknown-field: [\s\S]*1 passed, 1 error/
expected('a client that breaks the contract', 1, names, 'python', [...pytest, 'test_careless.py'])
expected('the types', 0, /no issues found/, 'python', ['-m', 'mypy', '--strict', 'test_fixtures.py'])
process.exitCode = failed === 0 ? 0 : 1
