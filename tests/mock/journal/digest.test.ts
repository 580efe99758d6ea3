import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Digest } from '../../../mock/journal/digest.ts'

const KEY = 7

test('the digest of a text does not depend on the pieces in which it arrives', () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 30_000 }),
    fc.infiniteStream(fc.integer({ min: 1, max: 9000 })),
    (length, sizes) => {
      const text = Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 31) % 90))).join('')
      const inPieces = new Digest(KEY)
      for (let at = 0; at < length; ) {
        const { value: size } = sizes.next()
        inPieces.add(text.slice(at, at + size))
        at += size
      }
      assert.equal(inPieces.value, new Digest(KEY).add(text).value)
    },
  )
  fc.assert(property)
})

test('texts that differ in one early unit, or in length, have different digests', () => {
  const text = 'x'.repeat(20_000)
  const others = [`y${text.slice(1)}`, `${text}x`, text.slice(1)]
  const digests = [text, ...others].map((each) => new Digest(KEY).add(each).value)
  assert.equal(new Set(digests).size, digests.length)
})
