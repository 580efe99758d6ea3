import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQR from 'qr/decode.js'
import { qrCode } from '../../../reporters/html/parts/first-screen/statement.ts'

/** Pixels per module. */
const SCALE = 4

/** The text that a phone reads from the SVG. */
function textIn(picture: string): string {
  const [, side = ''] = /viewBox="0 0 (\d+) \1"/.exec(picture) ?? []
  const width = Number(side) * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y, length] of picture.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = 0; row < SCALE; row += 1) {
      const start = (Number(y) * SCALE + row) * width + Number(x) * SCALE
      for (let at = start; at < start + Number(length) * SCALE; at += 1) data.set([0, 0, 0], at * 4)
    }
  return decodeQR({ width, height: width, data })
}

const texts = ['a', `sha256:${'0123456789abcdef'.repeat(4)}\nhttps://gateway.example.com/ünïcode`, 'x'.repeat(210)]

for (const text of texts)
  test(`the picture of a text of ${text.length} characters can be read, and has a description`, () => {
    const { text: picture } = qrCode(text, 'A & B')
    assert.equal(textIn(picture), text)
    assert.match(picture, /aria-label="A &amp; B"/)
  })

test('a text that is too long is cut', () => assert.equal(textIn(qrCode('y'.repeat(400), '').text), 'y'.repeat(210)))

test('the margin has four modules', () => {
  const { text: picture } = qrCode('a', '')
  const runs = [...picture.matchAll(/M(\d+) (\d+)/g)]
  for (const at of [1, 2]) assert.equal(Math.min(...runs.map((run) => Number(run[at]))), 4)
})
