import { deliveredAs, type HttpResponse, whenOver } from '../../core/http.ts'
import type { Behaviour, Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import type { When } from './when.ts'

/** Milliseconds to hold responses, so that responses to concurrent requests are in transit at the same time. */
const HELD = 40

/** A response that its caller has not received yet. */
export interface InTransit {
  readonly response: HttpResponse
  readonly call: Call
}

/** Edits a response using another one in transit. Returns undefined if there is nothing to edit. */
export type Edit = (
  both: InTransit & { readonly other: HttpResponse; readonly neighbour: Call },
) => HttpResponse | undefined

/** Edits responses while other responses of the same kind are in transit. */
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

/** Keeps `inTransit` up to date with the responses in transit. */
export function counting(when: When, inTransit: Set<InTransit>): Apply {
  return (behaviour) =>
    withSealed(behaviour, (response, call) =>
      when(response, call) ? sent({ response, call }, response, inTransit) : response,
    )
}

/** Adds an edit of finished responses to a behaviour. */
export function withSealed(behaviour: Behaviour, edit: Behaviour['sealed'][number]): Behaviour {
  return { ...behaviour, sealed: [...behaviour.sealed, edit] }
}

/** Holds a response, and keeps it in `inTransit` until it is over. */
function sent(entry: InTransit, response: HttpResponse, inTransit: Set<InTransit>): HttpResponse {
  inTransit.add(entry)
  const held = deliveredAs(response, { before: [{ wait: HELD }] })
  return whenOver(held, () => void inTransit.delete(entry))
}
