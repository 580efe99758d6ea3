import { deliveredAs, type HttpResponse } from '../../core/http.ts'
import type { Behaviour, Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { whenOver } from './responses.ts'
import type { When } from './when.ts'

/** Milliseconds to hold responses, so that those to concurrent requests are in transit together. */
const HELD = 40

/** A response that its caller does not have yet. */
export interface InTransit {
  readonly response: HttpResponse
  readonly call: Call
}

/** Edits a response by another one in transit. Undefined: there is nothing to edit with this neighbour. */
export type Edit = (
  both: InTransit & { readonly other: HttpResponse; readonly neighbour: Call },
) => HttpResponse | undefined

/** Edits responses while others of their kind are in transit. */
export const editWhileOthers =
  (when: When) =>
  (edit: Edit): Apply =>
  (behaviour, emit) => {
    const inTransit = new Set<InTransit>()
    return withSealed(behaviour, (response, call) => {
      if (!when(response, call)) return response
      const neighbour = [...inTransit].at(-1)
      const edited = neighbour && edit({ response, call, other: neighbour.response, neighbour: neighbour.call })
      if (edited) emit()
      return sent({ response, call }, edited ?? response, inTransit)
    })
  }

/** Keeps the responses that are in transit. */
export function counting(behaviour: Behaviour, when: When, inTransit: Set<InTransit>): Behaviour {
  return withSealed(behaviour, (response, call) =>
    when(response, call) ? sent({ response, call }, response, inTransit) : response,
  )
}

/** The same behaviour with one more change of finished responses. */
export function withSealed(behaviour: Behaviour, edit: Behaviour['sealed'][number]): Behaviour {
  return { ...behaviour, sealed: [...behaviour.sealed, edit] }
}

/** Holds a response, and removes it when it is sent. */
function sent(entry: InTransit, response: HttpResponse, inTransit: Set<InTransit>): HttpResponse {
  inTransit.add(entry)
  const held = deliveredAs(response, { before: [{ wait: HELD }] })
  return whenOver(held, () => void inTransit.delete(entry))
}
