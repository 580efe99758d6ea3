/** The processes of the bench: servers whose use is measured, and clients that follow commands. */
import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Use } from './processes/meter.ts'

/** The maximum milliseconds until a server listens. */
const MAX_WAIT = 30_000

/** A process that responds to messages. */
export class Child {
  readonly #process: ChildProcess
  readonly #messages: AsyncIterator<unknown[]>
  #output = ''
  #failure: Error | undefined

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#process = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    })
    this.#messages = on(this.#process, 'message', { close: ['exit'] })
    const keep = (chunk: Buffer): void => void (this.#output = (this.#output + chunk.toString()).slice(-4000))
    this.#process.stdout?.on('data', keep)
    this.#process.stderr?.on('data', keep)
    this.#process.once('exit', (code) => {
      this.#failure = new Error(`a process of the bench ended with ${code}: ${this.#output.slice(-400)}`)
    })
  }

  /** Starts a script, and waits for its message `ready`. */
  static async ready(args: readonly string[]): Promise<Child> {
    const child = new Child(args)
    await child.next()
    return child
  }

  /** The port that the server prints on its standard output. */
  async port(): Promise<number> {
    for (;;) {
      const port = /listens at http:\/\/[\w.]+:(\d+)/.exec(this.#output)?.[1]
      if (port !== undefined) return Number(port)
      if (this.#failure) throw this.#failure
      await Promise.race([once(this.#process.stdout as Readable, 'data'), once(this.#process, 'exit')])
    }
  }

  /** The next message from the process. */
  async next<T>(): Promise<T> {
    const { value, done } = await this.#messages.next()
    if (done) throw this.#failure
    return value[0] as T
  }

  send(message: unknown): void {
    this.#process.send(message as object)
  }

  ask<T>(message: unknown): Promise<T> {
    this.send(message)
    return this.next<T>()
  }

  /** @param signal SIGTERM for a graceful shutdown */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill(signal)
    await ended
  }
}

/** A server whose process reports its CPU and memory use. */
export type Server = Awaited<ReturnType<typeof metered>>

/** Starts a server with the meter preloaded. The server prints its port, unless the port is known. */
export async function metered(args: readonly string[], meter: string, env = {}, known?: number) {
  const child = new Child(['--import', meter, ...args], env)
  const port = known ?? (await child.port())
  if (known !== undefined) await reachable(known)
  return {
    port,
    /** What it has used so far; with `collected`, after a garbage collection. */
    use: (collected = false): Promise<Use> => child.ask<Use>(collected ? 'use after collection' : 'use'),
    stop: (): Promise<void> => child.stop(),
  }
}

async function reachable(port: number): Promise<void> {
  const end = performance.now() + MAX_WAIT
  while (performance.now() < end) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await pause(50)
  }
  throw new Error(`nothing listens at port ${port} after ${MAX_WAIT / 1000} s`)
}
