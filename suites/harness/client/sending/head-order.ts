/** The client library writes Host, Connection and Content-Length itself: here they get the position and spelling that a recorded client gives them. */

/** Headers of the library, which no plan has. */
const TRANSPORT = /^(?:host|connection|content-length):/i

/**
 * TE is about one connection, which has to name it (RFC 9110, 10.1.4). Expect has another name up to here, as the library
 * refuses to send it.
 * @param head of a request, with its empty line
 */
export const namingTe = (head: string): string =>
  (/^te:/im.test(head) ? head.replace(/^(connection: .*)\r$/im, '$1, TE\r') : head).replace(/^x-expect:/im, 'expect:')

/**
 * @param head of a request, with its empty line
 * @param order the names of headers as the client spells and orders them
 */
export function reordered(head: string, order: readonly string[]): string {
  const [line = '', ...lines] = head.slice(0, -4).split('\r\n')
  const ranks = new Map(order.map((name, at) => [name.toLowerCase(), at]))
  const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).toLowerCase()
  const result = lines.filter((header) => !TRANSPORT.test(header))
  for (const header of lines.filter((header) => TRANSPORT.test(header))) {
    const name = nameOf(header)
    const rank = ranks.get(name)
    // Many clients keep a connection open without saying so.
    if (rank === undefined && /^connection: keep-alive$/i.test(header)) continue
    const written = rank === undefined ? header : `${order[rank]}${header.slice(name.length)}`
    const after = result.findIndex((other) => (ranks.get(nameOf(other)) ?? -1) > (rank ?? order.length))
    result.splice(after < 0 ? result.length : after, 0, written)
  }
  return `${[line, ...result].join('\r\n')}\r\n\r\n`
}
