/** Whether the base URL leads to the gateway: paths, redirects, pages of others. */

import type { Exchange, HttpResponse } from '../../../suites/harness/http/exchange.ts'
import { listModels } from '../../../suites/harness/http/request.ts'
import { recognise } from '../../../suites/harness/http/response.ts'
import { nearbyAddresses } from '../../../suites/harness/reachability/elsewhere.ts'
import { mayBeElsewhere, type Obstacle, obstacleIn, strangerIn } from '../../../suites/harness/reachability/obstacle.ts'
import { isGateway } from '../../../suites/harness/reachability/responses.ts'
import { type Diagnosis, inTheWay, ok } from './diagnosis.ts'
import type { Probe } from './probe.ts'

/** Whether the response to the model list is the gateway's. */
export async function aboutBaseUrl(probe: Probe, exchange: Exchange, response: HttpResponse): Promise<Diagnosis> {
  const { baseUrl } = probe.target
  if (recognise(exchange) === 'list') return ok('base URL', `${baseUrl} returns a model list`)
  const known = obstacleIn(response, baseUrl)
  if (known) return inTheWay(known)
  if (!mayBeElsewhere(response)) return ok('base URL', `${baseUrl} responds`)
  return inTheWay((await elsewhere(probe)) ?? strangerIn(response))
}

/** Looks for the gateway at base URLs with common mistakes. */
async function elsewhere(probe: Probe): Promise<Obstacle | undefined> {
  for (const { baseUrl, path, means } of nearbyAddresses(probe.target.baseUrl)) {
    if (isGateway(await probe.ask({ ...listModels(), path }, baseUrl))) return means
  }
  return undefined
}
