/** Tests that a released set never changes. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import type { SetFile } from '../../suites/harness/sets/frozen-set.ts'
import { ourSetFile, ourTimeline } from '../../suites/harness/sets/scoring.ts'
import type { DatedSet } from '../../suites/harness/sets/timeline.ts'
import { folder } from '../cli/command.ts'
import { beforeOf, frozenText } from '../sets/freeze.ts'
import { lostBetween } from '../sets/lost.ts'
import { brokenPromises, historyOf, ourPromises, promisesIn, unmarked, unpromised } from '../sets/released.ts'
import { problemsOf } from './our-schemas.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { sets } = ourTimeline()

test('every set matches its digest in the release tags', (context) => {
  const history = historyOf(root)
  context.diagnostic(`tags of releases with sets: ${history.tags.join(', ') || 'none'}`)
  assert.deepEqual(brokenPromises(sets, history), [])
})

test('every set matches its digest in the append-only file, also without tags', () => {
  const promises = ourPromises(root)
  assert.deepEqual(brokenPromises(sets, { tags: [], sets: promises }), [])
  assert.deepEqual(unpromised(sets, promises), [])
})

test('the digest file reveals a released set that was edited or is no longer marked as released', () => {
  const file = promisesIn('# a comment\n1.0.0-1 0.2.0 abc\n')
  const set = { name: '1.0.0-1', draft: '2026-01-01', effective: '2026-01-01', released: '0.2.0', sha256: 'abc' }
  const { released: _, ...silent } = set
  const broken = (each: DatedSet): string[] => brokenPromises([each], { tags: [], sets: file })
  assert.deepEqual(broken(set), [])
  assert.deepEqual(broken({ ...set, sha256: 'def' }), ['1.0.0-1 differs from that of v0.2.0'])
  assert.deepEqual(broken(silent), ['1.0.0-1 is not marked as released, but v0.2.0 has it'])
  assert.deepEqual(unpromised([set], file), [])
  assert.deepEqual(unpromised([set], []), ['tests/sets/released.txt needs the line: 1.0.0-1 0.2.0 abc'])
})

test('in the tree of a release, each set with an effective date is marked as released', () => {
  assert.deepEqual(unmarked(sets, readFileSync(join(root, 'CHANGELOG.md'), 'utf8')), [])
  const [dated, draft]: DatedSet[] = [
    { name: '1.0.0-1', draft: '2026-01-01', effective: '2026-01-01', sha256: '' },
    { name: '1.0.0-2', draft: '2026-01-01', sha256: '' },
  ]
  assert.ok(dated && draft)
  assert.deepEqual(unmarked([dated, draft], '## Unreleased\n\n## 0.1.0 (2026-01-01)\n'), [])
  assert.deepEqual(unmarked([dated, draft], '## 0.2.0 (2026-02-01)\n\n## 0.1.0 (2026-01-01)\n'), [
    '1.0.0-1 needs released: 0.2.0',
  ])
  assert.deepEqual(unmarked([{ ...dated, released: '0.2.0' }], '## 0.2.0 (2026-02-01)\n'), [])
  assert.deepEqual(unmarked([{ ...dated, released: '0.3.0' }], '## Unreleased\n\n## 0.2.0\n'), [
    '1.0.0-1: the changelog has no 0.3.0',
  ])
})

test('a released set has an effective date', () => {
  const timeline = { sets: [{ ...sets[0], released: '0.2.0' }], retired: ourTimeline().retired }
  assert.deepEqual(problemsOf('timeline', timeline), [])
  const { effective: _, ...open } = { ...sets[0], released: '0.2.0' }
  assert.equal(problemsOf('timeline', { ...timeline, sets: [open] }).length, 1)
})

test('npm run freeze refuses a released set, and writes an unreleased one', () => {
  const [first] = sets
  assert.ok(first)
  const { released: _, ...open } = first
  const setFile = ourSetFile
  assert.throws(
    () => frozenText(first.name, { timeline: { sets: [{ ...open, released: '0.2.0' }] }, setFile }),
    /^Error: 1\.0\.0-1 was released in 0\.2\.0 and never changes: give the next set an entry$/,
  )
  assert.throws(() => frozenText('9.0.0-1', { timeline: { sets }, setFile }), /an entry in/)
  const text = frozenText(first.name, { timeline: { sets: [open] }, setFile })
  assert.ok(text.includes('\nset: 1.0.0-1\ncontract: 1.0.0\nsince:\n  1.0.0-1:\n'))
})

/** A checkout with a tag for each version of a single set. */
function checkout(versions: readonly (readonly [tag: string, text: string, released?: string])[]): string {
  const tree = folder()
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', '-c', 'commit.gpgsign=false', ...args], {
      cwd: tree,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  git('init', '-q')
  mkdirSync(join(tree, 'schemas/sets'), { recursive: true })
  for (const [tag, text, released] of versions) {
    writeFileSync(join(tree, 'schemas/sets/1.0.0-1.yaml'), text)
    const entry = { name: '1.0.0-1', ...(released === undefined ? {} : { released }) }
    writeFileSync(join(tree, 'schemas/sets/timeline.yaml'), stringify({ sets: [entry] }))
    git('add', '-A')
    git('commit', '-q', '-m', tag)
    git('tag', '--no-sign', tag)
  }
  return tree
}

test('a tag preserves released sets, while drafts of earlier releases may change', () => {
  const tree = checkout([
    ['v0.1.0', 'a draft\n'],
    ['v0.2.0', 'one\n', '0.2.0'],
  ])
  const history = historyOf(tree)
  assert.deepEqual(
    [history.tags, history.sets.map(({ tag, name }) => [tag, name])],
    [['v0.1.0', 'v0.2.0'], [['v0.2.0', '1.0.0-1']]],
  )
  const sha256 = history.sets[0]?.sha256 ?? ''
  const set: DatedSet = { name: '1.0.0-1', draft: '2026-01-01', effective: '2026-01-01', released: '0.2.0', sha256 }
  const { released: _, ...silent } = set
  assert.deepEqual(brokenPromises([set], history), [])
  assert.deepEqual(brokenPromises([{ ...set, sha256: 'b' }], history), ['1.0.0-1 differs from that of v0.2.0'])
  assert.deepEqual(brokenPromises([], history), ['1.0.0-1 is gone, and v0.2.0 has released it'])
  assert.deepEqual(brokenPromises([silent], history), ['1.0.0-1 is not marked as released, but v0.2.0 has it'])
  assert.deepEqual(brokenPromises([{ ...set, released: '0.1.0' }], history), [
    '1.0.0-1 is marked as released in 0.1.0, but not in v0.1.0',
  ])
  assert.deepEqual(historyOf(folder()), { tags: [], sets: [] })
})

test('a set keeps the requirements, checks and rows of the previous set, except retired ones', () => {
  const { retired } = ourTimeline()
  const none = { requirements: [], checks: [], rows: [] }
  for (const { name } of sets) {
    // A set of a later contract may drop more.
    const before = beforeOf(name, { timeline: { sets }, setFile: ourSetFile })
    if (before) assert.deepEqual(lostBetween(before, ourSetFile(name), retired), none, name)
  }
  const file = (group: SetFile['since'][string]): SetFile => ({ set: '', contract: '1.0.0', since: { a: group } })
  const before = file({
    requirements: { must: { core: ['x', 'y'] } },
    checks: ['x', 'y'],
    rows: { x: ['1', '2'], y: ['3'] },
  })
  const after = file({ requirements: { must: { core: ['x'] } }, checks: ['x'], rows: { x: ['1'] } })
  const lost = { requirements: ['y'], checks: ['y'], rows: ['x: 2', 'y: 3'] }
  assert.deepEqual(lostBetween(before, after, { ...none, rows: {} }), lost)
  const known = { requirements: ['y'], checks: ['y'], rows: { x: ['2'] } }
  assert.deepEqual(lostBetween(before, after, known), none)
})
