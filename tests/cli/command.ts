/** Runs the command, and keeps what it said. */
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

/** The options of a command with this key in its environment. */
export const withKey = (key = 'svc_main_not-a-real-secret-1', more: CommandOptions['env'] = {}): CommandOptions => ({
  env: { SVC_CONFORMANCE_KEY: key, ...more },
})

/** The same, which has to end with this code. */
export async function exits(code: number, args: readonly string[], options?: CommandOptions): Promise<Said> {
  const said = await command(args, options)
  assert.equal(said.code, code, said.stdout + said.stderr)
  return said
}

/** The same, which is a mistake of usage: exit code 2, nothing on stdout, and a message on stderr that hides some text. */
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

/** A process that is ended by a signal once it has said something and `act` has done something about it. */
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
