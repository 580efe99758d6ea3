import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { outFolder } from '../../../cli/files.ts'
import { removeParts, WriteError, writeWhole } from '../../../reporters/formats/whole-file.ts'
import { exits, folder, refuses } from '../command.ts'
import { textAt } from '../files.ts'

const SMOKE = ['run', '--profile', 'smoke']

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

test('a run removes the files of the previous run, and no others', async () => {
  const out = folder()
  const more = ['--reporter', 'junit,markdown,badge', '--certificate', join(out, 'c.json')]
  await exits(0, [...SMOKE, '--out', out, ...more])
  writeFileSync(join(out, 'notes.md'), 'mine')
  writeFileSync(join(out, 'summary.md'), 'mine now')
  const files = ['badge.json', 'c.json', 'junit.xml', 'report.html', 'report.json', 'transcript.jsonl']
  for (const name of files) assert.ok(existsSync(join(out, name)), name)
  await exits(5, ['run', '--requirement', 'models-list', '--out', out])
  const left = readdirSync(out).filter((name) => !name.startsWith('.'))
  assert.deepEqual(left, ['notes.md', 'report.html', 'report.json', 'summary.md'])
  assert.equal(textAt(out, 'summary.md'), 'mine now')
})

for (const [name, args] of [
  ['report.json', []],
  ['summary.md', ['--reporter', 'markdown']],
  ['mine.json', ['--certificate', 'mine.json']],
] as const)
  test(`does not overwrite ${name} of another program: exit code 2, nothing is sent`, async () => {
    const cwd = folder()
    writeFileSync(join(cwd, name), '{"mine":true}')
    const says = new RegExp(`${name.replace('.', '\\.')} is not a file of an earlier run; move it`)
    await refuses([...SMOKE, '--out', '.', ...args], says, { cwd })
    assert.equal(textAt(cwd, name), '{"mine":true}')
  })

test('removes the partial files of a killed process, and no others', () => {
  const out = folder()
  const others = ['.a.json.1.bak', '.a.json.x.part', '.b.json.1.part', 'a.json', 'b.part']
  for (const name of [...others, '.a.json.12.part']) writeFileSync(join(out, name), '')
  removeParts(join(out, 'a.json'))
  assert.deepEqual(readdirSync(out).toSorted(), others.toSorted())
})

test('does not remove foreign files that the list of files names', async () => {
  const cwd = folder()
  mkdirSync(join(cwd, 'out'))
  writeFileSync(join(cwd, 'keep'), 'mine')
  writeFileSync(join(cwd, 'out/.svc-conformance.json'), JSON.stringify({ '../keep': 'x', nowhere: 'y' }))
  await exits(0, SMOKE, { cwd })
  assert.ok(existsSync(join(cwd, 'keep')))
})

test('replaces a file atomically, keeps links, and leaves no temporary file', () => {
  const cwd = folder()
  const [path, link] = [join(cwd, 'a'), join(cwd, 'b')]
  writeFileSync(path, 'before')
  const { ino } = statSync(path)
  writeWhole(path, 'one')
  assert.notEqual(statSync(path).ino, ino, 'it is another file under the same name')
  symlinkSync(path, link)
  writeWhole(link, 'two')
  assert.equal(textAt(path), 'two')
  assert.deepEqual(readdirSync(cwd), ['a', 'b'])
  assert.throws(() => writeWhole(join(cwd, 'no/such'), ''), WriteError)
  assert.throws(() => writeWhole(cwd, ''), /cannot be written: it is a folder \(EISDIR\)/)
  if (existsSync('/dev/null')) writeWhole('/dev/null', 'gone')
  assert.ok(!existsSync('/dev/null') || !statSync('/dev/null').isFile())
})
