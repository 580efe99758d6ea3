/** A project like that of a user, with programs that import the package from its sources. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from '../../cli/command.ts'
import { written } from '../../cli/files.ts'
import { root } from '../../docs/snippets.ts'

/** Lets the programs in a folder resolve the packages of a checkout. */
export const linkModules = (place: string): void =>
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'), 'junction')

/** A new folder whose programs resolve packages. */
export function project(): string {
  const place = folder()
  linkModules(place)
  return place
}

/** Writes a program, whose imports of the package become imports of our sources, and returns its path. */
export const program = (place: string, name: string, text: string): string =>
  written(
    join(place, name),
    text.replaceAll(/'svc-conformance\/(mock|msw)'/g, (_, door) => {
      return `'${join(root, 'mock', door === 'mock' ? 'index.ts' : 'msw.ts')}'`
    }),
  )

/** Requires that the compiler accepts these files of a project. */
export function assertCompiles(place: string, files: readonly string[]): void {
  const flags = ['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024,esnext.disposable', '--skipLibCheck']
  const modules = ['--module', 'nodenext', '--types', 'node', '--allowImportingTsExtensions', '--ignoreConfig']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, ...flags, ...modules, ...files]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: place })
  assert.equal(status, 0, stdout)
}
