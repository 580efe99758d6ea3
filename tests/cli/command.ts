/** Runs the command and captures its output. */
import assert from 'node:assert/strict'
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
  /** The working directory; by default a new empty folder. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface ProcessOptions extends CommandOptions {
  /** Called with a function that sends a signal to the process. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void
  /** Called with the output so far, and with a function that sends a signal to the process. */
  readonly onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** The parent of all folders of this process: adding a folder to a long directory is slow. */
let folders: string | undefined

/** A folder that is removed when this process exits. */
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

/** The seed is pinned, so that a test has the same result in each run. */
const environment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  SVC_CONFORMANCE_SEED: '20261121',
  ...env,
})

/** Runs `svc-conformance <args>` in the process of the test, with only the given environment. */
export async function command(
  args: readonly string[],
  { cwd = folder(), env = {} }: CommandOptions = {},
): Promise<Said> {
  // Loaded only on use: many tests need this file only for `folder`.
  const { inThisProcess } = await import('./in-this-process.ts')
  return inThisProcess(args, cwd, environment(env))
}

/** Options that put this key into the environment of a command. */
export const withKey = (key = 'svc_main_not-a-real-secret-1', more: CommandOptions['env'] = {}): CommandOptions => ({
  env: { SVC_CONFORMANCE_KEY: key, ...more },
})

/** Runs the command, and requires this exit code. */
export async function exits(code: number, args: readonly string[], options?: CommandOptions): Promise<Said> {
  const said = await command(args, options)
  assert.equal(said.code, code, said.stdout + said.stderr)
  return said
}

/** Requires a usage error: exit code 2, nothing on stdout, and a message on stderr without the texts of `hides`. */
export async function refuses(
  args: readonly string[],
  says: RegExp,
  { hides = [], ...options }: CommandOptions & { readonly hides?: readonly string[] } = {},
): Promise<void> {
  const { stdout, stderr } = await exits(2, args, options)
  assert.equal(stdout, '')
  assert.match(stderr, says)
  for (const text of hides) assert.ok(!stderr.includes(text), stderr)
}

/** Runs the command in its own process, as a user does: for signals and other behaviour of a process. */
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

/** Runs the command as a process until its output matches `says` and `act` has finished, and then sends the signal. */
export async function whileRunning(
  args: readonly string[],
  says: RegExp,
  act: (found: RegExpExecArray) => Promise<void>,
  options: CommandOptions = {},
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<Said> {
  let acting: Promise<void> | undefined
  const onOutput: ProcessOptions['onOutput'] = (stdout, kill) => {
    const found = says.exec(stdout)
    if (found) acting ??= act(found).finally(() => kill(signal))
  }
  const said = await commandAsProcess(args, { ...options, onOutput })
  await acting
  return said
}
