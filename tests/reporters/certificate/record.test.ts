/** Records that no run has written, bound to a certificate as a forger would. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bind, certifiedRun, verified } from './certified-run.ts'

const files = await certifiedRun('smoke')

test('a record in another order, with an exchange or a member twice, or with endless lines is not the record of a run', async () => {
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
