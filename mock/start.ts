import { systemClock } from './clock.ts'
import type { MockConfig } from './config.ts'
import { createGateway, type GatewayOptions } from './create.ts'
import { demo, demoConfig } from './demo.ts'
import { Gateway } from './gateway.ts'
import { Mounts } from './mounts.ts'
import { Oddities } from './oddities.ts'
import { listen, serverFor, shut } from './server.ts'

/** How to start a mock; everything has a default. */
export interface MockOptions extends GatewayOptions {
  /** Default: `demoConfig`, in which every state can be reached. */
  config?: MockConfig
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
}

/** A running mock. */
export interface MockServer {
  /** The base URL, without `/v1`. */
  readonly url: string
  readonly port: number
  /** The keys and models of the zero configuration. */
  readonly demo: typeof demo
  readonly gateway: Gateway
  /** How often a fault or a variant has really shown itself. */
  emitted(name: string): number
  /** Ends every connection at once and frees the port. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the reference gateway as a server. Every fault and every variant is served alone, too: a client
 * reaches them with the base URL `<url>/faults/<name>` or `<url>/variants/<name>`.
 */
export async function startMock(options: MockOptions = {}): Promise<MockServer> {
  const { config = demoConfig, port = 0, host = '127.0.0.1', seed, clock = systemClock } = options
  const oddities = new Oddities()
  const gateway = createGateway(config, options, oddities)
  const mounts = new Mounts(gateway, (family, name) => {
    const laid = oddities.alone(config, family, name)
    return laid && new Gateway(laid.config, { ...laid, clock, seed })
  })
  const server = serverFor(gateway, mounts, clock)
  const bound = await listen(server, port, host)
  const close = (): Promise<void> => shut(server)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    demo,
    gateway,
    emitted: (name) => oddities.emitted(name),
    close,
    [Symbol.asyncDispose]: close,
  }
}
