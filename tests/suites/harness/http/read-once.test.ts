import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../../../suites/harness/http/exchange.ts'
import { readOnce } from '../../../../suites/harness/http/read-once.ts'

const answerOf = (text: string): Answer => ({ body: Buffer.from(text) }) as unknown as Answer

/** How often bodies are read that are asked for twice, all of them one after the other. */
function readsOf(answers: readonly Answer[], reading = readOnce(({ length }) => ({ length }))): number {
  const first = answers.map(reading)
  return answers.length + answers.filter((answer, at) => reading(answer) !== first[at]).length
}

test('bodies of a usual run are read once', () => {
  assert.equal(readsOf(Array.from({ length: 900 }, (_, at) => answerOf(`{"choices":[${at}],"usage":{}}\n`))), 900)
})

test('readings of bodies with very many lines or values do not gather: they are made again', () => {
  for (const piece of ['data:{}\n\n', '[],', '{"a":', '\r', '1,'])
    assert.equal(readsOf(Array.from({ length: 20 }, (_, at) => answerOf(`${piece.repeat(20_000)}${at}`))), 40, piece)
})

test('after them, other bodies are read once again', () => {
  const reading = readOnce(({ length }) => ({ length }))
  readsOf(
    Array.from({ length: 20 }, () => answerOf('[],'.repeat(20_000))),
    reading,
  )
  const usual = Array.from({ length: 100 }, (_, at) => answerOf(`{"data":[${at}]}`))
  assert.equal(readsOf(usual, reading), 100)
})
