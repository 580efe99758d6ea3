import { deliveredAs, type Part } from '../../core/http.ts'
import type { Apply } from '../deviation.ts'
import { type InTransit, withSealed } from './in-transit.ts'
import { whenOver } from './responses.ts'
import { onCompletions } from './when.ts'

/** Milliseconds that a completion takes, and a stream after its first event, so that a caller can leave meanwhile. */
const SLOW = 200

function* afterTheFirst([first = '', ...rest]: readonly string[]): Generator<Part> {
  yield first
  yield { wait: SLOW }
  yield* rest
}

/** Gives each completion whose caller left before its end, once: to the first request that it changes. */
export type Next = () => InTransit | undefined

/** Adds a deviation to a gateway with slow completions. */
export function afterLeaving(deviation: (next: Next) => Apply): Apply {
  return (behaviour, emit) => {
    const left: InTransit[] = []
    const deviating = deviation(() => left.shift())(behaviour, emit)
    const slow = { ...deviating, delivery: [...deviating.delivery, afterTheFirst] }
    return withSealed(slow, (response, call) => {
      if (!onCompletions(response, call)) return response
      const sent = call.streams ? response : deliveredAs(response, { before: [{ wait: SLOW }] })
      return whenOver(sent, (_, aborted) => void (aborted && left.push({ response, call })))
    })
  }
}
