import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sitesOf, spoilable } from '../../../../suites/harness/arbitraries/requests.ts'
import type { CheckContext } from '../../../../suites/harness/run/check-context.ts'
import { controlsOf } from '../../../../suites/harness/run/generated/controls.ts'
import { mutations } from '../../../../suites/harness/run/generated/mutated.ts'

const model = 'svc/one'

/** A check context as in a run of core, from which controls and faults are drawn. */
function contextOf(seed: number): CheckContext {
  return {
    seed,
    model,
    target: { limits: { maxTokens: 16 } },
    body: (more: object = {}) => ({ model, messages: [{ role: 'user', content: 'Hello.' }], max_tokens: 16, ...more }),
    otherModels: async () => ['svc/two'],
    within: () => false,
  } as unknown as CheckContext
}

test('every rule has a fault with any seed: otherwise it would have no verdict', async () => {
  // The seed 6 once drew only streams for options that need a stream.
  for (const seed of [6, ...Array.from({ length: 30 }, (_, at) => at * 7919)]) {
    const context = contextOf(seed)
    const controls = await controlsOf(context)
    const idle = spoilable.filter((rule) => mutations(context, rule, sitesOf(rule), controls, 1, 0).length === 0)
    assert.deepEqual(idle, [], `seed ${seed}`)
  }
})
