/** Installs the clients of a language from their registries, into a folder that may stay. */
import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, program } from '../package/packed.ts'
import type { Language } from './languages.ts'

/** A language that is installed. */
export interface Installed {
  readonly place: string
  /** Runs a line there. */
  readonly shell: (line: string, env: Readonly<Record<string, string>>) => Promise<Ended>
  /** The version of a package that is there. */
  readonly versionOf: (name: string) => Promise<string>
}

/**
 * Copies the programs that use the clients, and installs these once.
 *
 * @param programs where `copied` is
 * @throws Error with what the installer wrote
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
