/** Installs third-party tools from their registries into a folder. No test of `npm test` needs them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { folder } from '../cli/command.ts'
import { program } from '../integration/package/packed.ts'

/** The installation folder: the named one, which stays, or a temporary one for this process. */
export function folderFor(named: string | undefined): string {
  if (named === undefined) return folder()
  mkdirSync(named, { recursive: true })
  return resolve(named)
}

async function must(cwd: string, file: string, args: readonly string[]): Promise<string> {
  const { code, out } = await program(cwd, file, args)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')}: exit code ${code}\n${out}`)
  return out
}

/** Creates an npm project with these packages and versions. @returns its folder */
export async function npmProject(folder: string, name: string, packages: readonly string[]): Promise<string> {
  const project = join(folder, name)
  if (existsSync(join(project, 'node_modules'))) return project
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await must(project, 'npm', ['install', '--no-audit', '--no-fund', ...packages])
  return project
}

/** Creates a Python environment with these packages and versions. @returns the folder of its programs */
export async function pythonWith(folder: string, name: string, packages: readonly string[]): Promise<string> {
  const place = join(folder, name)
  const bin = join(place, 'bin')
  const done = join(place, 'installed')
  if (existsSync(done)) return bin
  const made = await program(folder, 'python3', ['-m', 'venv', place])
  if (made.code !== 0) throw new Error(`NOT INSTALLED, so NOT RUN: it needs python3 with venv\n${made.out}`)
  await must(folder, join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages])
  writeFileSync(done, packages.join('\n'))
  return bin
}
