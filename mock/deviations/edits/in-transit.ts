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

/** Edits responses while others of their kind are in transit. Undefined: there is nothing to edit with this neighbour. */
export function editWhileOthers(
  when: When,
  change: (answer: Answer, call: Call, neighbour: InTransit) => Answer | undefined,
): Apply {
  return (behaviour, emit) => {
    const inTransit = new Set<InTransit>()
    return withSealed(behaviour, (answer, call) => {
      if (!when(answer, call)) return answer
      const neighbour = [...inTransit].at(-1)
      const edited = neighbour && change(answer, call, neighbour)
      if (edited) emit()
      return sent({ answer, call }, edited ?? answer, inTransit)
    })
  }
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
