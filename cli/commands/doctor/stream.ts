/** Checks that streams arrive as streams. */
import { counted } from '../../../reporters/wording/counted.ts'
import { type Exchange, mediaType } from '../../../suites/harness/http/exchange.ts'
import { isStream, streamOf } from '../../../suites/harness/http/response.ts'
import { header } from '../../../suites/harness/reachability/responses.ts'
import { aboutRefusal } from './catalog.ts'
import { type Diagnosis, note, ok, problem } from './diagnosis.ts'

/** Milliseconds after which a stream in one piece was probably buffered, and not just quick. */
const SLOW = 500
const UNBUFFER =
  'Disable response buffering and compression in every proxy in front of the gateway, and flush after each event.'

/** What a streamed response says about its intermediaries. */
export function aboutStream({ response, failure }: Exchange): Diagnosis {
  if (!response)
    return problem(
      'stream',
      `no response (${failure?.code ?? 'unknown'})`,
      'Check the time limits of the gateway and its proxies.',
    )
  if (response.status !== 200) return aboutRefusal('completion', 'a stream', response)
  if (!isStream(response))
    return problem(
      'stream',
      `the response to stream true is ${mediaType(response) || 'without a content type'}, not an event stream`,
      'Let the gateway stream, and let no proxy buffer its responses.',
    )
  if (!response.complete)
    return problem(
      'stream',
      `the stream broke off after ${response.body.length} bytes (${failure?.code ?? 'unknown'})`,
      'Check the idle timeouts of every proxy in front of the gateway.',
    )
  const events = streamOf(response).payloads.length
  const length = header(response, 'content-length')
  if (length !== undefined)
    return note('stream', `the stream has Content-Length ${length}, so a proxy buffered it`, UNBUFFER)
  const [first, last] = [response.packets[0]?.[1] ?? 0, response.packets.at(-1)?.[1] ?? 0]
  if (response.packets.length === 1 && events > 2 && first > SLOW)
    return note(
      'stream',
      `${events} events arrived in one piece, after ${Math.round(first)} ms; a proxy may have buffered them`,
      UNBUFFER,
    )
  const pieces = counted(response.packets.length, 'piece')
  return ok('stream', `${events} events arrived in ${pieces}, from ${Math.round(first)} to ${Math.round(last)} ms`)
}
