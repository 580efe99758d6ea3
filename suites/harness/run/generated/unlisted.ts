/** Unlisted models, under names that a gateway may treat specially. */
import fc from 'fast-check'
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { unlistedNames } from '../../arbitraries/model-names.ts'
import { complete } from '../../http/request.ts'
import type { Ask, CheckContext } from '../check-context.ts'
import { forInvalid } from '../retry-policy.ts'

/** The names that core tries, and the names of each family to choose from. */
const IN_CORE = 3
const EACH = 4

export async function tryUnlisted(context: CheckContext): Promise<void> {
  const { listed } = context.preflight
  const families = Object.entries(unlistedNames(context.model))
  const candidates = families.flatMap(([family, names]) =>
    fc
      .sample(fc.record({ model: names, stream: fc.boolean() }), {
        seed: seedFor(context.seed, `unlisted ${family}`),
        numRuns: EACH,
      })
      .filter(
        ({ model }) => model !== context.model && model !== context.target.models.foreign && !listed.includes(model),
      )
      .map((drawn) => ({ ...drawn, family })),
  )
  const size = (context.within('full') ? families.length : IN_CORE) * context.runs
  const chosen = spreadOver(candidates, size + families.length, ({ family, model, stream }) => ({
    first: [family, model],
    second: [],
    others: [stream ? 'streamed' : 'not streamed'],
  })).map(({ family, model, stream }, at): Ask => {
    const control = context.body(stream ? { stream: true } : {})
    return {
      title: `generated ${at + 1}: a model ${family}${stream ? ', streamed' : ''}: ${model.slice(0, 60)}`,
      plan: complete({ ...control, model }),
      expectation: { kind: 'rejected', statuses: [404], fields: ['model'] },
      control: complete(control),
    }
  })
  // The variation plan may send the others where it needs a request that expects 404.
  context.offer(chosen.slice(size))
  for (const { title, plan, expectation, control } of chosen.slice(0, size))
    await context.try(title, plan, expectation, { retry: forInvalid(control), control })
}
