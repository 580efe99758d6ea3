/** Another version of this project as a runnable folder: from a commit, a checkout or an unpacked package. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../options.ts'

const HERE = fileURLToPath(new URL('../../../', import.meta.url))

export interface OldVersion {
  readonly folder: string
  /** Its name in the notes. */
  readonly name: string
  /** Removes temporary files. */
  readonly remove: () => void
}

/** @param old a folder with a package.json, or any name of a commit of this repository */
export function oldVersion(old: string): OldVersion {
  if (!existsSync(join(old, 'package.json'))) return fromCommit(old)
  const folder = resolve(old)
  const name = `${versionIn(folder)} in ${basename(folder)}`
  if (hasDependencies(folder)) return { folder, name, remove: () => {} }
  return inTemporaryFolder(name, (copy) => {
    cpSync(folder, copy, { recursive: true, filter: (path) => basename(path) !== '.git' })
  })
}

function fromCommit(ref: string): OldVersion {
  const commit = commitOf(ref)
  return inTemporaryFolder(ref === commit ? commit : `${ref} (${commit})`, (copy) => {
    const archive = join(copy, 'archive.tar')
    execFileSync('git', ['archive', '--format=tar', '-o', archive, commit], { cwd: HERE })
    execFileSync('tar', ['-xf', archive, '-C', copy])
    rmSync(archive)
  })
}

function commitOf(ref: string): string {
  try {
    const asked = ['rev-parse', '--verify', '--quiet', '--short=12', '--end-of-options', `${ref}^{commit}`]
    return execFileSync('git', asked, { cwd: HERE, encoding: 'utf8' }).trim()
  } catch {
    throw new UsageError(`--compare ${ref}: this is not a folder with a package.json, and no commit of this repository`)
  }
}

function inTemporaryFolder(name: string, fill: (folder: string) => void): OldVersion {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-compare-')))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // Comparisons take long. Remove the copy even if one is interrupted.
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    fill(folder)
    addDependencies(folder)
    return { folder, name, remove }
  } catch (error) {
    remove()
    throw error
  }
}

const jsonIn = (folder: string, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>

const versionIn = (folder: string): string => String(jsonIn(folder, 'package.json').version)

function hasDependencies(folder: string): boolean {
  const require = createRequire(join(folder, 'package.json'))
  try {
    for (const name of Object.keys(jsonIn(folder, 'package.json').dependencies ?? {}))
      require.resolve(`${name}/package.json`)
    return true
  } catch (error) {
    // A package that does not export its package.json is installed, too.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}

/** The dependencies as text, from the lock file, or from package.json if there is no lock file. */
function dependenciesOf(folder: string, file: 'package-lock.json' | 'package.json'): string {
  if (file === 'package.json') return JSON.stringify(jsonIn(folder, file).dependencies)
  const { '': _own, ...installed } = jsonIn(folder, file).packages as Record<string, unknown>
  return JSON.stringify(installed)
}

/** Links the packages of this tree if the dependencies are equal; otherwise installs its own. */
function addDependencies(folder: string): void {
  const file = existsSync(join(folder, 'package-lock.json')) ? 'package-lock.json' : 'package.json'
  if (dependenciesOf(folder, file) === dependenciesOf(HERE, file)) linkPackages(folder)
  else {
    const command = file === 'package.json' ? ['install', '--omit=dev', '--no-package-lock'] : ['ci']
    execFileSync('npm', [...command, '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}

/** Links each package separately, so that the version has its own files next to them. */
function linkPackages(folder: string): void {
  const from = join(HERE, 'node_modules')
  const to = join(folder, 'node_modules')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name), 'junction')
}
