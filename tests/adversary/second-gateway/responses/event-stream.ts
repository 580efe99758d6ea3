import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Freedoms } from '../freedoms/index.ts'
import { type Written, writeJsonLine } from '../json/json-writer.ts'

/** The text of each event, including the comments before it. */
export function eventTexts(chunks: readonly Written[], freedoms: Freedoms): string[] {
  const newline = freedoms.lineEnds === 'crlf' ? '\r\n' : '\n'
  const contents = [...chunks.map((chunk) => writeJsonLine(chunk, freedoms)), '[DONE]']
  return contents.map((content, position) => {
    const lead = position === 0 ? opening(newline, freedoms) : ''
    return `${lead}${comment(position, newline, freedoms)}data: ${content}${newline}${newline}`
  })
}

function opening(newline: string, { streamBom, comments }: Freedoms): string {
  const mark = streamBom === 'leading' ? '\uFEFF' : ''
  return comments === 'opening' ? `${mark}: stand by${newline}${newline}` : mark
}

// Comments are always before an event, because nothing may follow the last event.
function comment(position: number, newline: string, { comments }: Freedoms): string {
  if (position === 0) return ''
  if (comments === 'between') return `: data: ping ${position}${newline}${newline}`
  return comments === 'attached' ? `:${newline}` : ''
}

/** Sends the events at the chosen pace, and stops when the client disconnects. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  { pacing }: Freedoms,
): Promise<void> {
  const whole = Buffer.from(events.join(''))
  if (pacing === 'burst' || pacing === 'counted') {
    response.end(whole)
    return
  }
  const pieces = pacing === 'shreds' ? shred(whole) : events.map((event) => Buffer.from(event))
  for (const piece of pieces) {
    if (response.destroyed) return
    response.write(piece)
    await (pacing === 'slow' ? pause(5) : nextTurn())
  }
  response.end()
}

/** Splits bytes into pieces of 1 to 61 bytes, regardless of lines, characters and events. */
export function shred(whole: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let from = 0, size = 1; from < whole.length; from += size, size = ((size * 7 + 5) % 61) + 1) {
    pieces.push(whole.subarray(from, from + size))
  }
  return pieces
}
