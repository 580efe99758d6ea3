/** Installs the clients of a language from their registries into a folder, which may be kept. */
import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ended } from '../drivers/child.ts'
import { program } from '../package/packed.ts'
import type { Language } from './languages.ts'

/** A language with its clients installed. */
export interface Installed {
  readonly place: string
  /** Runs a shell line in the folder. */
  readonly shell: (line: string, env: Readonly<Record<string, string>>) => Promise<Ended>
  /** The version of an installed package. */
  readonly versionOf: (name: string) => Promise<string>
}

/**
 * Copies the programs that use the clients, and installs the clients once.
 *
 * @param programs the folder that contains `copied`
 * @throws Error with the output of the installer
 */
export async function installed(
  folder: string,
  name: string,
  language: Language,
  programs: string,
): Promise<Installed> {
  const { copied, install, clients, version } = language
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  const source = join(programs, copied)
  cpSync(source, statSync(source).isDirectory() ? place : join(place, copied), { recursive: true, force: false })
  const shell: Installed['shell'] = (line, env) => program(place, 'sh', ['-c', line], env)
  const done = join(place, 'installed')
  if (install !== undefined && !existsSync(done)) {
    const packages = [...new Set(Object.values(clients).filter((one) => one !== ''))].join(' ')
    const { code, out } = await shell(install, { PACKAGES: packages })
    if (code !== 0) throw new Error(`${install}\n${out}`)
    writeFileSync(done, packages)
  }
  const versionOf = async (wanted: string): Promise<string> => {
    const { out } = await shell(version, { PACKAGE: wanted })
    return /\d+\.\d+[\d.]*\d|\d+\.\d+/.exec(out)?.[0] ?? '?'
  }
  return { place, shell, versionOf }
}
