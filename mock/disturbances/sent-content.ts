import { contentOf } from '../chunk-content.ts'
import { type Answer, isBytes, isWhole, type Part } from '../exchange.ts'
import { bytesOf, EventEnds } from './events.ts'

/** An answer that tells, when it is over, what contents really went out: its bytes are no longer those of the model. */
export function tellingContent(answer: Answer): Answer {
  const { body, settled } = answer
  if (!settled || isWhole(body)) return answer
  let content = ''
  function* passing(parts: Iterable<Part>): Generator<Part> {
    const ends = new EventEnds()
    const decoder = new TextDecoder()
    let event = ''
    for (const part of parts) {
      if (isBytes(part)) {
        let rest = bytesOf(part)
        for (let end = ends.next(rest); end > 0; end = ends.next(rest)) {
          content += contentOf(event + decoder.decode(rest.subarray(0, end), { stream: true }))
          event = ''
          rest = rest.subarray(end)
        }
        event += decoder.decode(rest, { stream: true })
      }
      yield part
    }
  }
  return { ...answer, body: passing(body), settled: (bytes, aborted) => settled(bytes, aborted, content) }
}
