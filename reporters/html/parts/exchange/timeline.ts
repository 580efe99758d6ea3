/** When the pieces of a stream were received: a strip of ticks with a description, and a list of events with times. */
import type { ReportedExchange } from '../../../../suites/harness/report/exchange.ts'
import { clipped, html, type Markup, type Piece, table } from '../markup.ts'
import { duration, whole } from '../quantities.ts'

type ReportedResponse = NonNullable<ReportedExchange['answer']>
type Arrivals = NonNullable<ReportedResponse['arrivals']>

/** The maximum number of listed events. */
const LISTED = 40
const MAX_LENGTH = 200
/** The width of the strip in the units of its SVG. */
const WIDTH = 1000

export const isStream = ({ headers }: ReportedResponse): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /^\s*text\/event-stream/i.test(value))

/** The events of a stream, each with the offset of its first byte. */
function eventsOf(text: string) {
  let at = 0
  return text.split(/(?<=\r?\n\r?\n)/).map((part) => {
    const event = { at, text: part.trimEnd() }
    at += Buffer.byteLength(part)
    return event
  })
}

/** When the byte at an offset was received. */
const arrivalOf = (offset: number, arrivals: Arrivals): number | undefined =>
  arrivals.findLast(([begin]) => begin <= offset)?.[1]

function inWords(arrivals: Arrivals, { packets }: ReportedResponse): string {
  const times = arrivals.map(([, at]) => at)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const shown = packets > arrivals.length ? ` of which the first ${whole(arrivals.length)} are shown` : ''
  return `${whole(packets)} pieces${shown}: the first after ${duration(times[0] ?? 0)}, the last after ${duration(times.at(-1) ?? 0)}, the longest gap ${duration(Math.max(0, ...gaps))}`
}

function strip(arrivals: Arrivals, response: ReportedResponse, end: number, marked: number | undefined): Markup {
  const x = (time: number): number => Math.min(WIDTH - 2, Math.round((time / Math.max(end, 1)) * WIDTH) + 1)
  const ticks = [...new Set(arrivals.map(([, at]) => x(at)))].map((at) => `M${at} 4v20`).join('')
  const words = inWords(arrivals, response)
  return html`<svg class="strip" viewBox="0 0 ${WIDTH} 28" preserveAspectRatio="none" role="img" aria-label="${words}"><path class="axis" d="M0 14H${WIDTH}"/><path class="tick" d="${ticks}"/>${
    marked === undefined ? undefined : html`<path class="place" d="M${x(marked)} 0v28"/>`
  }</svg>
<p class="scale"><span>request sent</span><span>${duration(end)}</span></p>
<p>${words}.</p>`
}

/**
 * The timeline of a response that is a stream.
 * @param location the offset of the byte that a finding is about
 */
export function timeline({ answer: response, duration: end }: ReportedExchange, location: number | undefined): Piece {
  if (!response || !isStream(response) || response.body.text === undefined) return undefined
  const { arrivals = [] } = response
  const events = eventsOf(response.body.text)
  const listed = events.slice(0, LISTED)
  const rows = listed.map(({ at, text }, index) => {
    const here = location !== undefined && location >= at && location < (events[index + 1]?.at ?? response.body.bytes)
    const time = arrivalOf(at, arrivals)
    return html`<tr${here ? html` class="here"` : undefined}><td class="n">${at}</td><td class="n">${time === undefined ? '' : duration(time)}</td><td><code>${clipped(text, MAX_LENGTH)}</code>${here ? html` <strong>here</strong>` : undefined}</td></tr>`
  })
  const marked = location === undefined ? undefined : arrivalOf(location, arrivals)
  return html`<section class="timeline"><h5>Timeline of the stream</h5>
${arrivals.length > 0 ? strip(arrivals, response, end, marked) : html`<p>The body arrived in one piece; the response took ${duration(end)}.</p>`}
<details><summary>${whole(events.length)} events${events.length > LISTED ? `, the first ${LISTED} shown` : ''}</summary>
${table('Events of the stream', ['#Byte', '#After', 'Event'], rows)}</details></section>`
}
