/** The examples as a user has them: each in its own folder, with what it depends on installed. */
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifest, type Packed } from '../package/packed.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const modules = join(root, 'node_modules')

export interface ExampleManifest {
  readonly scripts: { readonly test: string }
  readonly devDependencies: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly code: number | null
  readonly out: string
}

/** The client that all examples test, as each of them imports it. */
export const client = '../client/gateway.js'

/** The example whose client is CommonJS, as its tests are. */
export const commonjs = 'jest-commonjs'

/** The names of the examples that are made of tests in JavaScript. */
export const examples = readdirSync(join(root, 'examples')).filter(
  (name) => name !== 'client' && name !== commonjs && existsSync(join(root, 'examples', name, 'package.json')),
)

export function manifestOf(example: string): ExampleManifest {
  return JSON.parse(readFileSync(join(root, 'examples', example, 'package.json'), 'utf8')) as ExampleManifest
}

/** An example with its dependencies: this package as it is published, the rest as we have it. */
export class InstalledExample implements Disposable {
  readonly #parent: string
  readonly #folder: string
  readonly #manifest: ExampleManifest

  constructor(name: string, { folder }: Packed) {
    this.#parent = mkdtempSync(join(tmpdir(), `svc-conformance-${name}-`))
    this.#folder = join(this.#parent, name)
    this.#manifest = manifestOf(name)
    for (const copied of [name, 'client'])
      cpSync(join(root, 'examples', copied), join(this.#parent, copied), { recursive: true })
    for (const dependency of Object.keys(this.#manifest.devDependencies)) {
      const link = join(this.#folder, 'node_modules', dependency)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(dependency === manifest.name ? folder : join(modules, dependency), link, 'junction')
    }
  }

  /** Puts another text instead of one that is in a file. */
  edit(file: string, old: string, replacement: string): void {
    const path = join(this.#folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(old)) throw new Error(`${file} has no ${old}`)
    writeFileSync(path, text.replace(old, replacement))
  }

  /** Runs its script `test`. */
  test(): Promise<Outcome> {
    return this.run(this.#manifest.scripts.test)
  }

  /** Runs a command line as npm would: with the programs of its dependencies, and on this Node. */
  run(command: string): Promise<Outcome> {
    // The runners mark their child processes as their own; this one reports for itself.
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
    const PATH = [dirname(process.execPath), join(modules, '.bin'), env.PATH].join(delimiter)
    const child = spawn(command, { cwd: this.#folder, shell: true, env: { ...env, PATH, NO_COLOR: '1' } })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        out += bytes.toString()
      })
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, out }))
    })
  }

  [Symbol.dispose](): void {
    rmSync(this.#parent, { recursive: true, force: true })
  }
}
