/** How a target was reached, in words; undefined for a direct connection. */
import type { Report } from '../../suites/harness/report/report.ts'

export function wayOf({ target }: Report): string | undefined {
  const { network } = target
  if (!network) return undefined
  // Without TLS, its settings do not matter.
  const secure = target.base_url.startsWith('https:')
  const parts = [
    network.http2 === true && 'by HTTP/2',
    network.socket && 'over a Unix socket',
    network.proxy !== null && `through the proxy ${network.proxy}`,
    secure && network.custom_ca && 'with CAs of the target file',
    secure && network.extra_ca && 'with CAs of NODE_EXTRA_CA_CERTS',
    secure && network.client_certificate && 'with a client certificate',
    network.identified && 'as svc-conformance by its user agent',
    network.headers && `with the headers ${Object.keys(network.headers).join(', ')}`,
    secure && network.server_name !== null && `as ${network.server_name}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? undefined : parts.join(', ')
}
