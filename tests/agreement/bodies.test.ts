import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { arbitraryBodies, mutatedBodies, validBodies } from './bodies.ts'
import { differences } from './differences.ts'
import { mockAccepts, schemaAccepts } from './readers.ts'
import { sampled } from './sampled.ts'

/** How often each verdict occurred: a generator that only ever makes one kind of body proves nothing. */
const tally = (): { accepted: number; refused: number } => ({ accepted: 0, refused: 0 })

const count = sampled(8000)

test(`${count} valid bodies are accepted by schema and mock`, () => {
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
  test(`${numRuns} ${what} bodies are accepted by schema and mock alike, or by neither`, () => {
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
