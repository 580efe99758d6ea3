import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decodeBeginning, decodeContent, mayHide } from '../../../../suites/harness/client/content-encoding.ts'

const TEXT = Buffer.from('{"object":"list","data":[]}')
const MAX = 1024

test('decodes compressed content, and reports the claimed encoding of content that is not compressed', () => {
  assert.deepEqual(decodeContent(gzipSync(TEXT), 'gzip', MAX), { bytes: TEXT, unpacked: true })
  assert.deepEqual(decodeContent(gzipSync(gzipSync(TEXT)), 'gzip, GZIP', MAX), { bytes: TEXT, unpacked: true })
  assert.deepEqual(decodeContent(TEXT, 'gzip', MAX), { bytes: TEXT, unpacked: false, stuck: 'gzip' })
  assert.deepEqual(decodeContent(TEXT, 'br', MAX), { bytes: TEXT, unpacked: false, stuck: 'br' })
})

test('accepts any encoding of an empty response', () =>
  assert.deepEqual(decodeContent(Buffer.alloc(0), 'gzip', MAX), { bytes: Buffer.alloc(0), unpacked: true }))

test('ignores an unknown encoding if the content is text', () => {
  assert.equal(decodeContent(TEXT, 'utf-8', MAX).stuck, undefined)
  assert.equal(decodeContent(gzipSync(TEXT), 'snappy', MAX).stuck, 'snappy')
})

test('does not decode an implausible number of encodings', () => {
  const many = Array.from({ length: 1000 }, () => 'gzip').join(',')
  const packed = gzipSync(TEXT)
  assert.equal(decodeContent(packed, many, MAX).unpacked, false)
  assert.equal(decodeBeginning(packed, many, MAX), undefined)
  let looks = 0
  const look = (): boolean => {
    looks += 1
    return false
  }
  assert.ok(mayHide(packed, many, MAX, look))
  assert.equal(looks, 0)
})

test('content above our limit is not reported as a fault of the gateway', () => {
  const { stuck, tooLarge } = decodeContent(gzipSync(Buffer.alloc(MAX + 1)), 'gzip', MAX)
  assert.deepEqual([stuck, tooLarge], [undefined, true])
})
