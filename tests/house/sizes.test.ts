import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Source, sources } from './sources.ts'

const MAX_LINES = 350
const SMELL = 250

type Sized = Pick<Source, 'path' | 'lines'>

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

const longIn = (sources: readonly Sized[]): string[] =>
  sources.filter(({ lines }) => lines > MAX_LINES).map(({ path, lines }) => `${path} ${lines}`)

test(`no file has more than ${MAX_LINES} lines`, (context) => {
  const long = sources.filter(({ lines }) => lines > SMELL).map(({ path, lines }) => `${path} ${lines}`)
  context.diagnostic(
    `${sources.length} files, median ${median(sources.map(({ lines }) => lines))} lines; above ${SMELL}: ${long.join(', ') || 'none'}`,
  )
  assert.deepEqual(longIn(sources), [])
})

test('a file that is too long is found', () => {
  const made = [
    { path: 'mock/a.ts', lines: MAX_LINES },
    { path: 'mock/b.ts', lines: MAX_LINES + 1 },
  ]
  assert.deepEqual(longIn(made), [`mock/b.ts ${MAX_LINES + 1}`])
})

const medianOf = (folder: string, sources: readonly Sized[]): number =>
  median(sources.filter(({ path }) => path.startsWith(folder)).map(({ lines }) => lines))

for (const folder of ['suites/', 'mock/', 'reporters/', 'cli/']) {
  test(`half of the files of ${folder} have less than 100 lines`, () => assert.ok(medianOf(folder, sources) < 100))
}

test('a folder of long files is found', () => {
  const made = [90, 100, 300].map((lines, at) => ({ path: `mock/${at}.ts`, lines }))
  assert.equal(medianOf('mock/', [...made, { path: 'cli/a.ts', lines: 1 }]), 100)
})
