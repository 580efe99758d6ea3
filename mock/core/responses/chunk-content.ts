/** The text in an event of a stream; empty when the event is not a chunk, or a fault has broken it. */
export function contentOf(event: string): string {
  const [, json] = /^data: ?(\{[^\r\n]*\})\r?$/m.exec(event) ?? []
  return json === undefined ? '' : contentIn(json)
}

/** The same of a chunk, by its JSON. */
export function contentIn(chunk: string): string {
  try {
    const content: unknown = JSON.parse(chunk)?.choices?.[0]?.delta?.content
    return typeof content === 'string' ? content : ''
  } catch {
    return ''
  }
}
