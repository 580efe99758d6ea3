/** The package as a user would have it: packed, and laid into a folder with its dependencies. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const exec = promisify(execFile)

export interface Manifest {
  readonly name: string
  readonly bin: Record<string, string>
  readonly files: readonly string[]
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>
  readonly dependencies: Record<string, string>
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

export interface Packed {
  /** The user's project. */
  readonly project: string
  /** Where the package lies in it. */
  readonly folder: string
  /** What the package holds. */
  readonly files: readonly string[]
}

/** Runs a program on this Node, and tells how it ended. */
export async function run(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string }> {
  try {
    const { stdout, stderr } = await exec(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout: 60_000,
    })
    return { code: 0, out: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string }
    return { code: code ?? -1, out: stdout + stderr }
  }
}

export const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** Packs a copy, so that no build appears in the checkout under the feet of other tests. */
export async function pack(): Promise<Packed> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
  after(() => rmSync(scratch, { recursive: true, force: true }))
  const copy = join(scratch, 'copy')
  for (const name of ['package.json', 'README.md', 'LICENSE', ...manifest.files.filter((name) => name !== 'dist')]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  const built = await run(root, [tsc, '-p', 'tsconfig.build.json', '--outDir', join(copy, 'dist')])
  if (built.code !== 0) throw new Error(built.out)
  const { stdout } = await exec('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: copy,
    shell: process.platform === 'win32',
  })
  // npm 11 and older give an array, npm 12 an object by name.
  const [tarball] = Object.values(JSON.parse(stdout) as Record<string, { filename: string; files: { path: string }[] }>)
  if (!tarball) throw new Error(`npm packed nothing: ${stdout}`)

  const project = join(scratch, 'project')
  const folder = join(project, 'node_modules', manifest.name)
  mkdirSync(folder, { recursive: true })
  await exec('tar', ['-xzf', join(copy, tarball.filename), '-C', folder, '--strip-components=1'])
  for (const name of [...Object.keys(manifest.dependencies), 'msw', '@types/node']) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link, 'junction')
  }
  return { project, folder, files: tarball.files.map(({ path }) => path) }
}
