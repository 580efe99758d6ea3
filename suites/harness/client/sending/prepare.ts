/** A plan as it is sent: its key, its body, and the order of its headers. Only this file adds keys to requests. */
import type { Header } from '../../http/exchange.ts'
import { type KeyRole, present } from '../../http/key-forms.ts'
import { readChanged } from '../../http/key-parts.ts'
import { bodyOf, bodyWith, inOrder, type Plan, without, withQuery } from '../../http/request.ts'
import type { Network } from '../../target/network.ts'

/** The keys and headers that a client adds to each plan. */
export interface Additions {
  readonly keys: Partial<Record<KeyRole, string>>
  /** Prefix of each plan's path. */
  readonly prefix: string
  /** Headers for a forward proxy. */
  readonly forProxy: readonly Header[]
  /** Headers for every request, from the target file or the command line; below, their names. */
  readonly given: Network['headers']
  readonly namesGiven: readonly string[]
}

/**
 * @returns the request as sent, including keys, and mutated keys as secrets to mask, since a response may echo them
 * @throws Error if the target has no key of the role
 */
export function prepared(plan: Plan, { keys, prefix, forProxy, given = [], namesGiven }: Additions) {
  const headers: string[] = forProxy.flat()
  let path = `${prefix}${plan.path}`
  let body = bodyOf(plan)
  let secrets: string[] = []
  const presented: Header[] = []
  if (plan.credential) {
    const key = keys[plan.credential.role]
    if (key === undefined) throw new Error(`no key for the role '${plan.credential.role}'`)
    const { headers: own = [], query = [], member } = present(plan.credential.form, key, keys)
    presented.push(...own)
    const encoded = query.map(([name, value]) => [name, encodeURIComponent(value)] as const)
    path = withQuery(path, encoded)
    body = bodyWith(plan, member)
    // With one character changed, masking the key itself does not mask the rest.
    if (readChanged(plan.credential.form)) secrets = own.map(([, value]) => value.replace(/^Bearer /, ''))
  }
  for (const [name, value] of inOrder(without([...presented, ...plan.headers], namesGiven), plan))
    headers.push(/^(?:expect|upgrade)$/i.test(name) ? `x-${name}` : name, value)
  for (const { name, value } of given) headers.push(name, value)
  return { headers, path, body, secrets }
}

/** A body whose early response can be read is sent slowly: the bytes of a piece, and milliseconds between pieces. */
const PACED = { piece: 16 * 1024, pause: 2 }
/** A body in chunks: a number of chunks that also splits characters, and the maximum bytes of one, as in file streams. */
const CHUNKS = { pieces: 7, most: 64 * 1024 }
/** The body of a slow client: the number of pieces, and milliseconds between them. */
const SLOW = { pieces: 6, pause: 60 }

async function* pieces(body: Uint8Array, piece: number, pause: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += piece) {
    yield Buffer.from(body.subarray(at, at + piece))
    if (pause > 0) await new Promise((go) => setTimeout(go, pause))
  }
}

/** A body in one piece, or in several pieces if the plan or its pace requires it. */
export function uploadOf(body: Uint8Array, { slow, framing }: Plan, paced: boolean) {
  if (slow) return pieces(body, Math.ceil(body.length / SLOW.pieces), SLOW.pause)
  if (paced) return pieces(body, PACED.piece, PACED.pause)
  return framing === 'chunked' ? pieces(body, Math.min(Math.ceil(body.length / CHUNKS.pieces), CHUNKS.most), 0) : body
}

/** Headers that the library adds, not the plan. They get the position and spelling of the recorded client. */
const TRANSPORT = /^(?:host|connection|content-length):/i

const OF_CONNECTION = ['TE', 'Upgrade', 'HTTP2-Settings']

/**
 * Adds to the Connection header what it has to name (RFC 9110, 7.6.1). Restores the names of Expect and Upgrade, which
 * the library refuses to send.
 * @param head of a request, with its empty line
 */
export function namingHops(head: string): string {
  const restored = head.replace(/^x-(?=(?:expect|upgrade):)/gim, '')
  const named = OF_CONNECTION.filter((name) => new RegExp(`^${name}:`, 'im').test(restored))
  return restored.replace(/^connection: .*(?=\r$)/im, (line) => [line, ...named].join(', '))
}

/**
 * @param head of a request, with its empty line
 * @param order the names of headers in the spelling and order of the client
 */
export function reordered(head: string, order: readonly string[]): string {
  const [line = '', ...lines] = head.slice(0, -4).split('\r\n')
  const ranks = new Map(order.map((name, at) => [name.toLowerCase(), at]))
  const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).toLowerCase()
  const result = lines.filter((header) => !TRANSPORT.test(header))
  for (const header of lines.filter((header) => TRANSPORT.test(header))) {
    const name = nameOf(header)
    const rank = ranks.get(name)
    // Many clients keep a connection open without this header.
    if (rank === undefined && /^connection: keep-alive$/i.test(header)) continue
    const written = rank === undefined ? header : `${order[rank]}${header.slice(name.length)}`
    const after = result.findIndex((other) => (ranks.get(nameOf(other)) ?? -1) > (rank ?? order.length))
    result.splice(after < 0 ? result.length : after, 0, written)
  }
  return `${[line, ...result].join('\r\n')}\r\n\r\n`
}
