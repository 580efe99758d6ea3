import { contentOf } from '../core/answers/chunk-content.ts'
import type { Disturb, Draw } from '../core/disturbance.ts'
import { type Answer, isBytes, isWhole, type Part } from '../core/http.ts'
import { bytesOf, EventEnds } from './events.ts'

/** An answer that tells, when it is over, what contents really went out: its bytes are no longer those of the model. */
export function tellingContent(answer: Answer): Answer {
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

/** An answer after all that went wrong on its way, and what did. */
export interface Happened {
  readonly answer: Answer
  readonly disturbances: readonly Disturb[]
}

/** Lets disturbances happen in their order; those that cut an answer into packets come last. */
export function happen(whole: Answer, disturbances: readonly Disturb[], draw: Draw): Happened {
  const happened: Disturb[] = []
  let answer = whole
  for (const disturb of inOrder(disturbances)) {
    const changed = disturb.apply(answer, draw)
    if (!changed) continue
    answer = changed
    happened.push(disturb)
  }
  return { answer: answer.body === whole.body ? answer : tellingContent(answer), disturbances: happened }
}

function inOrder(disturbances: readonly Disturb[]): readonly Disturb[] {
  const packs = ({ name }: Disturb): boolean => name === 'split'
  return [...disturbances.filter((one) => !packs(one)), ...disturbances.filter(packs)]
}
