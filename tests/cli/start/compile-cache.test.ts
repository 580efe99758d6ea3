import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cacheFolder } from '../../../cli/start/compile-cache.ts'
import { main, folder as newFolder } from '../command.ts'

const isPosix = process.platform !== 'win32'
const scratch = newFolder()

const OURS = join('svc-conformance', 'compiled')
let count = 0

/** The compile cache folder in a new home, whose cache folder a test can alter. */
function cache(mutate: (base: string) => void = () => undefined): string | undefined {
  count += 1
  const home = join(scratch, `home-${count}`)
  mkdirSync(home, { mode: 0o700 })
  const base = join(home, 'cache')
  mutate(base)
  return cacheFolder('compiled', { XDG_CACHE_HOME: base, LOCALAPPDATA: base })
}

test('creates a folder that is private to the user', () => {
  const folder = cache()
  assert.ok(folder?.endsWith(OURS))
  if (isPosix) assert.equal(statSync(String(folder)).mode & 0o777, 0o700)
})

const make = (base: string): void => void mkdirSync(join(base, OURS), { recursive: true, mode: 0o700 })

test('uses an existing folder again', () => assert.ok(cache(make)))

const spoilt: Readonly<Record<string, (base: string) => void>> = {
  'others can write into the cache folder': (base) => {
    mkdirSync(base)
    chmodSync(base, 0o777)
  },
  'others can read our folder': (base) => {
    mkdirSync(join(base, 'svc-conformance'), { recursive: true, mode: 0o700 })
    chmodSync(join(base, 'svc-conformance'), 0o755)
  },
  'our folder is a symbolic link': (base) => {
    mkdirSync(base, { mode: 0o700 })
    symlinkSync(scratch, join(base, 'svc-conformance'))
  },
  'a file is in the way': (base) => writeFileSync(base, ''),
  // Only root can give a folder to another user.
  ...(process.getuid?.() === 0 && {
    'our folder belongs to another user': (base: string) => {
      make(base)
      chownSync(join(base, 'svc-conformance'), 65_534, 65_534)
    },
  }),
}

if (isPosix)
  for (const [what, mutate] of Object.entries(spoilt))
    test(`uses no cache if ${what}`, () => assert.equal(cache(mutate), undefined))

/** Folders where nothing can be created, and where Node itself would search for a folder endlessly. */
const nowhere = { HOME: '/proc', TMPDIR: '/proc', XDG_CACHE_HOME: '/proc/self' }

if (process.platform === 'linux')
  test('a command ends if neither the home nor the temporary folder is writable', () => {
    const { status, stdout } = spawnSync(process.execPath, [main, 'list', 'suites'], {
      env: { PATH: process.env.PATH, ...nowhere },
      encoding: 'utf8',
      timeout: 60_000,
    })
    assert.equal(status, 0)
    assert.match(stdout, /streaming/)
  })

test('uses no cache without a home', () => {
  assert.equal(cacheFolder('compiled', { XDG_CACHE_HOME: join(scratch, 'no', 'such', 'home') }, 'linux'), undefined)
  assert.equal(cacheFolder('compiled', {}, 'win32'), undefined)
})
