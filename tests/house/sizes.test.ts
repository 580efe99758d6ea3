import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFaults, listVariants } from '../../mock/index.ts'
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

test('finds a file that is too long', () => {
  const made = [
    { path: 'mock/a.ts', lines: MAX_LINES },
    { path: 'mock/b.ts', lines: MAX_LINES + 1 },
  ]
  assert.deepEqual(longIn(made), [`mock/b.ts ${MAX_LINES + 1}`])
})

const medianOf = (folder: string, sources: readonly Sized[]): number =>
  median(sources.filter(({ path }) => path.startsWith(folder)).map(({ lines }) => lines))

for (const folder of ['suites/', 'mock/', 'reporters/', 'cli/']) {
  test(`the median file of ${folder} has less than 100 lines`, () => assert.ok(medianOf(folder, sources) < 100))
}

test('finds a folder of long files', () => {
  const made = [90, 100, 300].map((lines, at) => ({ path: `mock/${at}.ts`, lines }))
  assert.equal(medianOf('mock/', [...made, { path: 'cli/a.ts', lines: 1 }]), 100)
})

/** The maximum lines of TypeScript in a folder, rounded up from its size. To raise one, say why in the commit. */
const BUDGET: Readonly<Record<string, number>> = {
  'schemas/': 715,
  'suites/': 26_912,
  'mock/': 18_428,
  'reporters/': 5_142,
  'cli/': 10_185,
  'packaging/': 550,
  'bench/': 4_170,
  'tests/': 62_423,
}

/** Lines per fault or variant, including the rest of its files. */
const LINES_PER_ROW = 3.5

const linesIn = (folder: string, all: readonly Sized[]): number =>
  all.filter(({ path }) => path.startsWith(folder)).reduce((sum, { lines }) => sum + lines, 0)

const aboveBudget = (all: readonly Sized[]): string[] =>
  Object.entries(BUDGET)
    .filter(([folder, most]) => linesIn(folder, all) > most)
    .map(([folder, most]) => `${folder} ${linesIn(folder, all)}, at most ${most}`)

test('no folder grows beyond its budget', () => assert.deepEqual(aboveBudget(sources), []))

test('finds a folder beyond its budget', () => {
  assert.deepEqual(aboveBudget([{ path: 'packaging/a.ts', lines: 551 }]), ['packaging/ 551, at most 550'])
})

test(`a fault or variant takes at most ${LINES_PER_ROW} lines`, (context) => {
  const lines = linesIn('mock/deviations/faults/', sources) + linesIn('mock/deviations/variants/', sources)
  const perRow = lines / (listFaults().length + listVariants().length)
  context.diagnostic(`${perRow.toFixed(2)} lines for each`)
  assert.ok(perRow <= LINES_PER_ROW, `${perRow}`)
})
