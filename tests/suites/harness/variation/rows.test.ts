import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complete, listModels, type Plan } from '../../../../suites/harness/http/request.ts'
import { varied } from '../../../../suites/harness/variation/apply.ts'
import { callersOf, familyNames } from '../../../../suites/harness/variation/callers.ts'
import {
  callerIn,
  dimensionNames,
  dimensions,
  plainRow,
  type Row,
  TRACING,
} from '../../../../suites/harness/variation/dimensions.ts'
import { rowsOf } from '../../../../suites/harness/variation/rows.ts'
import { orderedAs, writtenAs } from '../../../../suites/harness/variation/writing.ts'

/** Every combination of n values in a row. */
function combinations(row: Row, size: number): string[] {
  const values = dimensionNames.map((name) => `${name}: ${row[name]}`)
  const choose = (from: number, left: number): string[][] =>
    left === 0
      ? [[]]
      : values.slice(from).flatMap((value, at) => choose(from + at + 1, left - 1).map((rest) => [value, ...rest]))
  return choose(0, size).map((parts) => parts.join(' + '))
}

/** The number of all combinations. */
function all(size: number): number {
  const counts = dimensionNames.map((name) => dimensions[name].length)
  const sum = (from: number, left: number): number =>
    left === 0 ? 1 : counts.slice(from).reduce((total, count, at) => total + count * sum(from + at + 1, left - 1), 0)
  return sum(0, size)
}

for (const seed of [1, 20_261_121, 2 ** 40]) {
  test(`few rows have every pair of values with the seed ${seed}`, () => {
    const rows = rowsOf(seed)
    assert.equal(new Set(rows.flatMap((row) => combinations(row, 2))).size, all(2))
    assert.ok(rows.length <= 90, String(rows.length))
  })

  test(`the first rows have every value with the seed ${seed}`, () => {
    const first = rowsOf(seed).slice(0, 10)
    assert.equal(new Set(first.flatMap((row) => combinations(row, 1))).size, all(1))
  })
}

test('every three values occur at depth 3', () =>
  assert.equal(new Set(rowsOf(1, 3).flatMap((row) => combinations(row, 3))).size, all(3)))

test('few rows close their connection, so that others are kept', () => {
  const rows = rowsOf(1)
  assert.ok(rows.filter(({ connection }) => connection === 'close').length < rows.length / 4)
})

test('the rows depend only on the seed', () => {
  assert.deepEqual(rowsOf(7), rowsOf(7))
  assert.notDeepEqual(rowsOf(7), rowsOf(8))
})

const body = {
  model: 'svc/a',
  messages: [{ role: 'user', content: 'He said: "a, {b}".' }],
  max_tokens: 16,
  stop: ['}'],
}

for (const writing of dimensions.writing)
  test(`a body that is ${writing} has the same content`, () => {
    const text = writtenAs(JSON.stringify(body), writing)
    assert.deepEqual(JSON.parse(text), body)
    assert.equal(text === JSON.stringify(body), writing === 'compact')
  })

for (const order of dimensions.order)
  test(`a body whose order is ${order} has the same content`, () => {
    const text = orderedAs(JSON.stringify(body), order)
    assert.deepEqual(JSON.parse(text), body)
    assert.equal(text === JSON.stringify(body), order === 'usual')
  })

test('about half of the bodies in another order begin with the token limit, the others with another member', () => {
  const text = JSON.stringify({ model: 'svc/a', messages: [], max_tokens: 16 })
  const firsts = Array.from({ length: 200 }, (_, turn) => /\w+/.exec(orderedAs(text, 'rotated', turn))?.[0])
  const count = (name: string): number => firsts.filter((first) => first === name).length
  assert.equal(count('messages') + count('max_tokens'), firsts.length)
  assert.ok(count('messages') > 30 && count('max_tokens') > 100, `${count('messages')}`)
})

test('the form spaced is that of json.dumps in Python', () =>
  assert.equal(writtenAs('{"a":["ü","\\u00fc🌍"]}', 'spaced'), '{"a": ["\\u00fc", "\\u00fc\\ud83c\\udf0d"]}'))

test('keeps the literals of numbers', () => {
  const text = '{"max_tokens":9223372036854775807,"n":1.0}'
  for (const writing of ['indented', 'spaced'] as const)
    assert.match(writtenAs(text, writing), /9223372036854775807[\s\S]*1\.0|1\.0[\s\S]*9223372036854775807/)
  for (const order of dimensions.order)
    assert.match(orderedAs(text, order), /9223372036854775807.*1\.0|1\.0.*9223372036854775807/)
})

test('each recorded client is in the rows of some seed, and at depth 3 complete in every seed', () => {
  const all = familyNames.flatMap((family) => callersOf(family).map(({ name }) => name))
  const seeds = Array.from({ length: 8 }, (_, seed) => rowsOf(seed))
  const met = new Set(seeds.flat().map((row) => callerIn(row)?.name))
  const missing = all.filter((name) => !met.has(name))
  assert.deepEqual(missing, [])
  const pydantic = rowsOf(1, 3).filter(({ caller }) => caller === 'Python/pydantic-ai')
  const head = { 'content-type': 'application/json', spelling: 'of the client', connection: 'reuse' } as const
  const rest = { accept: 'application/json', 'accept-encoding': 'gzip, deflate', order: 'rotated' } as const
  const whole = { ...head, ...rest, limit: 'max_completion_tokens', include_usage: 'true' } as const
  const names = Object.keys(whole) as (keyof typeof whole)[]
  assert.ok(pydantic.some((row) => names.every((name) => row[name] === whole[name])))
})

test('the tracing headers of a request have different ids, and only a list has an idempotency key', () => {
  for (const make of Object.values(TRACING)) {
    const values = make('0123456789abcdef02468ace13579bdf', 0).map(([, value]) => value)
    assert.equal(new Set(values).size, values.length)
  }
  const row = { ...plainRow, tracing: 'x-correlation-id' } as const
  const hasKey = (plan: Plan): boolean =>
    varied(plan, row, { salt: 'x', maxTokens: 4 }).headers.some(([name]) => name === 'idempotency-key')
  assert.deepEqual([listModels(), complete({})].map(hasKey), [true, false])
})
