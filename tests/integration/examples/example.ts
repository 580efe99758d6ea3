/** The examples as a user has them: each in its own folder, with its dependencies installed. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folder as newFolder } from '../../cli/command.ts'
import { type Ended, endOf } from '../drivers/child.ts'
import { manifest, type Packed } from '../package/packed.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const modules = join(root, 'node_modules')

export interface ExampleManifest {
  readonly scripts: { readonly test: string }
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The client that all examples test, by its import path. */
export const client = '../client/gateway.js'

/** The example with client and tests in CommonJS. */
export const commonjs = 'jest-commonjs'

/** The names of the other examples in JavaScript. */
export const examples = readdirSync(join(root, 'examples')).filter(
  (name) => name !== 'client' && name !== commonjs && existsSync(join(root, 'examples', name, 'package.json')),
)

export function manifestOf(example: string): ExampleManifest {
  return JSON.parse(readFileSync(join(root, 'examples', example, 'package.json'), 'utf8')) as ExampleManifest
}

/** An example with its dependencies: this package as published, and the others from our node_modules. */
export class InstalledExample {
  readonly #folder: string
  readonly #manifest: ExampleManifest

  constructor(name: string, { folder }: Packed) {
    const parent = newFolder()
    this.#folder = join(parent, name)
    this.#manifest = manifestOf(name)
    for (const copied of [name, 'client'])
      cpSync(join(root, 'examples', copied), join(parent, copied), { recursive: true })
    for (const dependency of Object.keys(this.#manifest.devDependencies)) {
      const link = join(this.#folder, 'node_modules', dependency)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(dependency === manifest.name ? folder : join(modules, dependency), link, 'junction')
    }
  }

  edit(file: string, old: string, replacement: string): void {
    const path = join(this.#folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(old)) throw new Error(`${file} has no ${old}`)
    writeFileSync(path, text.replace(old, replacement))
  }

  test(): Promise<Ended> {
    return this.run(this.#manifest.scripts.test)
  }

  /** Runs a command line as npm would: with the programs of the dependencies on the PATH, and this Node. */
  run(command: string): Promise<Ended> {
    // Runners mark their child processes with these variables, but this process reports separately.
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
    const PATH = [dirname(process.execPath), join(modules, '.bin'), env.PATH].join(delimiter)
    return endOf(spawn(command, { cwd: this.#folder, shell: true, env: { ...env, PATH, NO_COLOR: '1' } }))
  }
}
