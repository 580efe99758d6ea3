import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decodeBeginning, decodeContent, mayHide } from '../../../../suites/harness/client/content-encoding.ts'

const TEXT = Buffer.from('{"object":"list","data":[]}')
const MOST = 1024

test('packed content is unpacked; content that is not packed is reported with the encoding that it claims', () => {
  assert.deepEqual(decodeContent(gzipSync(TEXT), 'gzip', MOST), { bytes: TEXT, unpacked: true })
  assert.deepEqual(decodeContent(gzipSync(gzipSync(TEXT)), 'gzip, GZIP', MOST), { bytes: TEXT, unpacked: true })
  assert.deepEqual(decodeContent(TEXT, 'gzip', MOST), { bytes: TEXT, unpacked: false, stuck: 'gzip' })
  assert.deepEqual(decodeContent(TEXT, 'br', MOST), { bytes: TEXT, unpacked: false, stuck: 'br' })
})

test('a response without content may name any encoding', () => {
  assert.deepEqual(decodeContent(Buffer.alloc(0), 'gzip', MOST), { bytes: Buffer.alloc(0), unpacked: true })
})

test('an unknown label is ignored if the content is text', () => {
  assert.equal(decodeContent(TEXT, 'utf-8', MOST).stuck, undefined)
  assert.equal(decodeContent(gzipSync(TEXT), 'snappy', MOST).stuck, 'snappy')
})

test('more encodings than are in use are not undone, wherever they are read', () => {
  const many = Array.from({ length: 1000 }, () => 'gzip').join(',')
  const packed = gzipSync(TEXT)
  assert.equal(decodeContent(packed, many, MOST).unpacked, false)
  assert.equal(decodeBeginning(packed, many, MOST), undefined)
  let looks = 0
  const look = (): boolean => {
    looks += 1
    return false
  }
  assert.ok(mayHide(packed, many, MOST, look))
  assert.equal(looks, 0)
})

test('content that is too large is our limit, not a fault of the gateway', () => {
  const { stuck, tooLarge } = decodeContent(gzipSync(Buffer.alloc(MOST + 1)), 'gzip', MOST)
  assert.deepEqual([stuck, tooLarge], [undefined, true])
})
