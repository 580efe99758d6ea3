import { contentOf } from '../answers/chunk-content.ts'
import { type Answer, isBytes, isWhole, type Part } from '../http.ts'
import type { Disturb, Draw } from './disturb.ts'
import { bytesOf, EventEnds } from './events.ts'

/** Makes an answer report at its end which contents were really sent, since a disturbance has changed its bytes. */
export function reportingContent(answer: Answer): Answer {
  const { body, onDelivered } = answer
  if (!onDelivered || isWhole(body)) return answer
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
  return { ...answer, body: passing(body), onDelivered: (bytes, aborted) => onDelivered(bytes, aborted, content) }
}

/** An answer after its disturbances, and the disturbances that applied. */
export interface Disturbed {
  readonly answer: Answer
  readonly disturbances: readonly Disturb[]
}

/** Applies disturbances in their order; those that cut an answer into packets come last. */
export function applyDisturbances(whole: Answer, disturbances: readonly Disturb[], draw: Draw): Disturbed {
  const happened: Disturb[] = []
  let answer = whole
  for (const disturb of inOrder(disturbances)) {
    const changed = disturb.apply(answer, draw)
    if (!changed) continue
    answer = changed
    happened.push(disturb)
  }
  return { answer: answer.body === whole.body ? answer : reportingContent(answer), disturbances: happened }
}

function inOrder(disturbances: readonly Disturb[]): readonly Disturb[] {
  const packs = ({ name }: Disturb): boolean => name === 'split'
  return [...disturbances.filter((one) => !packs(one)), ...disturbances.filter(packs)]
}
