import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { root } from '../../../../schemas/index.ts'
import { type OurYaml, ourYaml, preparedYaml } from '../../../../suites/harness/catalogue/our-yaml.ts'
import { type Preparation, prepared } from '../../../../suites/harness/catalogue/prepared.ts'
import { folder as place } from '../../../cli/command.ts'

for (const file of preparedYaml.map(({ of }) => of[0] as OurYaml))
  test(`the prepared form of ${file} has the content of the file`, () => {
    const text = readFileSync(join(root, file), 'utf8')
    assert.deepEqual(ourYaml(file), parse(text, { intAsBigInt: true }))
  })

const scratch = place()

/** A preparation of a new source file, with a counter of its builds. */
function counted(text: string): { readonly preparation: Preparation; readonly source: string; times(): number } {
  const source = join(mkdtempSync(join(scratch, 'source-')), 'source.txt')
  writeFileSync(source, text)
  let times = 0
  const make = (): string => {
    times += 1
    return `made of ${readFileSync(source, 'utf8')}`
  }
  const preparation = { name: 'thing.json', of: [relative(root, source)], by: 'yaml', make }
  return { preparation, source, times: () => times }
}

test('reads a prepared file instead of making it again', () => {
  const folder = join(scratch, 'new', 'folder')
  const { preparation, times } = counted('one')
  for (const _ of ['made', 'read']) assert.equal(prepared(preparation, folder), 'made of one')
  assert.equal(times(), 1)
  const [name = '', ...others] = readdirSync(folder)
  assert.match(name, /^[\da-f]{16}\.thing\.json$/)
  assert.deepEqual(others, [])
})

test('a changed source causes a rebuild, and removes outdated files', () => {
  const folder = join(scratch, 'changed')
  const { preparation, source, times } = counted('one')
  prepared(preparation, folder)
  writeFileSync(join(folder, 'other.json'), 'of another program')
  writeFileSync(source, 'two')
  assert.equal(prepared(preparation, folder), 'made of two')
  assert.deepEqual([times(), readdirSync(folder).length], [2, 2])
})

test('makes the content each time if the folder is not writable', () => {
  const folder = join(scratch, 'a-file')
  writeFileSync(folder, '')
  chmodSync(folder, 0o444)
  const { preparation, times } = counted('one')
  for (const _ of ['first', 'second']) assert.equal(prepared(preparation, folder), 'made of one')
  assert.equal(times(), 2)
})
