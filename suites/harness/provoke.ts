import type { Lab } from './lab.ts'
import { complete, type Plan } from './request.ts'
import type { State } from './target.ts'

/** A completion that provokes a state, as the target file says: by key, model or request headers. */
export function provoked(lab: Lab, state: State, set: Record<string, unknown> = {}): Plan {
  const { role, model, headers } = lab.provocation(state)
  const plan = complete(lab.body({ ...set, ...(model === undefined ? {} : { model }) }), { role })
  return { ...plan, headers: [...plan.headers, ...headers] }
}
