/** `svc-conformance mock` as a process that runs until it is stopped. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { folder, main } from '../command.ts'

export interface RunningMock {
  readonly url: string
  /** All output so far, of stdout and stderr. */
  said(): string
  /** Waits until the output matches, and returns the match. */
  until(words: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
  /** Sends a signal, and asserts that the mock exits with 0. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** The exit code and signal of the process. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** All mocks: those of a failed test would keep running. */
const started = new Set<ChildProcess>()
after(() => {
  for (const child of started) child.kill('SIGKILL')
})

/** Starts a mock on a free port; resolves once it listens. */
export async function runMock(args: readonly string[], cwd: string = folder()): Promise<RunningMock> {
  const env = { PATH: process.env.PATH ?? '' }
  const child = spawn(process.execPath, [main, 'mock', '--port', '0', ...args], { cwd, env })
  started.add(child)
  let said = ''
  let wake: () => void = () => undefined
  for (const channel of [child.stdout, child.stderr]) {
    channel.setEncoding('utf8').on('data', (text: string) => {
      said += text
      wake()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    wake()
    return { code: code as number | null, signal: signal as string | null }
  })
  const until = async (words: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = words.exec(said)
      if (found) return found
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended without ${words}: ${said}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const [, url = ''] = await until(/The mock listens at (\S+)\n/)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    assert.deepEqual(await ended, { code: 0, signal: null })
  }
  return { url, said: () => said, until, kill: (signal) => void child.kill(signal), stop, ended }
}
