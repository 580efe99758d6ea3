/** A run before its end, for what explains its failures. */
import type { Exchange } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'
import { byName, type Transcript } from '../../judge/evidence.ts'
import type { Session } from '../session/session.ts'

export interface SoFar {
  /** Without what checks expect that have not ended. */
  readonly transcript: Transcript
  /** What was sent, by the ids of exchanges. */
  readonly plans: ReadonlyMap<string, Plan>
}

const byId = (a: Exchange, b: Exchange): number => (a.id < b.id ? -1 : 1)

export function soFarOf(session: Session): SoFar {
  const { exchanges, evidence, plans } = session
  return {
    get transcript() {
      return { exchanges: exchanges.toSorted(byId), evidence: evidence.toSorted(byName), remarks: [] }
    },
    plans,
  }
}
