/** What the other checks have left open of the space of requests: each kind of answer meets every way of asking. */

import { suite } from '../harness/run/check.ts'

export const space = suite('space', [
  {
    covers: 'client-headers-tolerated',
    id: 'client-headers-tolerated.space',
    kind: 'property',
    title: 'every kind of answer, valid and refused, in every way in which real callers ask',
    extra: true,
    last: true,
    run: async (context) => {
      for (const { kind, sample, row } of context.gaps()) {
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
