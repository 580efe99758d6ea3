/** Finds out why there was no response: the name, the connection, TLS, or http instead of https. */
import type { Exchange, Failure } from '../../../suites/harness/http/exchange.ts'
import { isAboutCertificate, networkErrorOf } from '../../../suites/harness/http/network-errors.ts'
import { listModels } from '../../../suites/harness/http/request.ts'
import type { Network } from '../../../suites/harness/target/network.ts'
import { type Diagnosis, type Probe, problem } from './probe.ts'

/** Diagnoses a missing response with at most one more request. */
export async function aboutSilence(probe: Probe, { failure }: Exchange): Promise<Diagnosis[]> {
  const { baseUrl, network } = probe.target
  const url = new URL(baseUrl)
  const why: Failure = failure ?? { stage: 'headers', code: 'unknown', message: 'no response' }
  if (looksMixed(why, url)) {
    const other = otherScheme(baseUrl)
    // Send no key, because the connection may turn out to be plain text.
    const { response, failure: second } = await probe.ask(listModels({ form: null }), other)
    const speaks = other.startsWith('https:') ? 'TLS, and base_url says http' : 'plain HTTP, and base_url says https'
    if (response || (second && isAboutCertificate(second)))
      return [problem('base URL', `${url.host} speaks ${speaks}`, `Write base_url: ${other}`)]
  }
  if (why.stage === 'tls') return [aboutTls(why)]
  return [problem('base URL', ...wordsFor(why, firstHop(url, network ?? {})))]
}

/** The same URL with the other scheme. */
const otherScheme = (baseUrl: string): string =>
  baseUrl.replace(/^https?:/, (scheme) => (scheme === 'https:' ? 'http:' : 'https:'))

/** Whether the failure looks as if only one side speaks TLS. */
function looksMixed({ stage, code }: Failure, url: URL): boolean {
  if (url.protocol === 'https:') return stage !== 'name' && /^(EPROTO|ERR_SSL|ECONNRESET)/.test(code)
  if (code === 'ECONNREFUSED') return url.port === ''
  return /^(HPE_|ECONNRESET|UND_ERR_SOCKET)/.test(code)
}

/** A failure of TLS, in the same words as in a run. */
export function aboutTls(failure: Failure): Diagnosis {
  const { what, fix } = networkErrorOf(failure)
  return problem('TLS', `${what} (${failure.code}: ${failure.message})`, fix)
}

type Found = readonly [found: string, fix: string]

/** The first hop to the gateway: its name, its address in words, and what to check if it does not respond. */
function firstHop({ hostname, host }: URL, { proxy, socket }: Network) {
  if (socket !== undefined) {
    const fix = 'Check the path in socket, and that the gateway is running.'
    return { name: socket, address: `the socket ${socket}`, fix }
  }
  if (proxy !== undefined) {
    const { host: address, hostname: name } = new URL(proxy.origin)
    const fix = 'Check proxy in the target file, or HTTPS_PROXY and HTTP_PROXY; proxy: none uses no proxy.'
    return { name, address: `the proxy ${address}`, fix }
  }
  const fix =
    'Check the address in base_url, that the gateway is running, and firewalls. Inside a container, 127.0.0.1 is the container itself.'
  return { name: hostname, address: host, fix }
}

function wordsFor({ stage, code, message }: Failure, { name, address, fix }: ReturnType<typeof firstHop>): Found {
  if (stage === 'budget')
    return [
      `no further request could be sent: ${message}`,
      'Raise the limits of the target file; the doctor needs 8 requests.',
    ]
  if (stage === 'name') return [`the host name ${name} cannot be resolved (${code})`, `${fix} The name may need a VPN.`]
  if (code === 'ECONNREFUSED') return [`nothing listens at ${address} (${code})`, fix]
  if (stage === 'connect') return [`no connection through ${address} (${code}: ${message})`, fix]
  if (code === 'TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
    return [
      `${address} accepts the connection but does not respond (${message})`,
      'Check that the gateway works; if it is slow, raise limits.timeout in the target file.',
    ]
  return [
    `${address} returns no usable HTTP response (${code}: ${message})`,
    'Check that base_url leads to an HTTP server and not to another service.',
  ]
}
