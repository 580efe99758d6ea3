import type { Answer } from '../../core/http.ts'
import { deliveredAs } from '../../core/http.ts'
import type { Behaviour, Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import type { When } from './when.ts'

/** Milliseconds to hold responses, so that those to concurrent requests are in transit together. */
const HELD = 40

/** A response that its caller does not have yet. */
export interface InTransit {
  readonly answer: Answer
  readonly call: Call
}

/** Edits a response by another one in transit. Undefined: there is nothing to edit with this neighbour. */
export type Edit = (both: InTransit & { readonly other: Answer; readonly neighbour: Call }) => Answer | undefined

/** Edits responses while others of their kind are in transit. */
export const editWhileOthers =
  (when: When) =>
  (edit: Edit): Apply =>
  (behaviour, emit) => {
    const inTransit = new Set<InTransit>()
    return withSealed(behaviour, (answer, call) => {
      if (!when(answer, call)) return answer
      const neighbour = [...inTransit].at(-1)
      const edited = neighbour && edit({ answer, call, other: neighbour.answer, neighbour: neighbour.call })
      if (edited) emit()
      return sent({ answer, call }, edited ?? answer, inTransit)
    })
  }

/** Keeps the responses that are in transit. */
export function counting(behaviour: Behaviour, when: When, inTransit: Set<InTransit>): Behaviour {
  return withSealed(behaviour, (answer, call) =>
    when(answer, call) ? sent({ answer, call }, answer, inTransit) : answer,
  )
}

function withSealed(behaviour: Behaviour, edit: Behaviour['sealed'][number]): Behaviour {
  return { ...behaviour, sealed: [...behaviour.sealed, edit] }
}

/** Holds an answer, and removes it when it is sent. */
function sent(entry: InTransit, answer: Answer, inTransit: Set<InTransit>): Answer {
  inTransit.add(entry)
  const { onDelivered } = answer
  return {
    ...deliveredAs(answer, { before: [{ wait: HELD }] }),
    onDelivered: (...args) => {
      inTransit.delete(entry)
      onDelivered?.(...args)
    },
  }
}
