/** `svc-conformance mock` as a process that runs until it is stopped. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after } from 'node:test'
import { watch } from '../../integration/drivers/child.ts'
import { certificates } from '../../mock/server/certificates.ts'
import { folder, main } from '../command.ts'
import { written } from '../files.ts'

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

/** Writes a certificate and its key into the working directory of a mock, and returns the flags that name them. */
export function tlsIn(cwd: string, { cert, private: key }: { cert: string; private: string } = certificates): string[] {
  written(join(cwd, 'cert.pem'), cert)
  written(join(cwd, 'key.pem'), key)
  return ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']
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
  const { log, until, ...watched } = watch(child)
  const ended = watched.ended.then(({ code }) => ({ code, signal: child.signalCode }))
  const [, url = ''] = await until(/The mock listens at (\S+)\n/)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    assert.deepEqual(await ended, { code: 0, signal: null })
  }
  return { url, said: log, until, kill: (signal) => void child.kill(signal), stop, ended }
}
