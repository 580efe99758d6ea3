/** Copies of the working tree: one with the mutants behind a switch, and others for the compiler. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { folder as newFolder } from '../../cli/command.ts'
import { compileCache } from '../../compile-cache.ts'
import { root } from '../../groups.ts'
import { endOf } from '../../integration/drivers/child.ts'
import type { Mutant } from './instrument.ts'

/** Milliseconds after which a process counts as stuck in an endless loop. */
const ENDLESS = 300_000

/** Copies the files that git does not ignore, with these replacements, into a folder that is removed at exit. */
export function copyWith(files: Iterable<readonly [path: string, text: string]>): string {
  const folder = newFolder()
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const path of list.toString().split('\0')) {
    if (path === '' || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of files) writeFileSync(join(folder, path), text)
  return folder
}

interface NodeOptions {
  /** The mutant to enable. */
  readonly mutant?: Mutant
  readonly env?: Readonly<Record<string, string>>
  /** Ends the process as soon as one test has failed. */
  readonly endsAtFailure?: boolean
  /** The timeout in milliseconds; 0 for none. */
  readonly timeout?: number
}

/** Runs Node in a copy. @returns as `failures` the names of tests that failed, a line each, if `failures.ts` reports */
export async function nodeIn(
  cwd: string,
  args: readonly string[],
  { mutant, env = {}, endsAtFailure = false, timeout = ENDLESS }: NodeOptions = {},
) {
  const active = mutant ? { __STRYKER_ACTIVE_MUTANT__: mutant.id } : {}
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...compileCache, ...active, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  })
  let failures = ''
  const named = child.stdio[3] as Readable
  named.setEncoding('utf8').on('data', (text: string) => {
    failures += text
    if (endsAtFailure) child.kill('SIGKILL')
  })
  const { code, out } = await endOf(child)
  return { passed: code === 0, output: out, failures }
}

/** Ignores unused names and unreachable code, which a mutant may cause and which no test would notice. */
const FLAGS = '--noEmit --noUnusedLocals false --noUnusedParameters false --allowUnreachableCode true'.split(' ')

/** The mutants that compile. Each run of the compiler has at most one mutant per file. */
export async function compiling(mutants: readonly Mutant[]): Promise<Mutant[]> {
  const byFile = Object.values(Object.groupBy(mutants, ({ path }) => path))
  const left: Mutant[] = []
  for (let turn = 0; byFile.some((list = []) => list[turn]); turn += 1) {
    const batch = byFile.flatMap((list = []) => list[turn] ?? [])
    const folder = copyWith(batch.map(({ path, text }) => [path, text]))
    const { output } = await nodeIn(folder, [join(root, 'node_modules/typescript/bin/tsc'), ...FLAGS])
    left.push(...batch.filter(({ path }) => !output.includes(`${path}(`)))
    rmSync(folder, { recursive: true })
  }
  return left
}
