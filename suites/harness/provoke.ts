import type { Lab } from './lab.ts'
import { complete, type Plan } from './request.ts'
import type { State } from './target.ts'

/**
 * A completion that provokes a state, as the target file says: by key, model or request headers. A key
 * of its own may belong to a project with a catalog of its own, so the model is taken from there.
 */
export async function provoked(lab: Lab, state: State, set: Record<string, unknown> = {}): Promise<Plan> {
  const { role, model, headers } = lab.provocation(state)
  const plan = complete(lab.body({ ...set, model: model ?? (await lab.modelOf(role)) }), { role })
  return { ...plan, headers: [...plan.headers, ...headers] }
}
