/** The package as a user has it: packed, and installed in a project with its dependencies, without a registry. */
import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folder as newFolder } from '../../cli/command.ts'
import type { Ended } from '../drivers/child.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const exec = promisify(execFile)

export interface Manifest {
  readonly name: string
  readonly bin: Record<string, string>
  readonly files: readonly string[]
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly publishConfig: { readonly access: string; readonly provenance: boolean }
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

export interface Tarball {
  readonly scratch: string
  readonly tarball: string
  /** The files of the package. */
  readonly files: readonly string[]
  /** Bytes. */
  readonly size: number
  /** Bytes. */
  readonly unpackedSize: number
}

export interface Installed {
  /** The user's project. */
  readonly project: string
  /** The folder of the package in it. */
  readonly folder: string
  /** The file of the command. */
  readonly bin: string
}

export type Packed = Tarball & Installed

export async function program(
  cwd: string,
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  try {
    // By default, a program that prints more than a mebibyte would be killed.
    const limits = { timeout: 600_000, maxBuffer: Number.POSITIVE_INFINITY }
    const { stdout, stderr } = await exec(file, args, { cwd, env: { ...process.env, ...env }, ...limits })
    return { code: 0, out: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string }
    return { code: code ?? -1, out: stdout + stderr }
  }
}

export const run = (cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  program(cwd, process.execPath, args, env)

export const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** Packs a copy, so that the build does not appear in the checkout while other tests run. */
export async function packInto(scratch: string): Promise<Tarball> {
  const copy = join(scratch, 'copy')
  const copied = manifest.files.filter((name) => name !== 'dist' && !name.startsWith('!'))
  for (const name of ['package.json', 'README.md', 'LICENSE', ...copied]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  const built = await run(root, [tsc, '-p', 'packaging/tsconfig.build.json', '--outDir', join(copy, 'dist')])
  if (built.code !== 0) throw new Error(built.out)
  const bundled = await run(root, [join(root, 'packaging/bundle.ts'), join(copy, 'dist')])
  if (bundled.code !== 0) throw new Error(bundled.out)
  const { stdout } = await exec('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: copy,
    shell: process.platform === 'win32',
  })
  interface Packed {
    readonly filename: string
    readonly files: readonly { readonly path: string }[]
    readonly size: number
    readonly unpackedSize: number
  }
  // npm 11 and older give an array, npm 12 an object by name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>)
  if (!packed) throw new Error(`npm packed nothing: ${stdout}`)
  return {
    scratch,
    tarball: join(copy, packed.filename),
    files: packed.files.map(({ path }) => path),
    size: packed.size,
    unpackedSize: packed.unpackedSize,
  }
}

function link(from: string, modules: string, name: string): void {
  const path = join(modules, name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(from, path, 'junction')
}

/**
 * Installs the package in an empty project, as npm would, with dependencies next to it.
 *
 * @param others packages that the project has in another version; ours are then installed inside our package
 */
export async function install(
  { scratch, tarball }: Tarball,
  name: string,
  others: readonly string[] = [],
): Promise<Installed> {
  const project = join(scratch, name)
  const modules = join(project, 'node_modules')
  const folder = join(modules, manifest.name)
  mkdirSync(folder, { recursive: true })
  await exec('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  for (const dependency of [...Object.keys(manifest.dependencies), 'msw', '@types/node']) {
    const own = others.includes(dependency)
    link(join(root, 'node_modules', dependency), own ? join(folder, 'node_modules') : modules, dependency)
  }
  for (const other of others) {
    const place = join(modules, other)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: other, version: '0.0.1', main: 'index.js' }))
    writeFileSync(join(place, 'index.js'), `throw new Error('this is the ${other} of the project')\n`)
  }
  const bin = join(folder, manifest.bin[manifest.name] ?? '')
  chmodSync(bin, 0o755)
  link(bin, join(modules, '.bin'), manifest.name)
  return { project, folder, bin }
}

/** Test files that run in one process share the tarball, because building it takes longer than most of them. */
let once: Promise<Tarball> | undefined
let projects = 0

/** Installs the package in an empty project for the tests of one file. */
export async function pack(): Promise<Packed> {
  const scratch = newFolder()
  once ??= packInto(scratch)
  projects += 1
  return { ...(await once), ...(await install({ ...(await once), scratch }, `project-${projects}`)) }
}
