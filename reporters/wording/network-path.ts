/** How a target was reached, in words; undefined where it was reached directly. */
import type { Report } from '../../suites/harness/report/report.ts'

export function wayOf({ target: { network } }: Report): string | undefined {
  if (!network) return undefined
  const parts = [
    network.http2 === true && 'by HTTP/2',
    network.socket && 'over a Unix socket',
    network.proxy !== null && `through the proxy ${network.proxy}`,
    network.custom_ca && 'with CAs of the target file',
    network.extra_ca && 'with CAs of NODE_EXTRA_CA_CERTS',
    network.client_certificate && 'with a client certificate',
    network.headers && `with the headers ${Object.keys(network.headers).join(', ')}`,
    network.server_name !== null && `as ${network.server_name}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? undefined : parts.join(', ')
}
