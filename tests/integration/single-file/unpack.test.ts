import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { filesIn, packed } from '../../../packaging/single-file/archive.ts'
import { packagesOfTheCommand } from '../../../packaging/single-file/packages.ts'
import { unpacked } from '../../../packaging/single-file/unpack.ts'
import { folder as newFolder } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'

const scratch = newFolder()

const files = new Map([
  ['package.json', Buffer.from('{}')],
  ['dist/cli/main.js', Buffer.from([0, 255, 10])],
])
let homes = 0
function home(): { XDG_CACHE_HOME: string; LOCALAPPDATA: string } {
  const cache = join(scratch, `home-${++homes}`, 'cache')
  mkdirSync(dirname(cache), { mode: 0o700 })
  return { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache }
}

test('unpacks packed files byte for byte', () => {
  assert.deepEqual(filesIn(packed(files)), files)
})

test('unpacks into a private folder of the user, where the next start finds the files', () => {
  const env = home()
  const folder = unpacked(packed(files), env)
  assert.ok(folder.startsWith(join(env.XDG_CACHE_HOME, 'svc-conformance', 'single-file')))
  if (process.platform !== 'win32') assert.equal(statSync(dirname(folder)).mode & 0o777, 0o700)
  for (const [path, bytes] of files) assert.deepEqual(readFileSync(join(folder, path)), bytes)
  const before = statSync(join(folder, 'package.json')).ino
  assert.equal(unpacked(packed(files), env), folder)
  assert.equal(statSync(join(folder, 'package.json')).ino, before)
  assert.deepEqual(readdirSync(dirname(folder)).length, 1)
})

test('another version uses another folder', () => {
  const env = home()
  const other = new Map([...files, ['package.json', Buffer.from('{"version":"2"}')]])
  assert.notEqual(unpacked(packed(other), env), unpacked(packed(files), env))
})

test('unpacks into a folder for this process if the cache folder is not safe', () => {
  const folder = unpacked(packed(files), { XDG_CACHE_HOME: join(scratch, 'missing', 'cache'), LOCALAPPDATA: '' })
  assert.ok(folder.startsWith(join(tmpdir(), 'svc-conformance-')), folder)
  assert.ok(existsSync(join(folder, 'dist/cli/main.js')))
})

test('a failed unpacking leaves no partial files', () => {
  const env = home()
  // A file at the path of a folder makes unpacking fail.
  const wrong = new Map([
    ['a', Buffer.from('')],
    ['a/b', Buffer.from('')],
  ])
  assert.throws(() => unpacked(packed(wrong), env))
  assert.deepEqual(readdirSync(join(env.XDG_CACHE_HOME, 'svc-conformance', 'single-file')), [])
})

test('packs every dependency except Playwright', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  const named = Object.keys(dependencies).filter((name) => !packagesOfTheCommand(root).includes(`node_modules/${name}`))
  assert.deepEqual(named, ['@playwright/test'])
})
