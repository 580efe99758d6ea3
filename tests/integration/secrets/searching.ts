/** Searches everything that a run leaves for secrets, in every form, also in archives and compressed data. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formsOf } from './forms.ts'
import { innerOf } from './unpacking.ts'

/** The maximum levels of packing to search, such as a body in a transcript in an archive. */
const DEEPEST = 5

export class Search {
  readonly #needles: readonly (readonly [what: string, text: string])[]

  /** @param secrets by name; forms shorter than eight characters would be found by chance */
  constructor(secrets: Readonly<Record<string, string>>) {
    this.#needles = Object.entries(secrets).flatMap(([name, secret]) =>
      [...formsOf(secret)].flatMap(([form, text]) =>
        text.length < 8 ? [] : [[`${name} ${form}`, text.toLowerCase()] as const],
      ),
    )
  }

  /** Lists each secret found, with its location. */
  bytes(where: string, bytes: Buffer, depth = 0): string[] {
    // JSON inside JSON doubles backslashes, and only UTF-8 decoding shows letters beyond Latin-1.
    const plain = bytes.toString('latin1').toLowerCase()
    const texts = [plain, plain.replaceAll(/\\+/g, '\\'), bytes.toString().toLowerCase()]
    const found = this.#needles.flatMap(([what, needle]) =>
      texts.some((text) => text.includes(needle)) ? [`${where}: ${what}`] : [],
    )
    const inner = depth < DEEPEST ? innerOf(bytes) : []
    return [...found, ...inner.flatMap((file) => this.bytes(`${where}/${file.name}`, file.bytes, depth + 1))]
  }

  text(where: string, text: string): string[] {
    return this.bytes(where, Buffer.from(text))
  }

  /** Searches names and contents of all files in a folder. */
  folder(path: string): string[] {
    return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const file = join(entry.parentPath, entry.name)
      const named = this.text(`name of ${file}`, file)
      return entry.isFile() ? [...named, ...this.bytes(file, readFileSync(file))] : named
    })
  }

  /** Searches the arguments of every process on this machine. */
  processes(): string[] {
    return this.text('process arguments', argumentsOfAll())
  }
}

function argumentsOfAll(): string {
  if (!existsSync('/proc/self/cmdline')) return execFileSync('ps', ['-A', '-ww', '-o', 'args']).toString()
  const texts = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [readFileSync(join('/proc', name, 'cmdline'), 'latin1')]
    } catch {
      // The process has ended in the meantime.
      return []
    }
  })
  return texts.join('\n')
}
