/** Forged transcripts that no run writes, each with a matching certificate. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bind, certifiedRun, verified } from './certified-run.ts'

const files = await certifiedRun('smoke')

test('rejects a transcript in another order, with a repeated exchange or member, or with endless lines', async () => {
  const [head = '', first = '', second = '', ...rest] = files.transcript.trimEnd().split('\n')
  const rows: readonly (readonly [lines: readonly string[], says: RegExp])[] = [
    [[head, second, first, ...rest], /:3: .* is out of order/],
    [[head, first, first, ...rest], /:3: .* is out of order/],
    [[head, first.replace('{', '{"id":"x/1",'), second, ...rest], /:2:\d+: an object has the member "id" twice/],
    [[head, '\n'.repeat(10_000_000)], /:2:1: this is not JSON/],
    [[head, `{${'"":0,'.repeat(100_000)}"":0}`], /:2: this line is longer than any/],
  ]
  for (const [lines, says] of rows) {
    const { problems } = await verified(bind(files.report, `${lines.join('\n')}\n`))
    assert.match(problems.map(({ message }) => message).join('\n'), says)
  }
})
