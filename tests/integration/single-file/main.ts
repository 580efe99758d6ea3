/**
 * `npm run test:sea`: builds the single executable, and tests mock and harness in it on a PATH without Node. It also
 * tests openai for Python if PYTHON (default: python3) has it, and fails without it if REQUIRE_TOOLCHAINS is set. It
 * downloads a Node if this one cannot build, so that no other test depends on it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { demoConfig } from '../../../mock/index.ts'
import { folder as newFolder } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'
import { type Ended, endOf } from '../drivers/child.ts'
import { python, whyNot } from '../languages/toolchains.ts'
import { install, packInto } from '../package/packed.ts'

const scratch = newFolder()
const executable = join(scratch, process.platform === 'win32' ? 'svc-conformance.exe' : 'svc-conformance')
const home = join(scratch, 'home')
/** An environment with an empty PATH. */
const bare = { PATH: join(scratch, 'nothing'), HOME: home, LOCALAPPDATA: home }

let failed = 0
function report(what: string, passed: boolean, out = ''): void {
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${what}\n${passed ? '' : out}`)
  if (!passed) failed += 1
}

const run = (args: readonly string[], file = executable, env: NodeJS.ProcessEnv = bare): Promise<Ended> =>
  endOf(spawn(file, args, { cwd: scratch, env }))

async function certify(what: string, args: readonly string[]): Promise<void> {
  const { code, out } = await run(args)
  report(what, code === 0, out)
}

/** Runs a mock while `use` works with it. */
async function withMock(args: readonly string[], use: (url: string, admin: string) => Promise<void>): Promise<void> {
  const file = join(scratch, 'ready.json')
  const ended = run(['mock', '--port', '0', '--ready-file', file, ...args])
  while (!existsSync(file)) {
    const early = await Promise.race([ended, setTimeout(20)])
    if (early) return report(`mock ${args.join(' ')}`, false, early.out)
  }
  const { url, admin_url, pid } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly url: string
    readonly admin_url?: string
    readonly pid: number
  }
  await use(url, admin_url ?? '')
  process.kill(pid, 'SIGTERM')
  const { code, out } = await ended
  report(`mock ${args.join(' ')}, and its end`, code === 0, out)
}

async function askWithOpenai(SVC_MOCK_URL: string, SVC_MOCK_ADMIN_URL: string): Promise<void> {
  const why = whyNot('openai')
  if (why !== undefined) {
    process.stdout.write(`${why} openai for Python DID NOT RUN at the executable.\n`)
    if (process.env.REQUIRE_TOOLCHAINS) failed += 1
    return
  }
  const { path } = JSON.parse(
    execFileSync(python, ['-c', 'import sys, json; print(json.dumps({"path": sys.executable}))']).toString(),
  ) as { readonly path: string }
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(root, 'examples/pytest')]
  const env = { ...bare, PYTHONDONTWRITEBYTECODE: '1', SVC_MOCK_URL, SVC_MOCK_ADMIN_URL }
  const { code, out } = await run(args, path, env)
  report('openai for Python at the mock', code === 0, out)
}

mkdirSync(home, { mode: 0o700 })
const { folder } = await install(await packInto(scratch), 'project')
execFileSync(process.execPath, [join(root, 'packaging/single-file/build.ts'), folder, executable], {
  stdio: 'inherit',
})
const { code, out } = await run(['--version'])
report(`${out.trim()}, ${Math.round(statSync(executable).size / 1e6)} MB`, code === 0, out)
const key = demoConfig.projects.main?.keys[0] ?? ''
await withMock(['--admin-port', '0'], askWithOpenai)
await withMock(['--workers', '2'], async (url) => {
  const args = ['run', '--base-url', url, '--profile', 'core', '--out', 'core']
  const ran = await run(args, executable, { ...bare, SVC_CONFORMANCE_KEY: key })
  report('run, profile core, at two workers', ran.code === 0, ran.out)
  const broken = ['run', '--base-url', `${url}/faults/model-id-null`, '--profile', 'smoke', '--out', 'broken']
  const { out: red } = await run(broken, executable, { ...bare, SVC_CONFORMANCE_KEY: key })
  report('printed commands without npx', / svc-conformance explain model-id/.test(red) && !red.includes('npx'), red)
})
await certify('run, profile full', ['run', '--certificate', 'out/certificate.json', '--reporter', 'html,junit'])
const alone = await run(['mock', '--port', '0', '--store', 'redis://127.0.0.1:1'])
report('the client of a store is there', alone.code !== 0 && !alone.out.includes('needs the package'), alone.out)
await certify('verify', ['verify', 'out/certificate.json', '--unsigned'])
await certify('explain', ['explain', 'request-closed'])
process.exitCode = failed === 0 ? 0 : 1
