/** Finds intermediaries in front of the gateway, as far as the responses show them. */
import { type HttpResponse, headerValues } from '../../../suites/harness/http/exchange.ts'
import { header } from '../../../suites/harness/reachability/responses.ts'
import { type Diagnosis, note, ok, problem } from './diagnosis.ts'
import type { Probed } from './probe.ts'

const ID = 'x-svc-request-id'
/** Headers that identify proxies, caches and content networks. */
const SIGNS = 'via server x-cache cf-ray x-amz-cf-id x-envoy-upstream-service-time x-served-by age'.split(' ')
/** The difference of clocks in milliseconds from which a note is useful. */
const SKEW = 60_000

function aboutRequestId(probed: readonly Probed[]): Diagnosis {
  const without = probed.filter(({ exchange: { response } }) => !response || headerValues(response, ID).length === 0)
  if (without.length === 0) return ok('request id', `every response has ${ID}`)
  const statuses = [...new Set(without.map(({ exchange }) => exchange.response?.status))].join(', ')
  if (without.length === probed.length)
    return problem('request id', `no response has ${ID}`, 'Send it from the gateway, and let no proxy remove it.')
  const fix = 'A proxy in front of the gateway makes these responses, or a route of the gateway omits the header.'
  return problem('request id', `responses with status ${statuses} have no ${ID}`, fix)
}

function signsIn(responses: readonly HttpResponse[]): string[] {
  return SIGNS.flatMap((name) => {
    const values = [...new Set(responses.flatMap((response) => headerValues(response, name)))].slice(0, 3)
    return values.length > 0 ? [`${name}: ${values.join(' | ')}`] : []
  })
}

/** How far the server's clock is ahead of ours, in milliseconds; undefined if no response shows it. */
function skewOf(probed: readonly Probed[]): number | undefined {
  const skews = probed.flatMap(({ exchange: { response }, at }) => {
    const date = Date.parse((response && header(response, 'date')) ?? '')
    return Number.isNaN(date) ? [] : [date - at.getTime()]
  })
  return skews.length === 0 ? undefined : skews.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a))
}

/** Diagnoses from all responses together. @param theirs whether the responses are the gateway's own, as far as is known */
export function aboutBetween(probed: readonly Probed[], theirs: boolean): Diagnosis[] {
  const signs = signsIn(probed.flatMap(({ exchange: { response } }) => response ?? []))
  const skew = skewOf(probed) ?? 0
  const apart = `${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? 'ahead of' : 'behind'} this one`
  const fix = 'Correct the wrong clock: certificates and expiry times depend on it.'
  return [
    ...(theirs ? [aboutRequestId(probed)] : []),
    ...(signs.length > 0 ? [note('proxy', signs.join('; '))] : []),
    ...(Math.abs(skew) > SKEW ? [note('clock', `the clock there is ${apart}`, fix)] : []),
  ]
}
