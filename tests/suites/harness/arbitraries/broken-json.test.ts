import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenJson, FAMILIES, validMembers } from '../../../../suites/harness/arbitraries/broken-json.ts'
import { membersOf } from '../members.ts'

const valid = JSON.stringify({ model: 'svc/a', max_tokens: 1, ...validMembers })

for (const [family, edits] of Object.entries(FAMILIES))
  test(`each edit breaks the JSON at each of its places: ${family}`, () => {
    for (const [pattern, replacement] of edits) {
      const places = [...valid.matchAll(pattern)]
      assert.ok(places.length > 0, String(pattern))
      for (const { index, 0: found } of places) {
        const text = valid.slice(0, index) + replacement + valid.slice(index + found.length)
        assert.throws(() => JSON.parse(text), SyntaxError, text)
      }
    }
  })

test('a seed draws different edits of each family, and many seeds draw every edit', () => {
  const drawn = Array.from({ length: 400 }, (_, seed) => brokenJson(valid, seed))
  for (const texts of drawn) {
    const first = texts.filter(({ number }) => number === 1)
    assert.deepEqual(membersOf(first, 'family'), Object.keys(FAMILIES))
    assert.equal(new Set(membersOf(texts, 'text')).size, texts.length)
  }
  assert.deepEqual(brokenJson(valid, 7), drawn[7])
  for (const [family, edits] of Object.entries(FAMILIES)) {
    const texts = new Set(drawn.flat().flatMap((each) => (each.family === family ? each.text : [])))
    const places = edits.reduce((sum, [pattern]) => sum + [...valid.matchAll(pattern)].length, 0)
    assert.ok(texts.size >= Math.min(places, edits.length), `${family}: ${texts.size}`)
  }
})

test('uses the families that a smaller body has a match for', () => {
  const { top_p: _, ...rest } = validMembers
  const drawn = brokenJson(JSON.stringify({ model: 'svc/a', max_tokens: 1, ...rest }), 7)
  const left = Object.keys(FAMILIES).filter((family) => !drawn.some((each) => each.family === family))
  assert.deepEqual(left, ['other quotes around a name'])
})
