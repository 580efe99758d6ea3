import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { outFolder } from '../../../cli/files.ts'
import { folder } from '../command.ts'

test('creates nested folders', () => {
  const deep = join(folder(), 'a', 'b', 'c')
  assert.equal(outFolder(deep), deep)
  assert.ok(existsSync(deep))
  assert.equal(outFolder(deep), deep)
})

test('reports a file in the way, at the end of the path or within it', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'deeper')]) assert.throws(() => outFolder(path), /a file is in the way/)
})

test('reports a file system where no folder can be created', () =>
  assert.throws(
    () => outFolder(existsSync('/proc/self') ? '/proc/no-such-folder/deeper' : '/dev/null/deeper'),
    /cannot write a report there/,
  ))
