/** Models that nobody lists, under names that a gateway may have a special case for. */
import fc from 'fast-check'
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { unlistedNames } from '../../arbitraries/model-names.ts'
import { complete } from '../../http/request.ts'
import type { CheckContext } from '../check-context.ts'
import { insistent } from '../patience.ts'

/** Names that core tries, and those of each family that are looked at before one is sent. */
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
  const chosen = spreadOver(candidates, size, ({ family, model, stream }) => ({
    first: [family, model],
    due: [],
    others: [stream ? 'streamed' : 'not streamed'],
  }))
  for (const [at, { family, model, stream }] of chosen.entries()) {
    const twin = context.body(stream ? { stream: true } : {})
    const control = complete(twin)
    await context.try(
      `generated ${at + 1}: a model ${family}${stream ? ', streamed' : ''}: ${model.slice(0, 60)}`,
      complete({ ...twin, model }),
      { kind: 'rejected', statuses: [404], fields: ['model'] },
      { patience: insistent(control), control },
    )
  }
}
