/** The rows about starts: the first response of a new process, and the import of the in-process mock. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { demo } from '../../mock/index.ts'
import { inTurn, median } from '../rounds.ts'
import { type Built, root } from './build.ts'
import { Child } from './children.ts'
import { requests } from './requests.ts'
import { atMost, type Row } from './row.ts'
import { bareFile } from './sides.ts'

/** Starts are short and their times vary, so measure several in each round. */
const STARTS_A_ROUND = 4

/** Milliseconds from the start of a process to its first response. */
async function firstResponse(args: readonly string[], signal?: 'SIGTERM'): Promise<number> {
  const started = performance.now()
  const child = new Child(args)
  try {
    const port = await child.port()
    const { method, path, body } = requests.json
    const headers = { authorization: `Bearer ${demo.valid}`, 'content-type': 'application/json' }
    const asked = body.replace('svc/bench-1', demo.chat)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: asked })
    if (!(await response.text()).includes('"object":"chat.completion"'))
      throw new Error('the first response is not the one that was asked for')
    return performance.now() - started
  } finally {
    await child.stop(signal)
  }
}

/** The published command without a configuration, against a bare node:http server, each until its first response. */
export async function start(rounds: number, built: Built): Promise<Row> {
  const reference = [built.process('bare'), await bareFile(built, requests.json, 'whole')]
  const own = [built.cli, 'mock', '--port', '0']
  // The first start fills the compile cache when it ends, for all later starts.
  await firstResponse(own, 'SIGTERM')
  const measured = await inTurn([reference, own], rounds * STARTS_A_ROUND, (args) => firstResponse(args))
  const [theirs, ours] = measured.map(median) as [number, number]
  const value = ours / theirs
  return {
    what: 'first response after the start of the command',
    ours: ms(ours),
    reference: ms(theirs),
    ratio: value.toFixed(2),
    goal: 'at most 1.2',
    kept: atMost(value, 1.2),
  }
}

/** The `import` of the in-process mock, in a process that has done nothing else. */
export function door(rounds: number, built: Built): Row {
  const script = `const t = performance.now(); await import(${JSON.stringify(built.door)}); console.log(performance.now() - t)`
  const times = Array.from({ length: rounds * STARTS_A_ROUND }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  )
  return {
    what: '`import` of the in-process door',
    ours: ms(median(times)),
    goal: 'at most 60 ms',
    kept: atMost(median(times), 60),
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`

/** The third-party packages that an installed mock needs. */
interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const IMPORTS = /\bfrom '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)|^import '([^'.][^']*)'/gm

/** The packages that mock/ imports at run time, without erased types and peers. */
function imported(): string[] {
  const files = readdirSync(join(root, 'mock'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const names = files.flatMap((file) =>
    [...withoutTypes(readFileSync(join(root, 'mock', file), 'utf8')).matchAll(IMPORTS)].map(
      ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '',
    ),
  )
  const { dependencies } = manifest(root)
  return [...new Set(names)].filter((name) => name in (dependencies ?? {})).sort()
}

const withoutTypes = (text: string): string => text.replace(/^(import|export) type .*$/gm, '')

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The folders, by name, of a package and everything that is installed with it. */
function withDependencies(name: string, from: string, found: Map<string, string>): Map<string, string> {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const folder = paths.map((path) => join(path, name)).find((path) => statSync(path, { throwIfNoEntry: false }))
  if (folder === undefined || found.has(folder)) return found
  found.set(folder, name)
  for (const next of Object.keys(manifest(folder).dependencies ?? {})) withDependencies(next, folder, found)
  return found
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** The size of an installed mock, reported without a goal. */
export function footprint(): Row {
  const names = imported()
  const folders = new Map<string, string>()
  for (const name of names) withDependencies(name, root, folders)
  const packages = [...folders].map(([folder, name]) => `${name} ${manifest(folder).version} ${mb(sizeOf(folder))}`)
  const whole = [...folders.keys()].reduce((sum, folder) => sum + sizeOf(folder), 0)
  return {
    what: "installed footprint of the mock's own dependencies",
    ours: `${mb(whole)} in ${folders.size} packages: ${packages.join(', ')}`,
    goal: 'reported here',
    kept: 'reported',
  }
}

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`
