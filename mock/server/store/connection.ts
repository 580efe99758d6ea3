import { ConfigError } from '../../core/config.ts'
import { realTimer } from '../../core/time/clock.ts'
import type { StoreScript } from './lua.ts'
import { codeOf, probe, whyNot } from './probe.ts'

/** Milliseconds to wait for a response of the store; the request of a client waits with it. */
const MAX_WAIT = 1_000

/** Milliseconds between attempts to reconnect. */
const PAUSE = 250

/** The part of a client of `@redis/client` that this module uses. */
interface Client {
  readonly isReady: boolean
  connect(): Promise<unknown>
  sendCommand(command: readonly string[]): Promise<unknown>
  destroy(): void
  on(event: 'error' | 'end', listener: (cause?: unknown) => void): unknown
}

/** Why the store does not respond. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost'
  readonly code: string

  constructor(message: string, code = 'TIMEOUT') {
    super(message)
    this.code = code
  }
}

/**
 * Parses the address of the store, and the prefix of this deployment's keys.
 * @throws ConfigError that does not quote the text, because it may contain a password
 */
export function storeAddress(text: string): { readonly url: string; readonly prefix: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url && /^(?:redis|valkey)(s?):$/.exec(url.protocol)
  const prefix = url?.searchParams.get('prefix') ?? 'svc-mock'
  const others = url ? [...url.searchParams.keys()].filter((name) => name !== 'prefix') : []
  if (!url || !scheme || url.hostname === '' || others.length > 0 || !/^[\w:.-]{1,100}$/.test(prefix))
    throw new ConfigError([
      'store: is not a URL of a store; write redis://HOST:PORT or rediss:// for TLS, with ?prefix=NAME where several deployments share one',
    ])
  return { url: `redis${scheme[1]}:${url.href.slice(url.protocol.length)}`.replace(/[?#].*$/, ''), prefix }
}

/** A connection to Valkey or Redis that reconnects automatically. While it is lost, commands fail at once. */
export class StoreConnection {
  readonly #make: () => Client
  readonly #prefix: string
  #client: Client | undefined
  #closed = false
  /** Called when the connection is lost, with the error code. */
  onLost: (code: string) => void = () => undefined
  /** Called when the connection is restored. */
  onBack: () => void = () => undefined

  private constructor(make: () => Client, prefix: string) {
    this.#make = make
    this.#prefix = prefix
  }

  /** @throws ConfigError when the first connection fails, or the store lacks a feature */
  static async open({ url, prefix }: ReturnType<typeof storeAddress>): Promise<StoreConnection> {
    const { createClient } = await import('@redis/client').catch(() => {
      throw new ConfigError(['store: needs the package @redis/client; install it with npm install @redis/client'])
    })
    const settings = {
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: MAX_WAIT, reconnectStrategy: false as const },
    }
    const connection = new StoreConnection(() => createClient(settings) as unknown as Client, prefix)
    try {
      connection.#client = await connection.#connect()
    } catch (cause) {
      throw new ConfigError([`store: ${whyNot(cause)}`])
    }
    return connection
  }

  get isReady(): boolean {
    return this.#client !== undefined
  }

  /** Runs a script. @throws StoreLost */
  async run({ text, digest }: StoreScript, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await this.send(['EVALSHA', digest, ...rest])
    } catch (error) {
      // A restarted store has lost the script, so send its text.
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
      return this.send(['EVAL', text, ...rest])
    }
  }

  /** Sends a command, with a short timeout for its response. @throws StoreLost, or the error of the store */
  async send(command: readonly string[]): Promise<unknown> {
    const client = this.#client
    if (!client) throw new StoreLost('The store is lost.')
    try {
      return await inTime(client.sendCommand(command))
    } catch (error) {
      // A replica rejects writes. Reconnect, because the address may lead to the new primary by now.
      const isCopy = (error as Error).message.startsWith('READONLY')
      if (isCopy || error instanceof StoreLost || !client.isReady) this.#lose(client, error)
      throw error
    }
  }

  close(): void {
    this.#closed = true
    if (this.#client) discard(this.#client)
    this.#client = undefined
  }

  async #connect(): Promise<Client> {
    const client = this.#make()
    client.on('error', (cause) => this.#lose(client, cause))
    client.on('end', () => this.#lose(client))
    try {
      await inTime(client.connect())
      await probe((command) => inTime(client.sendCommand(command)), this.#prefix)
      return client
    } catch (error) {
      discard(client)
      throw error
    }
  }

  /** Discards a lost connection, so that waiting commands fail at once, and reconnects unless closed. */
  #lose(client: Client, cause: unknown = new StoreLost('The store has ended the connection.', 'CLOSED')): void {
    if (this.#client !== client) return
    this.#client = undefined
    if (!this.#closed) {
      discard(client)
      this.onLost(codeOf(cause))
      this.#retry()
    }
  }

  #retry(): void {
    realTimer(PAUSE, async () => {
      if (this.#closed) return
      try {
        const client = await this.#connect()
        if (this.#closed) discard(client)
        else {
          this.#client = client
          this.onBack()
        }
      } catch {
        this.#retry()
      }
    })
  }
}

/** Ends a connection. If it has already ended, some versions of the client throw. */
function discard(client: Client): void {
  try {
    client.destroy()
  } catch {
    // Safe to ignore: the connection has already ended.
  }
}

/** @throws StoreLost on timeout, because a store that hangs keeps its connections open */
function inTime<T>(response: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const cancel = realTimer(MAX_WAIT, () => late.reject(new StoreLost('The store does not respond.')))
  return Promise.race([response, late.promise]).finally(cancel)
}
