import { deliveredAs, type Part, whenOver } from '../../core/http.ts'
import type { Apply } from '../deviation.ts'
import { type InTransit, withSealed } from './in-transit.ts'
import { onCompletions } from './when.ts'

/** Milliseconds by which completions, and streams after their first event, are delayed so that callers can abort. */
const SLOW = 200

function* afterTheFirst([first = '', ...rest]: readonly string[]): Generator<Part> {
  yield first
  yield { wait: SLOW }
  yield* rest
}

/** Returns the next completion whose caller aborted it; each is returned only once. Undefined if there is none. */
export type Next = () => InTransit | undefined

/** Slows down completions, and applies a deviation that can react to those that were aborted. */
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
