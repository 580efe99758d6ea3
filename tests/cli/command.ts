/** Runs the command, and keeps what it said. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../compile-cache.ts'
import type { Said } from './in-this-process.ts'

export type { Said }

export const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

export interface CommandOptions {
  /** Where it runs; in its own empty folder where nothing is said. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface ProcessOptions extends CommandOptions {
  /** Gets what sends a signal to the process. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void
  /** Gets the output so far, and what sends a signal to the process. */
  readonly onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** Where all folders of this process lie: the longer a list of folders is, the longer it takes to add one. */
let folders: string | undefined

/** A folder that is gone with this process. */
function ownFolder(): string {
  const own = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
  process.once('exit', () => rmSync(own, { recursive: true, force: true, maxRetries: 3 }))
  return own
}

/** A separate empty folder. */
export function folder(): string {
  folders ??= ownFolder()
  return mkdtempSync(join(folders, 'at-'))
}

/** The seed is pinned, so that a test says the same in each run. */
const environment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  SVC_CONFORMANCE_SEED: '20261121',
  ...env,
})

/** `svc-conformance <args>`, with nothing in the environment but what is given, in the process of the test. */
export async function command(
  args: readonly string[],
  { cwd = folder(), env = {} }: CommandOptions = {},
): Promise<Said> {
  // Most tests that want their own folder run no command: so only commands load it.
  const { inThisProcess } = await import('./in-this-process.ts')
  return inThisProcess(args, cwd, environment(env))
}

/** The same as a user starts it: for signals, and for what only a whole process can show. */
export async function commandAsProcess(
  args: readonly string[],
  { cwd = folder(), env = {}, onStart, onOutput }: ProcessOptions = {},
): Promise<Said> {
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...compileCache, ...environment(env) } })
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal)
  onStart?.(kill)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    onOutput?.(stdout, kill)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
