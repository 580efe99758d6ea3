import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { excessInJson, faultOfJson } from '../../../../suites/harness/text/json-fault.ts'

for (const [text, offset, expected] of [
  ['', 0, 'a value'],
  ['nul', 0, 'a value'],
  ['\ufeff{}', 0, 'a value'],
  ['{"a":1,}', 7, 'a name in double quotes'],
  ['{a:1}', 1, 'a name in double quotes or }'],
  ['{"a",1}', 4, 'a colon'],
  ['[1 2]', 3, 'a comma or ]'],
  ['[1,2', 4, 'a comma or ]'],
  ['{"a": "b\nc"}', 6, 'a value'],
  ['{}{}', 2, 'nothing more'],
] as const)
  test(`${JSON.stringify(text)} breaks at ${offset}`, () =>
    assert.deepEqual(faultOfJson(text), { offset, message: `this is not JSON: expected ${expected} here` }))

const piece = fc.oneof(
  fc.json(),
  fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '1', '-', '.', 'e5', 'tru', '"a"', '\u2028'),
)

test('finds a position in invalid JSON, at or before that of Node, and none in valid JSON', () => {
  const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
    const text = pieces.join('')
    const said = saidByNode(text)
    const fault = faultOfJson(text)
    assert.equal(fault === undefined, said === undefined)
    const [, position] = /position (\d+)/.exec(said ?? '') ?? []
    if (position !== undefined) assert.ok((fault?.offset ?? 0) <= Number(position))
  })
  fc.assert(property, { numRuns: 2000, seed: 1 })
})

function saidByNode(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('counts only open brackets as depth', () => {
  assert.equal(excessInJson(`["${'['.repeat(5000)}\\"[",${'[],'.repeat(5000)}0]`), undefined)
  assert.equal(excessInJson('['.repeat(1000)), undefined)
  assert.equal(excessInJson(`[0,${'{"a":'.repeat(1001)}`)?.offset, 3 + 999 * 5)
})
