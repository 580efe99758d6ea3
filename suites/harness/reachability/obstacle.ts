/** Recognises in one response what prevents the base URL from reaching a gateway. */
import type { HttpResponse } from '../http/exchange.ts'
import { beginning, header, isPage, titleOfPage } from './responses.ts'

export interface Obstacle {
  readonly about: 'base URL' | 'proxy' | 'key' | 'limits'
  readonly found: string
  /** How to fix it: whole sentences. */
  readonly fix: string
}

export const LIST = '/v1/models'

export const atBaseUrl = (found: string, fix: string): Obstacle => ({ about: 'base URL', found, fix })

export const atProxy = (found: string, fix: string): Obstacle => ({ about: 'proxy', found, fix })

export const IS_IT_OURS = 'Check that base_url, without /v1, is the address of a gateway of this contract.'

/** Statuses that a gateway itself may return, so that they are not a sign of a wrong base URL. */
const OWN_REASONS = [401, 403, 429, 500, 503, 511]

/** Other servers and pages that one response identifies. */
export function obstacleIn(response: HttpResponse, baseUrl: string): Obstacle | undefined {
  const { status } = response
  if (status >= 300 && status < 400) return redirect(response, baseUrl)
  if (isPage(response) && /plain HTTP request was sent to HTTPS/i.test(beginning(response)))
    return atBaseUrl(
      'the port speaks TLS, and base_url says http',
      `Write base_url: ${baseUrl.replace('http:', 'https:')}`,
    )
  if (status === 502 || status === 504) return relayed(status)
  if (status === 407) return atProxy('a proxy asks for its own credentials (407)', 'Use an address without that proxy.')
  return OWN_REASONS.includes(status) && isPage(response) ? page(response) : undefined
}

/** The obstacle for a response without any sign of the contract, if nothing else is known. */
export function strangerIn(response: HttpResponse): Obstacle {
  if (isPage(response)) return page(response)
  return atBaseUrl(`${LIST} returns ${response.status} without a model list`, IS_IT_OURS)
}

export const relayed = (status: number): Obstacle =>
  atProxy(
    `a proxy returns ${status}: it does not reach the gateway behind it`,
    'Check the proxy, and that the gateway behind it runs.',
  )

/** Whether the status is a sign of a wrong base URL, so that it makes sense to look near this URL. */
export function mayBeElsewhere({ status }: HttpResponse): boolean {
  return !OWN_REASONS.includes(status)
}

function redirect(response: HttpResponse, baseUrl: string): Obstacle {
  const location = header(response, 'location')
  const to = location === undefined ? null : URL.parse(location, `${baseUrl}${LIST}`)
  const found = `${LIST} returns ${response.status}${to ? `, a redirect to ${to.origin}${to.pathname}` : ' without a Location to follow'}`
  const why = 'Redirects are not followed, because they would carry the key along.'
  const corrected = to?.pathname.endsWith(LIST) ? `${to.origin}${to.pathname.slice(0, -LIST.length)}` : undefined
  const fix =
    corrected === undefined || corrected === baseUrl
      ? 'If it leads to a login page, sign in to this network first; otherwise set base_url to the final address.'
      : `Write base_url: ${corrected}`
  return atBaseUrl(found, `${why} ${fix}`)
}

function page(response: HttpResponse): Obstacle {
  const { status } = response
  const found = `the response is an HTML page${titleOfPage(response)} with status ${status}, not the gateway's JSON`
  if (status === 200 || status === 511)
    return atBaseUrl(
      found,
      'base_url leads to a web site, or this network requires a login: open it in a browser to see.',
    )
  if (status === 404) return atBaseUrl(found, 'Check host, port and path of base_url: another server responds there.')
  const fix =
    status >= 500
      ? 'A proxy responds, and does not reach the gateway: check that the gateway is running.'
      : 'A proxy or a firewall responds instead of the gateway: allow this machine, or send its header with --header.'
  return atProxy(found, fix)
}
