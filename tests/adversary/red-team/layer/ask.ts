/** A request on its way through the layer. Rows change it in place. */
import type { SecondGateway } from '../../second-gateway/index.ts'

export type HeaderPair = [name: string, value: string]
export type Role = keyof SecondGateway['keys']

export interface World {
  readonly gateway: SecondGateway
  /** The request id of the response before. */
  lastId?: string
  /** What a row remembers from one request to the next; each run starts with an empty one. */
  readonly memory: Map<string, number>
}

export interface Ask {
  readonly world: World
  /** The number of earlier requests. */
  readonly turn: number
  readonly method: string
  readonly chunked: boolean
  /** The same for all requests of one connection. */
  readonly connection: string
  /** The client said that it closes the connection after this response. */
  readonly closes: boolean
  /** What the client sent, parsed; undefined when it is not JSON. It stays as it was. */
  // biome-ignore lint/suspicious/noExplicitAny: the hooks look into bodies of every shape
  readonly json: any
  /** The text that the client sent; it stays as it was. */
  readonly text: string
  /** Whose key it carries, if it carries it as the contract says. */
  readonly role: Role | undefined
  url: string
  headers: HeaderPair[]
  /** All headers that the client sent, those of the connection too. */
  readonly sent: HeaderPair[]
  /** What goes on to the gateway. */
  body: Buffer
}

export function headerOf({ headers }: { headers: HeaderPair[] }, name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1]
}

/** The key that a request carries. */
export const tokenIn = (ask: Ask): string => /^Bearer (.*)$/i.exec(headerOf(ask, 'authorization') ?? '')?.[1] ?? ''

/** The headers with another media type, which is the last of them. */
export const labelled = (headers: readonly HeaderPair[], type: string): HeaderPair[] => {
  return [...headers.filter(([name]) => !/^content-type$/i.test(name)), ['Content-Type', type]]
}

export function setHeader(message: { headers: HeaderPair[] }, name: string, value: string | undefined): void {
  message.headers = message.headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase())
  if (value !== undefined) message.headers.push([name, value])
}
