import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heapFlagsFor } from '../../../cli/start/heap.ts'

const SMALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=50']
const GROWING = ['--heap-growing-percent=1500']

const LINES: readonly [line: string, flags: readonly string[]][] = [
  ['run --target target.yaml', SMALL],
  ['run --profile core --base-url=https://gateway.example.com', SMALL],
  ['run', GROWING],
  ['run --profile full --out out', GROWING],
  ['run --set target', GROWING],
  ['report --target target.yaml', []],
  ['mock', []],
  ['', []],
]
for (const [line, flags] of LINES)
  test(`'${line}' runs with ${flags.join(' ') || 'no V8 flags'}`, () =>
    assert.deepEqual(heapFlagsFor(line.split(' ')), flags))
