import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { folder } from '../../cli/command.ts'
import { testFiles } from '../../groups.ts'
import { lacksOf, type Part, parts, runnable } from '../../parts.ts'
import { findChromium, type Places, placesOf, whyNoBrowser } from './find.ts'

const scratch = folder()

function program(...names: readonly string[]): string {
  const path = join(scratch, ...names)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

const nowhere: Places = {
  named: undefined,
  carried: () => undefined,
  playwright: join(scratch, 'playwright', 'none'),
  path: '',
  usual: [],
}
const named = program('mine', 'browser')
const carried = program('carried', 'chromium')
const playwright = program('playwright', 'chrome')
const onPath = program('bin', 'chromium')
const google = program('more', 'google-chrome')
const usual = program('usual', 'chrome')
const path = [join(scratch, 'empty'), join(scratch, 'bin'), join(scratch, 'more')].join(delimiter)

/** Each row has one location fewer than the row before. */
const order: readonly [found: string, places: Places][] = [
  [named, { named, carried: () => ({ path: carried }), playwright, path, usual: [usual] }],
  [carried, { ...nowhere, carried: () => ({ path: carried }), playwright, path, usual: [usual] }],
  [playwright, { ...nowhere, playwright, path, usual: [usual] }],
  [onPath, { ...nowhere, path, usual: [usual] }],
  [google, { ...nowhere, path: join(scratch, 'more'), usual: [usual] }],
  [usual, { ...nowhere, path: join(scratch, 'empty'), usual: [join(scratch, 'none'), usual] }],
]

for (const [found, places] of order) {
  test(`${found.slice(scratch.length)} takes precedence over the later locations`, () =>
    assert.equal(findChromium(places).path, found))
}

test('the packaged Chromium is returned with the environment that it needs', () => {
  const brought = { path: carried, env: { LD_LIBRARY_PATH: 'beside' } }
  assert.deepEqual(findChromium({ ...nowhere, carried: () => brought }), brought)
})

test('a folder with the right name is not a browser', () => {
  mkdirSync(join(scratch, 'odd', 'chromium'), { recursive: true })
  assert.throws(() => findChromium({ ...nowhere, path: join(scratch, 'odd') }), /NO BROWSER/)
})

test('without a Chromium, a one-line message says how to install it', () => {
  const why = whyNoBrowser(nowhere)
  assert.match(why ?? '', /^NO BROWSER: .*npx playwright install chromium.*apt-get install chromium.*CHROMIUM_PATH/)
  assert.doesNotMatch(why ?? '', /\n/)
})

test('reports a wrong CHROMIUM_PATH, and uses no other browser instead', () => {
  const places = { ...nowhere, named: '/nowhere/chromium', playwright, path }
  assert.throws(() => findChromium(places), /\/nowhere\/chromium, which is not a program/)
})

test('reads the locations of this machine from the environment', () => {
  assert.equal(placesOf({ CHROMIUM_PATH: '' }).named, undefined)
  const { named: mine, path: all } = placesOf({ CHROMIUM_PATH: '/mine', PATH: '/bin' })
  assert.deepEqual([mine, all], ['/mine', '/bin'])
})

const some: readonly Part[] = [
  { name: 'a page', files: ['page.test.ts'], browser: true },
  { name: 'a language', files: ['go.test.ts'], language: 'go' },
  { name: 'a rule', files: ['rule.test.ts'], browser: false },
]

const lacks = lacksOf('NO BROWSER: none.', (language) => (language === 'go' ? 'NO GO.' : undefined))

test('every part runs if a browser and all languages are installed', () => {
  const none = lacksOf(undefined, () => undefined)
  assert.deepEqual(runnable(some, none, { REQUIRE_BROWSER: '1' }), { parts: some, left: [], passed: true })
})

test('without a browser or a language, its tests are listed in the last lines, and the others run', () => {
  const { parts: ran, left, passed } = runnable(some, lacks, {})
  assert.deepEqual([ran.map(({ name }) => name), passed], [['a rule'], true])
  assert.deepEqual(left, [
    'NO BROWSER: none. The tests of pages DID NOT RUN: page.test.ts',
    'NO GO. The example for go DID NOT RUN: go.test.ts',
  ])
})

test('fails if a required browser or language is missing', () => {
  const { left, passed } = runnable(some, lacks, { REQUIRE_BROWSER: '1' })
  assert.deepEqual([left[0], passed], ['NO BROWSER: none. FAILED, since REQUIRE_BROWSER is set: page.test.ts', false])
  assert.equal(runnable(some, lacks.slice(1), { REQUIRE_TOOLCHAINS: '1' }).passed, false)
})

test('knows the tests that need a store, and lists them if there is none', () => {
  const known = parts.filter(({ store }) => store).flatMap((part) => part.files)
  assert.deepEqual(known.toSorted(), testFiles('integration/store'))
  const without = lacksOf(undefined, () => undefined, 'NO STORE.')
  const { left, passed } = runnable(parts, without, {})
  assert.deepEqual(
    [left, passed],
    [[`NO STORE. The tests of mocks that share a store DID NOT RUN: ${known.join(', ')}`], true],
  )
  assert.equal(runnable(parts, without, { REQUIRE_STORE: '1' }).passed, false)
})

test('knows the tests that need a language', () => {
  const known = parts.filter(({ language }) => language !== undefined).flatMap((part) => part.files)
  assert.deepEqual(known.toSorted(), testFiles('integration/languages'))
})

test('knows the tests that need a browser', () => {
  const files = parts.filter(({ browser }) => browser).flatMap((part) => part.files)
  assert.ok(files.includes('tests/integration/browser/mock-page.test.ts'), files.join())
})
