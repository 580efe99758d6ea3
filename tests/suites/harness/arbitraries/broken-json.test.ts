import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bodiesToBreak,
  brokenJson,
  FAMILIES,
  validMembers,
} from '../../../../suites/harness/arbitraries/broken-json.ts'
import { membersOf } from '../members.ts'

const bodies = bodiesToBreak({ model: 'svc/a', max_tokens: 1, ...validMembers })
const placesOf = (pattern: RegExp) => bodies.flatMap((body) => [...JSON.stringify(body).matchAll(pattern)])

for (const [family, edits] of Object.entries(FAMILIES))
  test(`each edit breaks the JSON at each of its places: ${family}`, () => {
    for (const [pattern, replacement] of edits) {
      const places = placesOf(pattern)
      assert.ok(places.length > 0, String(pattern))
      for (const { index, input: valid, 0: found } of places) {
        const text = valid.slice(0, index) + replacement + valid.slice(index + found.length)
        assert.throws(() => JSON.parse(text), SyntaxError, text)
      }
    }
  })

test('a seed draws different edits of each family, and many seeds draw every edit', () => {
  const drawn = Array.from({ length: 400 }, (_, seed) => brokenJson(bodies, seed))
  for (const texts of drawn) {
    const first = texts.filter(({ number }) => number === 1)
    assert.deepEqual(membersOf(first, 'family'), Object.keys(FAMILIES))
    assert.equal(new Set(membersOf(texts, 'text')).size, texts.length)
  }
  assert.deepEqual(brokenJson(bodies, 7), drawn[7])
  for (const [family, edits] of Object.entries(FAMILIES)) {
    const texts = new Set(drawn.flat().flatMap((each) => (each.family === family ? each.text : [])))
    const places = edits.reduce((sum, [pattern]) => sum + placesOf(pattern).length, 0)
    assert.ok(texts.size >= Math.min(places, edits.length), `${family}: ${texts.size}`)
  }
})

test('about half of the edits of any seed are in requests for streams, also those after the JSON', () => {
  for (const seed of Array(100).keys()) {
    const drawn = brokenJson(bodies, seed)
    const streamed = drawn.filter(({ body }) => body.stream === true)
    assert.ok(streamed.length >= drawn.length / 3 && streamed.length <= (drawn.length * 2) / 3, `seed ${seed}`)
    assert.ok(
      streamed.some(({ body, text }) => text.startsWith(JSON.stringify(body))),
      `seed ${seed}`,
    )
  }
})

test('a run without a limit of tokens draws each family as well', () => {
  const texts = Array.from({ length: 40 }, (_, seed) =>
    brokenJson(bodiesToBreak({ model: 'svc/a', ...validMembers }), seed),
  ).flat()
  assert.equal(new Set(membersOf(texts, 'family')).size, Object.keys(FAMILIES).length)
})

test('uses the families that a smaller body has a match for', () => {
  const { top_p: _, ...rest } = validMembers
  const drawn = brokenJson(bodiesToBreak({ model: 'svc/a', max_tokens: 1, ...rest }), 7)
  const left = Object.keys(FAMILIES).filter((family) => !drawn.some((each) => each.family === family))
  assert.deepEqual(left, ['other quotes around a name'])
})
