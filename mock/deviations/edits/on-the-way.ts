import type { Answer } from '../../core/http.ts'
import { deliveredAs } from '../../core/http.ts'
import type { Behaviour, Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import type { When } from './when.ts'

/** Milliseconds for which answers are held: requests that come together are then on their way together. */
const HELD = 40

/** An answer that is on its way to its caller. */
export interface OnTheWay {
  readonly answer: Answer
  readonly call: Call
}

/** Edits answers while others of their sort are on their way; undefined says that this neighbour gives nothing to edit. */
export function editBeside(
  when: When,
  change: (answer: Answer, call: Call, neighbour: OnTheWay) => Answer | undefined,
): Apply {
  return (behaviour, emit) => {
    const onTheWay = new Set<OnTheWay>()
    return withSealed(behaviour, (answer, call) => {
      if (!when(answer, call)) return answer
      const neighbour = [...onTheWay].at(-1)
      const edited = neighbour && change(answer, call, neighbour)
      if (edited) emit()
      return sent({ answer, call }, edited ?? answer, onTheWay)
    })
  }
}

/** Keeps account of the answers that are on their way. */
export function counting(behaviour: Behaviour, when: When, onTheWay: Set<OnTheWay>): Behaviour {
  return withSealed(behaviour, (answer, call) =>
    when(answer, call) ? sent({ answer, call }, answer, onTheWay) : answer,
  )
}

function withSealed(behaviour: Behaviour, edit: Behaviour['sealed'][number]): Behaviour {
  return { ...behaviour, sealed: [...behaviour.sealed, edit] }
}

/** Holds an answer, and strikes it off when it is out. */
function sent(entry: OnTheWay, answer: Answer, onTheWay: Set<OnTheWay>): Answer {
  onTheWay.add(entry)
  const { onDelivered } = answer
  return {
    ...deliveredAs(answer, { before: [{ wait: HELD }] }),
    onDelivered: (...args) => {
      onTheWay.delete(entry)
      onDelivered?.(...args)
    },
  }
}
