import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Depth } from '../../../../suites/harness/catalogue/profiles.ts'
import { complete } from '../../../../suites/harness/http/request.ts'
import { plainBody } from '../../../../suites/harness/run/plain-body.ts'
import { dimensions } from '../../../../suites/harness/variation/dimensions.ts'
import { kindFor, type Sample, VariationPlan } from '../../../../suites/harness/variation/plan.ts'

const requirement = 'request-temperature'

/** An invalid request; one of its kind may have a long text. */
const sample: Sample = {
  name: 'temperature',
  title: 'temperature 9',
  plan: complete({ ...plainBody('svc/one', 16, 1), temperature: 9 }),
  expectation: { kind: 'rejected', statuses: [400] },
  requirement,
  control: undefined,
  own: undefined,
}

describe('the rest of the variation plan', () => {
  for (const depth of [2, 3] as const satisfies readonly Depth[])
    it(`ends at depth ${depth}, with one long text for each kind of refusal`, () => {
      const variations = new VariationPlan({ seed: 1, depth, requests: 100_000, maxTokens: 16 })
      const kind = kindFor(sample.plan, sample.expectation, requirement)
      variations.note(kind, sample.plan, undefined, sample)
      const most = variations.rows.length
      let sent = 0
      let long = 0
      for (const { row } of variations.gaps(true)) {
        sent += 1
        if (row.text === 'long') long += 1
        assert.ok(sent <= most + 1, `${sent} requests for ${most} rows`)
      }
      assert.equal(long, 1)
    })

  it('covers each value in an opened kind, and no other kind', () => {
    const variations = new VariationPlan({ seed: 1, depth: 3, requests: 100_000, maxTokens: 16 })
    const plan = complete(plainBody('svc/two', 16, 1))
    variations.open('a completion of svc/two', { ...sample, plan, expectation: { kind: 'accepted' } })
    const gaps = [...variations.gaps(true)]
    assert.deepEqual(new Set(gaps.map(({ kind }) => kind)), new Set(['a completion of svc/two']))
    for (const name of ['client', 'conversation', 'stop'] as const)
      assert.deepEqual(new Set<string>(gaps.map(({ row }) => row[name])), new Set(dimensions[name]))
    assert.ok(gaps.length < 20, `${gaps.length} requests`)
  })
})
