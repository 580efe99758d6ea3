/** Tests that the search finds planted secrets. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { folder } from '../../cli/command.ts'
import { CANARY, PROMPT, search } from './canary.ts'
import { formsOf } from './forms.ts'
import { Search } from './searching.ts'
import { filesIn } from './unpacking.ts'

/** A zip archive with one file. */
const zip = (name: string, bytes: Buffer, level: 0 | 9): Buffer => Buffer.from(zipSync({ [name]: bytes }, { level }))

for (const [form, text] of formsOf(CANARY)) {
  test(`finds a key ${form}`, () => {
    assert.notDeepEqual(search.text('x', `before ${text} after`), [])
    assert.notDeepEqual(search.text('x', JSON.stringify(JSON.stringify({ a: text }))), [])
    assert.notDeepEqual(search.text('x', text.toUpperCase()), [])
  })
}

test('finds a secret without the rest of its key, and a prompt', () => {
  assert.notDeepEqual(search.text('x', CANARY.slice(-21)), [])
  assert.notDeepEqual(search.text('x', `{"content":"${PROMPT}"}`), [])
})

for (const before of ['', 'u', 'us', 'use', 'user:']) {
  test(`finds a key inside longer base64: after ${JSON.stringify(before)}`, () => {
    assert.notDeepEqual(search.text('x', Buffer.from(`${before}${CANARY}:x`).toString('base64')), [])
  })
}

const plain = Buffer.from(`{"a":"${CANARY}"}`)
const packings: readonly [what: string, bytes: Buffer][] = [
  ['a zip archive', zip('trace.json', plain, 9)],
  ['a zip archive that does not compress', zip('trace.json', plain, 0)],
  ['a zip archive within a zip archive', zip('outer.zip', zip('trace.json', plain, 9), 9)],
  ['a zip archive in base64 in a page', Buffer.from(`<script>x = "${zip('r', plain, 9).toString('base64')}"</script>`)],
  ['a deflated body in a transcript', Buffer.from(`{"deflated":"${deflateSync(plain).toString('base64')}"}`)],
  ['a gzip file', gzipSync(plain)],
  ['a truncated gzip file', gzipSync(plain).subarray(0, -9)],
]
for (const [what, bytes] of packings) {
  test(`finds a key in ${what}`, () => {
    assert.notDeepEqual(search.bytes('x', bytes), [])
  })
}

test('reads an archive by its directory', () => {
  assert.deepEqual(filesIn(zip('a.txt', plain, 9)), [{ name: 'a.txt', bytes: plain }])
  assert.deepEqual(filesIn(Buffer.from('PK, but no archive at all')), [])
})

test('finds a key in nested files, and in their names', () => {
  const path = folder()
  assert.deepEqual(search.folder(path), [])
  mkdirSync(join(path, 'a', 'b'), { recursive: true })
  writeFileSync(join(path, 'a', 'b', 'report.json'), plain)
  assert.match(search.folder(path).join(), /report\.json: key plain/)
  const other = folder()
  writeFileSync(join(other, `${CANARY}.json`), '')
  assert.match(search.folder(other).join(), /name of .*key plain/)
})

test('finds a key in the arguments of a process', async () => {
  // Not the canary, because other tests search all processes for that.
  const planted = 'svc_planted5Kw_Yd7qF3sX9uE2'
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', planted], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await once(child, 'spawn')
  const found = new Search({ key: planted }).processes()
  child.stdin.end()
  await once(child, 'close')
  assert.match(found.join(), /process arguments: key plain/)
})

test('finds nothing in text without secrets', () => {
  assert.deepEqual(search.text('x', 'svc_canary7Qx9 and other text '.repeat(1000)), [])
})
