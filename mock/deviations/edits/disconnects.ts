import { type Answer, deliveredAs, type Part } from '../../core/http.ts'
import type { Behaviour, Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'

/** Milliseconds that a completion takes, and a stream after its first event, so that a caller can leave meanwhile. */
const SLOW = 200

function* afterTheFirst([first = '', ...rest]: readonly string[]): Generator<Part> {
  yield first
  yield { wait: SLOW }
  yield* rest
}

/** A completion whose caller left before its end. */
export interface Left {
  readonly answer: Answer
  readonly call: Call
}

/** Gives each completion whose caller has left, once: to the first request that it changes. */
export type Next = () => Left | undefined

/** Adds a deviation to a gateway with slow completions. */
export function afterLeaving(deviation: (next: Next) => Apply): Apply {
  return (behaviour, emit) => {
    const left: Left[] = []
    return noticing(deviation(() => left.shift())(behaviour, emit), (answer, call) => left.push({ answer, call }))
  }
}

function noticing(behaviour: Behaviour, leaves: (answer: Answer, call: Call) => void): Behaviour {
  return {
    ...behaviour,
    delivery: [...behaviour.delivery, afterTheFirst],
    sealed: [
      ...behaviour.sealed,
      (answer, call) => {
        if (call.operation !== 'completion' || answer.status !== 200) return answer
        const { onDelivered } = answer
        return {
          ...(call.streams ? answer : deliveredAs(answer, { before: [{ wait: SLOW }] })),
          onDelivered: (bytes, aborted, content) => {
            if (aborted) leaves(answer, call)
            onDelivered?.(bytes, aborted, content)
          },
        }
      },
    ],
  }
}
