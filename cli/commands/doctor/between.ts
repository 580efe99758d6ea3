/** Finds intermediaries in front of the gateway, as far as the responses show them. */
import { counted } from '../../../reporters/wording/counted.ts'
import { type Exchange, type HttpResponse, headerValues, mediaType } from '../../../suites/harness/http/exchange.ts'
import { isStream, streamOf } from '../../../suites/harness/http/response.ts'
import { header } from '../../../suites/harness/reachability/responses.ts'
import { aboutRefusal } from './catalog.ts'
import { type Diagnosis, note, ok, type Probed, problem } from './probe.ts'

const ID = 'x-svc-request-id'
/** Headers that identify proxies, caches and content networks. */
const SIGNS = 'via server x-cache cf-ray x-amz-cf-id x-envoy-upstream-service-time x-served-by age'.split(' ')
/** The clock difference in milliseconds from which a note is useful. */
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

const signsIn = (responses: readonly HttpResponse[]): string[] =>
  SIGNS.flatMap((name) => {
    const values = [...new Set(responses.flatMap((response) => headerValues(response, name)))].slice(0, 3)
    return values.length > 0 ? [`${name}: ${values.join(' | ')}`] : []
  })

/** How far the server's clock is ahead of ours, in milliseconds; undefined if no response shows it. */
function skewOf(probed: readonly Probed[]): number | undefined {
  const skews = probed.flatMap(({ exchange: { response }, at }) => {
    const date = Date.parse((response && header(response, 'date')) ?? '')
    return Number.isNaN(date) ? [] : [date - at.getTime()]
  })
  return skews.length === 0 ? undefined : skews.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a))
}

/** Diagnoses from all responses together. @param theirs whether the responses seem to be from the gateway itself */
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

/** A stream that arrives in one piece after this many milliseconds was probably buffered, not just quick. */
const SLOW = 500

const FIXES = {
  silent: 'Check the time limits of the gateway and its proxies.',
  whole: 'Let the gateway stream, and let no proxy buffer its responses.',
  cut: 'Check the idle timeouts of every proxy in front of the gateway.',
  buffered:
    'Disable response buffering and compression in every proxy in front of the gateway, and flush after each event.',
} as const

/** What a streamed response says about its intermediaries. */
export function aboutStream({ response, failure }: Exchange): Diagnosis {
  const code = failure?.code ?? 'unknown'
  if (!response) return problem('stream', `no response (${code})`, FIXES.silent)
  if (response.status !== 200) return aboutRefusal('completion', 'a stream', response)
  const type = mediaType(response) || 'without a content type'
  if (!isStream(response))
    return problem('stream', `the response to stream true is ${type}, not an event stream`, FIXES.whole)
  if (!response.complete)
    return problem('stream', `the stream broke off after ${response.body.length} bytes (${code})`, FIXES.cut)
  const events = streamOf(response).payloads.length
  const length = header(response, 'content-length')
  if (length !== undefined)
    return note('stream', `the stream has Content-Length ${length}, so a proxy buffered it`, FIXES.buffered)
  const [first, last] = [Math.round(response.packets[0]?.[1] ?? 0), Math.round(response.packets.at(-1)?.[1] ?? 0)]
  if (response.packets.length === 1 && events > 2 && first > SLOW)
    return note(
      'stream',
      `${events} events arrived in one piece, after ${first} ms; a proxy may have buffered them`,
      FIXES.buffered,
    )
  const times = first === last ? `after ${last} ms` : `from ${first} to ${last} ms`
  return ok('stream', `${events} events arrived in ${counted(response.packets.length, 'piece')}, ${times}`)
}
