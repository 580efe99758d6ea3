import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Depth } from '../../../../suites/harness/catalogue/profiles.ts'
import { complete } from '../../../../suites/harness/http/request.ts'
import { Dressing, kindFor, type Sample } from '../../../../suites/harness/space/dressing.ts'
import { PLAIN_MESSAGES } from '../../../../suites/harness/space/filling.ts'

const requirement = 'request-temperature'

/** A request that is due to be refused: one of its kind may have a long text. */
const sample: Sample = {
  name: 'temperature',
  title: 'temperature 9',
  plan: complete({ model: 'svc/one', messages: PLAIN_MESSAGES, max_tokens: 16, temperature: 9 }),
  expectation: { kind: 'rejected', statuses: [400] },
  requirement,
  control: undefined,
  own: undefined,
}

describe('what is left of the space of requests', () => {
  for (const depth of [2, 3] as const satisfies readonly Depth[]) {
    it(`ends at depth ${depth}, with one long text for each kind of refusal`, () => {
      const dressing = new Dressing({ seed: 1, depth, requests: 100_000, maxTokens: 16 })
      const kind = kindFor(sample.plan, sample.expectation, requirement)
      dressing.note(kind, sample.plan, undefined, sample)
      const most = dressing.rows.length
      let sent = 0
      let long = 0
      for (const { row } of dressing.gaps()) {
        sent += 1
        if (row.text === 'long') long += 1
        assert.ok(sent <= most + 1, `${sent} requests for ${most} rows`)
      }
      assert.equal(long, 1)
    })
  }
})
