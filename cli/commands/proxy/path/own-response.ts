/** The proxy's own response: only if the gateway cannot be reached, in the form of the contract, and marked as the proxy's. */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** The error of RFC 9209 for a code of Node. */
function proxyErrorOf({ code = '' }: NodeJS.ErrnoException): string {
  if (/ENOTFOUND|EAI_/.test(code)) return 'dns_error'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 'tls_certificate_error'
  if (/SSL|TLS|EPROTO/.test(code)) return 'tls_protocol_error'
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'connection_timeout'
  return 'connection_refused'
}

/** An unavailable dependency is 503 by the contract (7.5); `Proxy-Status` says that the gateway did not send it. */
export function respondAsProxy(response: ServerResponse, error: Error): void {
  const message = 'svc-conformance proxy could not reach the gateway. Its log says why.'
  response.writeHead(503, {
    'content-type': 'application/json',
    'x-svc-request-id': `proxy-${randomUUID()}`,
    'proxy-status': `svc-conformance; error=${proxyErrorOf(error)}`,
  })
  const body = { error: { message, type: 'server_error', param: null, code: 'upstream_unreachable' } }
  response.end(JSON.stringify(body))
}
