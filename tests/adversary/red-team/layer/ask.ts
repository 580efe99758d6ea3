/** A request that passes through the layer. Rows change it in place. */
import type { SecondGateway } from '../../second-gateway/index.ts'

export type HeaderPair = [name: string, value: string]
export type Role = keyof SecondGateway['keys']

export interface World {
  readonly gateway: SecondGateway
  /** The request id of the previous response. */
  lastId?: string
  /** What a row remembers between requests; empty at the start of each run. */
  readonly memory: Map<string, number>
}

export interface Ask {
  readonly world: World
  /** The number of earlier requests. */
  readonly turn: number
  readonly method: string
  readonly chunked: boolean
  /** An id of the connection, the same for all its requests. */
  readonly connection: string
  /** Whether the client announced that it will close the connection after this response. */
  readonly closes: boolean
  /** The parsed body that the client sent, which is never changed; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the hooks look into bodies of every shape
  readonly json: any
  /** The text that the client sent, which is never changed. */
  readonly text: string
  /** The role of its key, if the key is sent as the contract says. */
  readonly role: Role | undefined
  url: string
  headers: HeaderPair[]
  /** All headers that the client sent, including those about the connection. */
  readonly sent: HeaderPair[]
  /** The body that is forwarded to the gateway. */
  body: Buffer
}

export function headerOf({ headers }: { headers: HeaderPair[] }, name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1]
}

/** The key that a request carries. */
export const tokenIn = (ask: Ask): string => /^Bearer (.*)$/i.exec(headerOf(ask, 'authorization') ?? '')?.[1] ?? ''

/** The headers with a different media type, which is added at the end. */
export const labelled = (headers: readonly HeaderPair[], type: string): HeaderPair[] => {
  return [...headers.filter(([name]) => !/^content-type$/i.test(name)), ['Content-Type', type]]
}

export function setHeader(message: { headers: HeaderPair[] }, name: string, value: string | undefined): void {
  message.headers = message.headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase())
  if (value !== undefined) message.headers.push([name, value])
}
