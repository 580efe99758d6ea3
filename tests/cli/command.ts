/** Runs the command as a user does, and keeps what it said. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** Where it runs; in an empty folder of its own where nothing is said. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Gets what sends a signal to the process. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void
  /** Gets the output so far, and what sends a signal to the process. */
  readonly onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** An empty folder of its own. */
export function folder(): string {
  return mkdtempSync(join(tmpdir(), 'svc-conformance-'))
}

/** `svc-conformance <args>`, with nothing in the environment but what is given. */
export async function command(
  args: readonly string[],
  { cwd = folder(), env = {}, onStart, onOutput }: CommandOptions = {},
): Promise<Said> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
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
