/** The short form of the fuzz of files, and proof that it sees what it is there for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Files, faultOf, fuzzFiles } from '../../bench/fuzz/files/fuzz.ts'
import { readers } from '../../bench/fuzz/files/readers.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'

const SEED = 20_261_121
const brokenOf = (kinds: readonly Files[]): string[] =>
  kinds.flatMap(({ kind, shown }) => shown.map((text) => `${kind}: ${text}`))

test('mutated files of each kind that commands read are valid, or reported with their location and nothing raw', async () => {
  const kinds = await fuzzFiles({ files: 2_100, seed: SEED, anyEach: 1 })
  assert.deepEqual(brokenOf(kinds), [])
  assert.equal(kinds.length, 7)
  for (const { kind, read, valid } of kinds) {
    assert.ok(read > 200, `${kind}: ${read}`)
    // Neither all nor nothing: what is always refused at its first byte was not read.
    assert.ok(valid > 0 && valid < read, `${kind}: ${valid} of ${read} are valid`)
  }
})

test('a reader that breaks, and one that names no place, are found out', async () => {
  for (const error of [new TypeError('file: x is undefined'), new UsageError('this is not a report')]) {
    const read = (): never => {
      throw error
    }
    const kinds = await fuzzFiles({ files: 60, seed: SEED, readers: { ...readers, report: { read } } })
    assert.deepEqual([...new Set(kinds.map(({ kind, broken }) => (broken > 0 ? kind : '')))].join(''), 'report')
  }
})

for (const raw of [
  'file: \u001b[2J',
  'file: \u009b2J',
  'file: x\n::error::y',
  'file: ##vso[task]',
  'file: a\u00adb',
  'file: \u2028',
])
  test(`${JSON.stringify(raw)} is found out as raw`, () => assert.match(faultOf(raw) ?? '', /^raw: /))

test('what is escaped is not raw', () => assert.equal(faultOf('file:1:2: \\x1b[2J\n  and \\u{ad}'), undefined))
