import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './sources.ts'

const MOST_LINES = 350
const SMELL = 250
/** Tables of rows, which the formatter spreads: reading one row takes no reading of the others. */
const TABLES = /^tests\/adversary\/red-team\/(breaches|oddities)\//

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

test(`no file has more than ${MOST_LINES} lines`, (context) => {
  const long = sources.filter(({ lines }) => lines > SMELL).map(({ path, lines }) => `${path} ${lines}`)
  context.diagnostic(
    `${sources.length} files, median ${median(sources.map(({ lines }) => lines))} lines; above ${SMELL}: ${long.join(', ') || 'none'}`,
  )
  assert.deepEqual(
    sources
      .filter(({ path, lines }) => lines > MOST_LINES && !TABLES.test(path))
      .map(({ path, lines }) => `${path} ${lines}`),
    [],
  )
})

for (const folder of ['suites/', 'mock/', 'reporters/', 'cli/']) {
  test(`half of the files of ${folder} have less than 100 lines`, () => {
    assert.ok(median(sources.filter(({ path }) => path.startsWith(folder)).map(({ lines }) => lines)) < 100)
  })
}
