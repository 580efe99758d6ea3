/** Starts a local Valkey or Redis for the tests that need one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { folder } from '../../cli/command.ts'
import { freePort } from '../drivers/free-port.ts'

/** The name of the installed store server, if any. */
export const STORE = ['valkey-server', 'redis-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** Why the tests of mocks that share a store cannot run here; undefined when they can. */
export const whyNoStore: string | undefined = STORE
  ? undefined
  : 'NO STORE: install valkey-server or redis-server, so that one of them is on the path.'

const PASSWORD = 'not-a-real-password'

/** A store on a loopback port that tests can kill, suspend and restart. */
export class StoreServer {
  readonly port: number
  /** The working directory: a replica writes a dump there even if saving is off. */
  readonly #folder = folder()
  #child: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<StoreServer> {
    const server = new StoreServer(await freePort())
    await server.run()
    return server
  }

  get url(): string {
    return `redis://:${PASSWORD}@127.0.0.1:${this.port}?prefix=tests`
  }

  async run(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--requirepass', PASSWORD]
    this.#child = spawn(STORE as string, args, { stdio: 'ignore', cwd: this.#folder })
    for (let attempts = 0; attempts < 400; attempts++) if (await listens(this.port)) return
    throw new Error('the store does not start')
  }

  /** Sends a command as the owner of the store, and returns the response. */
  async command(...command: string[]): Promise<unknown> {
    const client = createClient({ url: this.url.replace(/\?.*$/, '') })
    await client.connect()
    try {
      return await client.sendCommand(command)
    } finally {
      client.destroy()
    }
  }

  /** Kills, suspends or resumes the server. */
  async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    this.#child?.kill(signal)
    if (signal === 'SIGKILL' && this.#child) await once(this.#child, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.signal('SIGKILL')
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  socket.destroy()
  if (!connected) await sleep(25)
  return connected
}
