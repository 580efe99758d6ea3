/** The text in an event of a stream; empty when the event is not a chunk, or a fault has broken it. */
export function contentOf(event: string): string {
  const [, json] = /^data: ?(\{[^\r\n]*\})\r?$/m.exec(event) ?? []
  if (json === undefined) return ''
  try {
    const content: unknown = JSON.parse(json).choices?.[0]?.delta?.content
    return typeof content === 'string' ? content : ''
  } catch {
    return ''
  }
}
