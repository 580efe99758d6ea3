import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { arbitraryBodies, mutatedBodies, validBodies } from './bodies.ts'
import { differences } from './differences.ts'
import { mockAccepts, schemaAccepts } from './readers.ts'
import { sampled } from './sampled.ts'

/** Counts verdicts, because a generator of only one kind of body would prove nothing. */
const tally = (): { accepted: number; refused: number } => ({ accepted: 0, refused: 0 })

const count = sampled(8000)

test(`schema and mock accept ${count} valid bodies`, () => {
  fc.assert(
    fc.property(validBodies, (body) => {
      assert.equal(schemaAccepts(body), true, body)
      assert.equal(mockAccepts(body), true, body)
    }),
    { numRuns: count },
  )
})

for (const [what, bodies, numRuns, least] of [
  ['mutated', mutatedBodies, count, count / 16],
  ['arbitrary', arbitraryBodies, sampled(6000), 10],
] as const) {
  test(`schema and mock agree on ${numRuns} ${what} bodies`, () => {
    const seen = tally()
    fc.assert(
      fc.property(bodies, (body) => {
        const accepted = schemaAccepts(body)
        seen[accepted ? 'accepted' : 'refused'] += 1
        assert.equal(mockAccepts(body), accepted, body)
      }),
      { numRuns },
    )
    assert.ok(seen.accepted >= least && seen.refused >= numRuns / 2, JSON.stringify(seen))
  })
}

for (const { body, schema, mock, reason } of differences) {
  test(`schema and mock differ on purpose: ${body.slice(body.indexOf('}],') + 3, -1)}`, () => {
    assert.deepEqual([schemaAccepts(body), mockAccepts(body)], [schema, mock], reason)
    assert.notEqual(schema, mock)
  })
}
