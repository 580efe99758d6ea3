import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takesFromStrangers } from '../../../cli/start/small-heap.ts'

const LINES: readonly [line: string, strangers: boolean][] = [
  ['run --target target.yaml', true],
  ['run --profile core --base-url=https://gateway.example.com', true],
  ['run', false],
  ['run --profile full --out out', false],
  ['run --set target', false],
  ['report --target target.yaml', false],
  ['', false],
]
for (const [line, strangers] of LINES)
  test(`'${line}' ${strangers ? 'takes' : 'does not take'} what strangers send`, () =>
    assert.equal(takesFromStrangers(line.split(' ')), strangers))
