import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  frameOfModules,
  modulesOf,
  pathThrough,
  product,
  qrCode,
} from '../../../reporters/html/parts/first-screen/qr-code.ts'

/** Bytes of data and of correction in each of the five blocks of version 10, level M. */
const LENGTHS = [43, 43, 43, 43, 44]
const CORRECTION = 26

/** Decodes the modules like a phone, without error correction. @returns each block, data first */
function blocksOf(modules: readonly (readonly boolean[])[]): number[][] {
  const bits = [...pathThrough(frameOfModules())].map(([x, y]) => (modules[y]?.[x] === ((x + y) % 2 !== 0) ? '1' : '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const blocks: number[][] = LENGTHS.map(() => [])
  for (let at = 0; at < 44; at += 1)
    for (const [index, length] of LENGTHS.entries()) if (at < length) blocks[index]?.push(bytes.shift() ?? -1)
  for (let at = 0; at < CORRECTION; at += 1) for (const block of blocks) block.push(bytes.shift() ?? -1)
  assert.deepEqual(bytes, [])
  return blocks
}

function textIn(blocks: readonly (readonly number[])[]): string {
  const data = blocks.flatMap((block, index) => block.slice(0, LENGTHS[index]))
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  assert.equal(bits.slice(0, 4), '0100', 'bytes')
  const length = Number.parseInt(bits.slice(4, 20), 2)
  return Buffer.from((bits.slice(20).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    .subarray(0, length)
    .toString()
}

const MAX_BYTES = 213
const texts = [
  'a',
  `sha256:${'0123456789abcdef'.repeat(4)}\nhttps://gateway.example.com/ünïcode`,
  'x'.repeat(MAX_BYTES),
]

for (const text of texts)
  test(`a code of ${Buffer.byteLength(text)} bytes decodes to its text, and its blocks have a valid correction`, () => {
    const blocks = blocksOf(modulesOf(text))
    assert.equal(textIn(blocks), text)
    for (const block of blocks) {
      let root = 1
      for (let power = 0; power < CORRECTION; power += 1) {
        assert.equal(
          block.reduce((sum, byte) => product(sum, root) ^ byte, 0),
          0,
          `power ${power}`,
        )
        root = product(root, 2)
      }
    }
  })

test('truncates a text that is too long', () =>
  assert.equal(textIn(blocksOf(modulesOf('y'.repeat(400)))), 'y'.repeat(MAX_BYTES)))

test('a wrong module changes its block', () => {
  const modules = modulesOf('a')
  const [[x, y] = [0, 0]] = [...pathThrough(frameOfModules())].slice(99)
  const changed = modules.map((row, at) => row.map((dark, column) => (at === y && column === x ? !dark : dark)))
  assert.notDeepEqual(blocksOf(changed), blocksOf(modules))
})

test('there are finder patterns in three corners, and nowhere else', () => {
  const modules = modulesOf('a')
  const isFinder = (left: number, top: number): boolean =>
    [...Array(7).keys()].every((y) =>
      [...Array(7).keys()].every((x) => {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
        return modules[top + y]?.[left + x] === (ring !== 2)
      }),
    )
  const found = [...Array(51).keys()].flatMap((y) =>
    [...Array(51).keys()].flatMap((x) => (isFinder(x, y) ? [[x, y]] : [])),
  )
  assert.deepEqual(found, [
    [0, 0],
    [50, 0],
    [0, 50],
  ])
})

test('the SVG has each dark module, with a margin of four modules', () => {
  const { text: picture } = qrCode('a', 'A & B')
  const [, side = ''] = /viewBox="0 0 (\d+) \1".*aria-label="A &amp; B"/.exec(picture) ?? []
  const dark = new Set<string>()
  for (const [, x, y, length] of picture.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(length); at += 1) dark.add(`${Number(x) + at - 4} ${Number(y) - 4}`)
  const modules = modulesOf('a')
  assert.equal(Number(side), modules.length + 8)
  const expected = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  assert.deepEqual([...dark].toSorted(), expected.toSorted())
})
