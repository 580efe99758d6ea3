import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { sources } from '../../house/sources.ts'
import { drawn } from './draw.ts'
import { groups } from './floors.ts'
import { MAX_PER_FILE, type Mutant } from './instrument.ts'
import { holds, scoreLines } from './score.ts'

const at = { line: 0, column: 0 }
const mutantOf = (group: string, path: string, id: number): Mutant => ({
  ...{ id: `${id}`, group, path, location: { start: at, end: at } },
  ...{ place: `${path}:${id}`, change: 'a  →  b', text: `${id}` },
})
const many = ['judge', 'http'].flatMap((group, first) =>
  Array.from({ length: 40 * (first + 1) }, (_, id) => mutantOf(group, `${group}/${id % 9}.ts`, id)),
)

test('mutants are drawn by the seed, evenly from the groups, and few of one file', () => {
  const sample = drawn(many, 20, 1)
  assert.deepEqual(sample, drawn(many.toReversed(), 20, 1))
  assert.notDeepEqual(sample, drawn(many, 20, 2))
  const byGroup = Object.groupBy(sample, ({ group }) => group)
  assert.deepEqual([byGroup.judge?.length, byGroup.http?.length], [10, 10])
  const all = Object.values(Object.groupBy(drawn(many, 1000, 1), ({ path }) => path))
  assert.deepEqual(new Set(all.map((same) => same?.length)), new Set([MAX_PER_FILE]))
})

test('a floor holds unless a sample is below it by more than chance', () => {
  assert.equal(holds(45, 50, 90), true)
  assert.equal(holds(42, 50, 90), true)
  assert.equal(holds(40, 50, 90), false)
  assert.equal(holds(0, 0, 90), true)
})

test('the score names the survivors, and what no unit test executes', () => {
  const group = { name: 'judge', floor: 90, folders: [] }
  const [dead, left] = [mutantOf('judge', 'a.ts', 1), mutantOf('judge', 'b.ts', 2)]
  const killed = Array.from({ length: 9 }, () => ({ mutant: dead, killedBy: 'matrix', isReached: true }) as const)
  const { lines, passed } = scoreLines([...killed, { mutant: left, isReached: false }], [group])
  assert.equal(passed, true)
  assert.ok(lines.includes('judge: 90 % of 10 (unit tests 0, slow tests 0, self-run 0, matrix 9), floor 90 %'))
  assert.ok(lines.includes('  b.ts:2 (no unit test gets here)  a  →  b'))
  const lost = scoreLines(Array(10).fill({ mutant: left, isReached: true }), [group])
  assert.equal(lost.passed, false)
  assert.match(lost.lines.join('\n'), /judge: 0 % of 10 .*: BELOW/)
})

test('each folder of a group has files, and its floor is a percentage', () => {
  for (const { name, floor, folders, slow = [] } of groups) {
    for (const path of slow) assert.ok(existsSync(path), path)
    assert.ok(floor >= 0 && floor <= 100, name)
    for (const folder of folders)
      assert.ok(
        sources.some(({ path }) => path.startsWith(`${folder}/`)),
        folder,
      )
  }
})
