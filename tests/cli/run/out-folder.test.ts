import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { outFolder } from '../../../cli/files.ts'
import { folder } from '../command.ts'

test('folders are made as deep as they are named', () => {
  const deep = join(folder(), 'a', 'b', 'c')
  assert.equal(outFolder(deep), deep)
  assert.ok(existsSync(deep))
  assert.equal(outFolder(deep), deep)
})

test('a file in the way is reported, at the end of the path or on it', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'deeper')]) assert.throws(() => outFolder(path), /a file is in the way/)
})

test('a file system that makes no folders ends the search, too', () =>
  assert.throws(
    () => outFolder(existsSync('/proc/self') ? '/proc/no-such-folder/deeper' : '/dev/null/deeper'),
    /cannot write a report there/,
  ))
