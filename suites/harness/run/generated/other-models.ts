/** Listed models besides the one of the run: a gateway may apply a rule to one model and forget it for another. */

import { inDrawnOrder } from '../../arbitraries/draws.ts'
import { entryOf } from '../../http/compact.ts'
import { complete } from '../../http/request.ts'
import { accepted } from '../../judge/attempts.ts'
import { isModelId } from '../../text/model-id.ts'
import { plainBody } from '../plain-body.ts'
import type { Preflight } from '../preflight.ts'
import type { Session } from '../session/session.ts'
import { once } from '../trial.ts'

const found = new WeakMap<Session, Promise<readonly string[]>>()

/** The maximum number of models to try, since each may be unavailable for a while, and the number to continue with. */
const FEW = { candidates: 6, most: 4 } as const
/** If the run combines every three values, other models get variations as well. */
const MANY = { candidates: 16, most: 12 } as const

/** A few models that respond, drawn by the seed. Each is tried once per run. */
export const otherModels = (session: Session, preflight: Preflight): Promise<readonly string[]> =>
  entryOf(found, session, () => responding(session, preflight))

async function responding(session: Session, { listed, model, capped }: Preflight): Promise<readonly string[]> {
  const others = listed.filter((id) => id !== model && isModelId(id))
  const { candidates: tried, most } = session.variations.depth === 3 ? MANY : FEW
  const models: string[] = []
  for (const id of inDrawnOrder(others, session.seed, (id) => id).slice(0, tried)) {
    if (models.length === most) break
    const plan = complete(plainBody(id, capped ? session.target.limits.maxTokens : undefined, session.seed))
    if (accepted(await session.controls.once(plan, once)) === 'yes') models.push(id)
  }
  return models
}
