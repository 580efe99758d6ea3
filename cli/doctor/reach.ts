/** Why no answer came: the name, the connection, TLS, or the wrong one of http and https. */
import type { Exchange, Failure } from '../../suites/harness/exchange.ts'
import { listModels } from '../../suites/harness/request.ts'
import { type Diagnosis, problem } from './diagnosis.ts'
import type { Probe } from './probe.ts'
import { aboutTls, isAboutCertificate } from './tls.ts'

type Found = readonly [found: string, mend: string]

function wordsFor({ stage, code, message }: Failure, { hostname, host }: URL): Found {
  if (stage === 'budget')
    return [
      `nothing further could be sent: ${message}`,
      'Raise the limits of the target file; the doctor needs 8 requests.',
    ]
  if (stage === 'name')
    return [
      `the host name ${hostname} cannot be resolved (${code})`,
      'Check its spelling in base_url, the DNS of this machine, and whether it needs a VPN.',
    ]
  if (code === 'ECONNREFUSED')
    return [
      `nothing listens at ${host} (${code})`,
      'Check the port in base_url and that the gateway is running. Inside a container 127.0.0.1 is the container itself.',
    ]
  if (stage === 'connect')
    return [
      `no connection to ${host} (${code})`,
      'Check the address, and firewalls, a VPN or a proxy that this machine needs to get out.',
    ]
  if (code === 'TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT')
    return [
      `${host} takes the connection and does not answer (${message})`,
      'Check that the gateway works, and raise limits.timeout in the target file where it is slow.',
    ]
  return [
    `${host} gives no usable HTTP answer (${code}: ${message})`,
    'Check that base_url leads to an HTTP server and not to another service.',
  ]
}

/** The same address with the other scheme. */
function otherScheme(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? baseUrl.replace('https:', 'http:') : baseUrl.replace('http:', 'https:')
}

/** Whether the failure looks like one side speaking TLS and the other one not. */
function looksMixed({ stage, code }: Failure, url: URL): boolean {
  if (url.protocol === 'https:') return stage !== 'name' && /^(EPROTO|ERR_SSL|ECONNRESET)/.test(code)
  if (code === 'ECONNREFUSED') return url.port === ''
  return /^(HPE_|ECONNRESET|UND_ERR_SOCKET)/.test(code)
}

/** What keeps an answer from coming; at most one request more finds it out. */
export async function aboutSilence(probe: Probe, { failure }: Exchange): Promise<Diagnosis[]> {
  const { baseUrl } = probe.target
  const url = new URL(baseUrl)
  const why: Failure = failure ?? { stage: 'headers', code: 'unknown', message: 'no answer' }
  if (looksMixed(why, url)) {
    const other = otherScheme(baseUrl)
    // No key goes over a line that turns out to be plain.
    const { answer, failure: second } = await probe.ask(listModels({ form: null }), other)
    if (answer || (second && isAboutCertificate(second)))
      return [
        problem(
          'base URL',
          `${url.host} speaks ${other.startsWith('https:') ? 'TLS, and base_url says http' : 'plain HTTP, and base_url says https'}`,
          `Write base_url: ${other}`,
        ),
      ]
  }
  if (why.stage === 'tls') return [aboutTls(why)]
  return [problem('base URL', ...wordsFor(why, url))]
}
