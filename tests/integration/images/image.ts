/**
 * The image without a container daemon. A folder instead of the file system's root contains what the last stage of the
 * Dockerfile copies. The entry point runs as the user of the image, which can write only to the working directory.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { packagesOfTheCommand } from '../../../packaging/single-file/packages.ts'
import { root } from '../../docs/snippets.ts'
import { type Ended, endOf, watch } from '../drivers/child.ts'
import type { Packed } from '../package/packed.ts'
import { dockerfile, listAfter, wordsAfter } from './dockerfile.ts'

export interface Container extends Pick<ReturnType<typeof watch>, 'ended' | 'until'> {
  readonly url: string
  kill(signal: NodeJS.Signals): void
}

export interface Started {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Local folders by their path in the container. */
  readonly mounts?: Readonly<Record<string, string>>
}

const [[user = '']] = wordsAfter('USER') as [string[]]
const [uid = 0, gid = 0] = user.split(':').map(Number)
const isRoot = process.getuid?.() === 0

export class Image implements Disposable {
  readonly place = mkdtempSync(join(tmpdir(), 'svc-conformance-image-'))
  readonly #node = join(this.place, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  readonly #work: string
  readonly #children = new Set<ChildProcess>()

  constructor(packed: Packed) {
    let folder = '/'
    for (const [, instruction, words = ''] of dockerfile
      .slice(dockerfile.lastIndexOf('\nFROM '))
      .matchAll(/^([A-Z]+) (.+)$/gm)) {
      if (instruction === 'WORKDIR') folder = posix.resolve(folder, words)
      if (instruction === 'COPY') this.#copy(words.split(' '), folder, packed)
    }
    this.#work = this.inside(folder)
    mkdirSync(dirname(this.#node))
    copyFileSync(process.execPath, this.#node)
    eachBelow(this.place, (path) => chmodSync(path, 0o555))
    chmodSync(this.place, 0o755)
    mkdirSync(this.#work)
    if (isRoot) chownSync(this.#work, uid, gid)
  }

  /** The local path of a path in the container. */
  inside(path: string): string {
    return join(this.place, path)
  }

  #copy(words: readonly string[], folder: string, packed: Packed): void {
    const [, stage] = /^--from=(\w+)$/.exec(words[0] ?? '') ?? []
    const [to = '', ...from] = words.slice(stage === undefined ? 0 : 1).toReversed()
    for (const path of from) {
      const target = posix.resolve(folder, to === './' ? posix.basename(path) : to)
      if (stage === 'dependencies') this.#install(this.inside(target))
      else
        cpSync(stage === 'build' ? join(packed.folder, posix.basename(path)) : join(root, path), this.inside(target), {
          recursive: true,
        })
    }
  }

  /** Copies what `npm ci --omit=dev` installs, without Playwright, which the stage removes. */
  #install(modules: string): void {
    for (const path of packagesOfTheCommand(root))
      cpSync(join(root, path), join(modules, path.slice('node_modules/'.length)), { recursive: true })
  }

  /** Copies a folder, so that the user of the image can read it. */
  #mount(from: string, to: string): void {
    cpSync(from, this.inside(to), { recursive: true })
    eachBelow(this.inside(to), (path) => chmodSync(path, 0o555))
    chmodSync(this.inside(to), 0o555)
  }

  #start({ args, env = {}, mounts = {} }: Started): ChildProcess {
    const [, ...entry] = listAfter('ENTRYPOINT').map((word) => (word.startsWith('/') ? this.inside(word) : word))
    for (const [to, from] of Object.entries(mounts)) this.#mount(from, to)
    const mapped = args.map((word) => Object.keys(mounts).reduce((path, to) => path.replace(to, this.inside(to)), word))
    const child = spawn(this.#node, [...entry, ...mapped], {
      cwd: this.#work,
      env: { NODE_ENV: 'production', HOME: '/nonexistent', ...env },
      ...(isRoot && { uid, gid }),
    })
    this.#children.add(child)
    return child
  }

  run(started: Started): Promise<Ended> {
    return endOf(this.#start(started))
  }

  /** Starts a mock on free ports instead of those in the arguments, and waits until it listens. */
  async mock({ args, ...rest }: Started): Promise<Container> {
    const free = args.map((word, at) => (/^--(admin-)?port$/.test(args[at - 1] ?? '') ? '0' : word))
    const child = this.#start({ args: free, ...rest })
    const { ended, until } = watch(child)
    const [, port] = await until(/The mock listens at \S+:(\d+)\n/)
    // The mock listens on every address, and prints one that is not reachable.
    return { url: `http://127.0.0.1:${port}`, until, kill: (signal) => void child.kill(signal), ended }
  }

  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill('SIGKILL')
    eachBelow(this.place, (path) => chmodSync(path, 0o755))
    rmSync(this.place, { recursive: true, force: true, maxRetries: 3 })
  }
}

function eachBelow(folder: string, change: (path: string) => void): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) change(join(entry.parentPath, entry.name))
}
