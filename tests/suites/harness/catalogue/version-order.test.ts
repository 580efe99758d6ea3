import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions, isEarlierBuild } from '../../../../suites/harness/catalogue/version-order.ts'

for (const [one, other, sign] of [
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
] as const)
  test(`'${one}' and '${other}': ${sign === undefined ? 'not comparable' : ['earlier', 'the same', 'later'][sign + 1]}`, () => {
    const found = compareVersions(one, other)
    assert.equal(found && Math.sign(found), sign)
    const back = compareVersions(other, one)
    // Adding 0 turns -0 into 0.
    assert.equal(back && Math.sign(back) + 0, sign && 0 - sign)
  })

/** In ascending order. */
const builds = ['0.1.9', '0.2.0-dev', '0.2.0-dev.20261124182716', '0.2.0-dev.20261124182717', '0.2.0', '0.10.0-dev.1']
test('orders builds, and treats a version of another form as the earliest', () => {
  for (const [at, one] of builds.entries()) {
    for (const [place, other] of builds.entries())
      assert.equal(isEarlierBuild(one, other), at < place, `${one} ${other}`)
    assert.equal(isEarlierBuild('0.2.0-rc.1', one), true)
  }
})
