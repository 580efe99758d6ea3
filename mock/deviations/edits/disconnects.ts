import { deliveredAs, type HttpResponse, type Part } from '../../core/http.ts'
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
  readonly response: HttpResponse
  readonly call: Call
}

/** Gives each completion whose caller has left, once: to the first request that it changes. */
export type Next = () => Left | undefined

/** Adds a deviation to a gateway with slow completions. */
export function afterLeaving(deviation: (next: Next) => Apply): Apply {
  return (behaviour, emit) => {
    const left: Left[] = []
    return noticing(deviation(() => left.shift())(behaviour, emit), (response, call) => left.push({ response, call }))
  }
}

function noticing(behaviour: Behaviour, leaves: (response: HttpResponse, call: Call) => void): Behaviour {
  return {
    ...behaviour,
    delivery: [...behaviour.delivery, afterTheFirst],
    sealed: [
      ...behaviour.sealed,
      (response, call) => {
        if (call.operation !== 'completion' || response.status !== 200) return response
        const { onDelivered } = response
        return {
          ...(call.streams ? response : deliveredAs(response, { before: [{ wait: SLOW }] })),
          onDelivered: (bytes, aborted, content) => {
            if (aborted) leaves(response, call)
            onDelivered?.(bytes, aborted, content)
          },
        }
      },
    ],
  }
}
