/** Whether the base URL leads to the gateway: paths, redirects, pages of others. */
import { recognise } from '../../../suites/harness/http/answer.ts'
import type { Answer, Exchange } from '../../../suites/harness/http/exchange.ts'
import { listModels } from '../../../suites/harness/http/request.ts'
import { header, isGateway, isPage, titleOfPage } from './answers.ts'
import { type Diagnosis, ok, problem } from './diagnosis.ts'
import type { Probe } from './probe.ts'

const LIST = '/v1/models'

/** Whether the answer to the model list is the gateway's. */
export async function aboutBaseUrl(probe: Probe, exchange: Exchange, answer: Answer): Promise<Diagnosis> {
  const { status } = answer
  const { baseUrl } = probe.target
  if (recognise(exchange) === 'list') return ok('base URL', `${baseUrl} answers with a model list`)
  if (status >= 300 && status < 400) return aboutRedirect(answer, baseUrl)
  if (isPage(answer) && /plain HTTP request was sent to HTTPS/i.test(Buffer.from(answer.body).toString('latin1')))
    return problem(
      'base URL',
      'the port speaks TLS, and base_url says http',
      `Write base_url: ${baseUrl.replace('http:', 'https:')}`,
    )
  if (status === 502 || status === 504)
    return problem(
      'in between',
      `a proxy answers ${status}: it does not reach the gateway behind it`,
      'Look at the proxy, and at whether the gateway behind it runs.',
    )
  if (status === 407)
    return problem('in between', 'a proxy asks for credentials of its own (407)', 'Take an address without that proxy.')
  if ([401, 403, 429, 500, 503, 511].includes(status))
    return isPage(answer) ? aboutPage(answer) : ok('base URL', `${baseUrl} answers`)
  const found = await elsewhere(probe)
  if (found) return found
  if (isPage(answer)) return aboutPage(answer)
  return problem(
    'base URL',
    `${LIST} answers ${status} without a model list`,
    'Check that base_url, without /v1, is the address of a gateway of this contract.',
  )
}

function aboutRedirect(answer: Answer, baseUrl: string): Diagnosis {
  const location = header(answer, 'location') ?? ''
  const to = URL.canParse(location, `${baseUrl}${LIST}`) ? new URL(location, `${baseUrl}${LIST}`) : undefined
  const found = `${LIST} answers ${answer.status}, a redirect${to ? ` to ${to.origin}${to.pathname}` : ''}`
  const why = 'Redirects are not followed, for the key would go along.'
  if (to?.pathname.endsWith(LIST)) {
    const corrected = `${to.origin}${to.pathname.slice(0, -LIST.length)}`
    return problem('base URL', found, `${why} Write base_url: ${corrected}`)
  }
  return problem(
    'base URL',
    found,
    `${why} Where it leads to a login page, sign in to this network first; otherwise write the final address as base_url.`,
  )
}

function aboutPage(answer: Answer): Diagnosis {
  const { status } = answer
  const found = `an HTML page${titleOfPage(answer)} came with status ${status}, and not the gateway's JSON`
  return status === 200 || status === 511
    ? problem(
        'base URL',
        found,
        'base_url leads to a web site, or this network has a login page before everything: open it in a browser and see.',
      )
    : problem(
        'in between',
        found,
        'A proxy or a firewall answers in place of the gateway: let this machine through, or take another address.',
      )
}

/** Looks for the gateway where a slip of the base URL would have left it. */
async function elsewhere(probe: Probe): Promise<Diagnosis | undefined> {
  for (const { baseUrl, path, found, fix } of addressesBeside(probe.target.baseUrl)) {
    if (isGateway(await probe.ask({ ...listModels(), path }, baseUrl))) return problem('base URL', found, fix)
  }
  return undefined
}

/** Where else the list may be: other base URLs, and other paths below the same one. */
interface Elsewhere {
  readonly baseUrl: string
  readonly path: string
  readonly found: string
  readonly fix: string
}

function addressesBeside(baseUrl: string): Elsewhere[] {
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  const cut = /^(.*?)\/v1(\/|$)/.exec(path)
  const shorter = cut ? `${origin}${cut[1]}` : path === '' ? undefined : origin
  return [
    ...(shorter === undefined
      ? []
      : [
          {
            baseUrl: shorter,
            path: LIST,
            found: `base_url has a path too much: the gateway is at ${shorter}`,
            fix: `Write base_url: ${shorter}`,
          },
        ]),
    {
      baseUrl,
      path: '/models',
      found: 'the gateway serves /models and not /v1/models: /v1 is missing',
      fix: 'Let the gateway serve its operations under /v1, or the proxy before it not cut /v1 off.',
    },
    {
      baseUrl,
      path: `/v1${LIST}`,
      found: 'the gateway serves /v1/v1/models: /v1 is there twice',
      fix: 'Take /v1 out of the prefix under which the gateway, or the proxy before it, serves the operations.',
    },
  ]
}
