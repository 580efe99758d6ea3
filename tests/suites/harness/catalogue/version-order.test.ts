import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions } from '../../../../suites/harness/catalogue/version-order.ts'

const rows: readonly (readonly [one: string, other: string, sign: number | undefined])[] = [
  ['1.0.0', '1.0.0', 0],
  ['1.0.0', '1.0.1', -1],
  ['1.10.0', '1.9.9', 1],
  ['2.0.0', '10.0.0', -1],
  ['1.0.0-2', '1.0.0-10', -1],
  ['1.1.0-1', '1.0.0-2', 1],
  ['1.0.0', '1.0.0-1', undefined],
  ['1.0', '1.0.0', undefined],
  ['1.0.0-rc', '1.0.0-1', undefined],
  ['', '1.0.0', undefined],
]
for (const [one, other, sign] of rows)
  test(`'${one}' and '${other}': ${sign === undefined ? 'not two of a kind' : ['earlier', 'the same', 'later'][sign + 1]}`, () => {
    const found = compareVersions(one, other)
    assert.equal(found && Math.sign(found), sign)
    const back = compareVersions(other, one)
    // 0 has two signs.
    assert.equal(back && Math.sign(back) + 0, sign && 0 - sign)
  })
