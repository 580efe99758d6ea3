/** A short run of the file fuzzer, and proof that it finds the faults that it looks for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Files, faultOf, fuzzFiles, readers } from '../../bench/fuzz/files/fuzz.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'

const SEED = 20_261_121
const brokenOf = (kinds: readonly Files[]): string[] =>
  kinds.flatMap(({ kind, shown }) => shown.map((text) => `${kind}: ${text}`))

test('a mutated file is either valid or rejected with its location, and never printed raw', async () => {
  const kinds = await fuzzFiles({ files: 2_100, seed: SEED, anyEach: 1 })
  assert.deepEqual(brokenOf(kinds), [])
  assert.equal(kinds.length, 7)
  for (const { kind, read, valid } of kinds) {
    assert.ok(read > 200, `${kind}: ${read}`)
    // Some must be valid: a reader that refuses every file at its first byte tests nothing.
    assert.ok(valid > 0 && valid < read, `${kind}: ${valid} of ${read} are valid`)
  }
})

test('detects a reader that crashes, and an error that names no location', async () => {
  for (const error of [new TypeError('file: x is undefined'), new UsageError('this is not a report')]) {
    const read = (): never => {
      throw error
    }
    const kinds = await fuzzFiles({ files: 60, seed: SEED, readers: { ...readers, report: { read } } })
    assert.deepEqual([...new Set(kinds.map(({ kind, broken }) => (broken > 0 ? kind : '')))].join(''), 'report')
  }
})

for (const raw of ['\u001b[2J', '\u009b2J', 'x\n::error::y', '##vso[task]', 'a\u00adb', '\u2028'])
  test(`${JSON.stringify(`file: ${raw}`)} is detected as raw`, () =>
    assert.match(faultOf(`file: ${raw}`) ?? '', /^raw: /))

test('escaped text is not raw', () => assert.equal(faultOf('file:1:2: \\x1b[2J\n  and \\u{ad}'), undefined))
