import { chunkOf, contentChunk, framed, indexOf, insertAt, without } from '../../edits/events.ts'

/** An event with this text instead of its own. */
export function withText(event: string, text: string): string {
  const chunk = chunkOf(event)
  chunk.choices = [{ index: 0, delta: { content: text }, finish_reason: null }]
  return framed(chunk)
}

/** Puts a replacement character where two content chunks meet, like a decoder that sees half a character. */
export function brokenAt(events: string[], mark: string): string[] | undefined {
  const at = indexOf(events, contentChunk)
  if (at < 0) return undefined
  return events.map((event, index) =>
    index === at ? withText(event, chunkOf(event).choices[0].delta.content.slice(0, -1) + mark) : event,
  )
}

/** Splits the first surrogate pair over two chunks. */
export function halved(events: string[]): string[] | undefined {
  for (const [at, event] of events.entries()) {
    const text = String(chunkOf(event)?.choices[0]?.delta.content ?? '')
    const end = text.search(/[\ud800-\udbff][\udc00-\udfff]/) + 1
    if (end > 0)
      return insertAt(without(events, at), at, withText(event, text.slice(0, end)), withText(event, text.slice(end)))
  }
  return undefined
}
