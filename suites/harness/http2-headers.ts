/** Headers as HTTP/2 takes them (RFC 9113, 8.2 and 8.3). */
import type { OutgoingHttpHeaders } from 'node:http2'

/** What HTTP/1.1 says of a connection, which has no place here. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

/** @param list names and values in turn; where a name stands several times, its values are joined as HTTP allows (RFC 9110, 5.3) */
export function headersOf(list: readonly string[]): OutgoingHttpHeaders & Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < list.length; at += 2) {
    const [name = '', value = ''] = [list[at]?.toLowerCase(), list[at + 1]]
    if (OF_CONNECTION.has(name)) continue
    const key = name === 'host' ? ':authority' : name
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  return headers
}

/** Names and values in turn, as they came, without what takes the place of a status line. */
export function withoutStatus(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) => (at % 2 === 0 && !name.startsWith(':') ? [name, raw[at + 1] ?? ''] : []))
}
