/** The text in an event of a stream; empty if the event is not a chunk, or a fault has corrupted it. */
export function contentOf(event: string): string {
  const [, json] = /^data: ?(\{[^\r\n]*\})\r?$/m.exec(event) ?? []
  return json === undefined ? '' : contentIn(json)
}

/** The text in a chunk, from its JSON; empty if the JSON is malformed. */
export function contentIn(chunk: string): string {
  try {
    const content: unknown = JSON.parse(chunk)?.choices?.[0]?.delta?.content
    return typeof content === 'string' ? content : ''
  } catch {
    return ''
  }
}
