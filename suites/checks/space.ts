/** What the other checks have left open of the space of requests: each kind of answer meets every way of asking. */

import { complete, type Plan } from '../harness/http/request.ts'
import { ENOUGH } from '../harness/judge/tries.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { patient } from '../harness/run/patience.ts'
import { formOf } from '../harness/space/blame.ts'
import type { RefusedControl } from '../harness/space/dressing.ts'

export const space = suite('space', [
  {
    covers: 'client-headers-tolerated',
    id: 'client-headers-tolerated.space',
    kind: 'property',
    title: 'every kind of answer, valid and refused, in every way in which real callers ask',
    extra: true,
    last: true,
    run: async (context) => {
      for (const controls of context.dressing.refusedControls()) await lookInto(context, controls)
      if (context.dressing.depth === 3) await openOthers(context)
      for (const { kind, sample, row } of context.dressing.gaps()) {
        if (!context.hasSpare()) return
        const { plan, expectation, requirement, control, own, title } = sample
        const { evidence, findings } = await context.try(`${kind}: ${title}`, plan, expectation, {
          row,
          requirement,
          control,
          own,
          silent: true,
          patience: context.patienceFor(expectation, control),
        })
        // A limit that is over by now, or a model that is back, is no gap in what was shown of the state before.
        if (expectation.kind !== 'state' || !findings.every(({ outcome }) => outcome === 'not-evidenced'))
          context.evidence.push(evidence)
      }
    },
  },
])

/**
 * Asks for valid requests of one kind once more that were refused as controls, so that nobody has judged them. Where all are
 * accepted now, it was no matter of the dress alone, but maybe of what else was on its way: several times, it counts.
 */
async function lookInto(context: CheckContext, controls: readonly RefusedControl[]): Promise<void> {
  let passed = 0
  for (const { plan, row } of controls) {
    if (!context.hasSpare()) return
    const options = { row, requirement: formOf(plan), patience: patient }
    const { findings, also } = await context.try(titleOf(plan), plan, { kind: 'accepted' }, options)
    if (also.length === 0 && findings.every(({ outcome }) => outcome === 'pass')) passed += 1
  }
  if (passed < ENOUGH) return
  for (const { plan, exchange } of controls)
    context.evidence.push({
      check: context.check.id,
      requirement: formOf(plan),
      title: `${titleOf(plan)}, beside others`,
      exchange: exchange.id,
      expectation: { kind: 'accepted' },
      control: (await context.look(plan)).id,
    })
}

const titleOf = ({ operation, stream }: Plan): string =>
  operation === 'models' ? 'a list' : stream ? 'a plain stream' : 'a plain completion'

/** Other models, and the other project, so that they as well meet every way of asking. */
async function openOthers(context: CheckContext): Promise<void> {
  const models = (await context.otherModels()).map((model) => ({ model, role: 'valid' as const }))
  const second =
    context.target.keys.second === undefined
      ? []
      : [{ model: await context.modelOf('second'), role: 'second' as const }]
  for (const { model, role } of [...models, ...second])
    for (const stream of [false, true]) {
      const plan = complete({ ...context.body(stream ? { stream: true } : {}), model }, { role })
      const title = `${stream ? 'a stream' : 'a completion'} of ${model}`
      context.open(title, plan, 'model-listed-callable')
    }
}
