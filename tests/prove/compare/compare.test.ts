/** Two versions side by side: every difference is reported, and nothing else. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { changedSet, scoring, under } from '../../suites/harness/sets/fixture.ts'
import { harnessIn, judgingBy, ownHarness } from '../harness.ts'
import type { Job } from '../jobs.ts'
import { UsageError } from '../options.ts'
import { runOf } from '../outcome.ts'
import { steadyDifference } from './command.ts'
import { differenceOf, isNeutral, type Judged, steady } from './difference.ts'
import { notesOf } from './notes.ts'
import { oldVersion } from './old-version.ts'
import { sameSet } from './same-set.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const FAULT = 'model-owner-of-first-only'
const jobs: readonly Job[] = [{ kind: 'fault', name: FAULT }]

/** A copy of the harness of this tree, without installed packages. */
function copy(): { readonly folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  for (const name of ['schemas', 'suites', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

const row = (name: string, conclusion: string, verdicts: Record<string, string>): Judged => {
  const red = Object.keys(verdicts).filter((id) => verdicts[id] === 'fail')
  return { kind: 'fault', name, run: { conclusion: conclusion as 'incomplete', verdicts, red, aside: [] } }
}

const by = (whole: number) => ({ whole, set: '1.0.0-1', knowsSets: true })

/** A check that the mock fails, and that is in no set. */
const NEWER_CHECK = `
models.push(...suite('models', [
  {
    covers: 'models-list',
    id: 'models-list.newer',
    title: 'a list is refused',
    run: async (context) => {
      await context.try('a list', listModels(), { kind: 'rejected', statuses: [400] }, { plainly: true })
    },
  },
]))
`

describe('two versions over the same rows', () => {
  it('of which one judges something otherwise differ in exactly that, and nothing is left of the copy', async () => {
    using tree = copy()
    const schema = join(tree.folder, 'schemas/wire/model.schema.json')
    writeFileSync(schema, readFileSync(schema, 'utf8').replace('"const": "svc"', '"type": "string"'))
    const version = oldVersion(tree.folder)
    const { found } = await steadyDifference(jobs, version.folder, { processes: 1 })
    version.remove()
    assert.deepEqual(found, {
      rows: 1,
      differing: [
        {
          row: `fault ${FAULT}`,
          changes: [
            { of: 'conclusion', before: 'conformant', now: 'nonconformant' },
            { of: 'model-owned-by', before: 'pass', now: 'fail' },
          ],
        },
      ],
      added: [],
      dropped: [],
      aside: [],
    })
    assert.equal(existsSync(version.folder), false)
    assert.equal(isNeutral(found), false)
  })

  it('of which one has a check that is in no set do not differ', async () => {
    using tree = copy()
    appendFileSync(join(tree.folder, 'suites/checks/models.ts'), NEWER_CHECK)
    const version = oldVersion(tree.folder)
    const { found, set, knowsSets } = await steadyDifference(jobs, version.folder, { processes: 1 })
    version.remove()
    assert.deepEqual([found.differing, knowsSets], [[], true])
    assert.equal(set, ownHarness.scoringFor(undefined, new Date()).set.name)
  })

  it('of which the old one knows no sets score by the usual set of the new one, and by everything', async () => {
    using tree = copy()
    const door = join(tree.folder, 'suites/harness/index.ts')
    writeFileSync(door, readFileSync(door, 'utf8').replace(/^.*scoringFor.*$/m, ''))
    const version = oldVersion(tree.folder)
    const { set, knowsSets, judging } = await sameSet(version.folder, new Date())
    const old = await harnessIn(version.folder)
    version.remove()
    assert.deepEqual([set, knowsSets], [ownHarness.scoringFor(undefined, new Date()).set.name, false])
    assert.equal(judgingBy(old, judging), old)
    assert.notEqual(judgingBy(ownHarness, judging).certify, ownHarness.certify)
  })
})

describe('a difference', () => {
  const before = [row('a', 'conformant', { one: 'pass', gone: 'pass' }), row('b', 'nonconformant', { one: 'fail' })]

  it('lists new requirements separately: they remove no verdict', () => {
    const now = [
      row('a', 'conformant', { one: 'pass', more: 'pass' }),
      row('b', 'nonconformant', { one: 'fail', more: 'fail' }),
    ]
    const [first, second] = before as [Judged, Judged]
    const kept = [{ ...first, run: { ...first.run, verdicts: { one: 'pass' } } }, second]
    const found = differenceOf(kept, now)
    assert.deepEqual(found, {
      rows: 2,
      differing: [],
      added: [{ id: 'more', red: ['fault b'] }],
      dropped: [],
      aside: [],
    })
    assert.equal(isNeutral(found), true)
    assert.match(
      notesOf('v1', found, by(2)),
      /^## Verdicts compared with v1\n\nVerdict-neutral: 2 rows, none differs\.\n/,
    )
    assert.match(notesOf('v1', found, by(2)), /\nNew requirements: `more` \(red in 1 row\)\.\n/)
    assert.match(notesOf('v1', found, by(9)), /none differs\. \(2 of the 9 rows of the matrix ran\)\n/)
  })

  it('is one where a requirement is gone, and where a verdict is another one', () => {
    const found = differenceOf(before, [
      row('a', 'conformant', { one: 'warn' }),
      row('b', 'incomplete', { one: 'fail' }),
    ])
    assert.deepEqual(found.dropped, ['gone'])
    assert.equal(isNeutral({ ...found, differing: [] }), false)
    const notes = notesOf('v1', found, by(2))
    assert.match(notes, /\nNot verdict-neutral: 2 of 2 rows differ\.\n/)
    assert.match(
      notes,
      /\n\| fault a \| `one` \| pass \| warn \|\n\| fault b \| `conclusion` \| nonconformant \| incomplete \|\n/,
    )
    assert.match(notes, /\nRequirements that are gone, or count no more: `gone`\.\n/)
  })

  it('lists what does not score separately: users do not see its verdict', () => {
    // The same run, once as in the old version, and once with a check that is not in its set.
    const newer = runOf(under(scoring({})))
    assert.deepEqual([newer.conclusion, newer.red, newer.aside], ['conformant', [], ['models-list']])
    const now: Judged = { kind: 'fault', name: 'a', run: newer }
    const found = differenceOf([{ ...now, run: { ...newer, aside: [] } }], [now])
    assert.deepEqual([found.differing, found.aside], [[], [{ id: 'models-list', red: ['fault a'] }]])
    assert.equal(isNeutral(found), true)
    const notes = notesOf('v1', found, by(1))
    assert.match(notes, /\nScored by the set 1\.0\.0-1\.\n\nNot scored, .*: `models-list` \(red in 1 row\)\.\n/)
    const counting = { ...by(1), knowsSets: false }
    assert.match(notesOf('v1', found, counting), /1\.0\.0-1; the old version knows no sets, and counts everything\.\n/)
  })

  it('has no verdict on a requirement outside the set, and reports one that no longer counts', () => {
    const without = changedSet((ids) => ids.filter((id) => id !== 'models-list'))
    const newer = runOf(under(scoring({ set: without })))
    assert.deepEqual([newer.verdicts['models-list'], newer.aside], [undefined, ['models-list']])
    const counted = runOf(under(undefined))
    assert.deepEqual([counted.verdicts['models-list'], counted.aside], ['fail', []])
    const rows = (run: Judged['run']): Judged[] => [{ kind: 'fault', name: 'a', run }]
    assert.deepEqual(differenceOf(rows(newer), rows(newer)).added, [])
    assert.deepEqual(differenceOf(rows(counted), rows(newer)).dropped, ['models-list'])
  })

  it('that does not occur a second time is dropped', () => {
    const one = differenceOf([row('a', 'x', { one: 'pass' })], [row('a', 'x', { one: 'inconclusive' })])
    assert.deepEqual(
      steady(one, differenceOf([row('a', 'x', { one: 'pass' })], [row('a', 'x', { one: 'pass' })])).differing,
      [],
    )
    assert.deepEqual(steady(one, one).differing, one.differing)
  })
})

it('what is not a folder and no commit is a mistake', () => {
  assert.throws(() => oldVersion('no-such-version'), UsageError)
})

it('nothing is left of the copy where a comparison is interrupted', { skip: process.platform === 'win32' }, () => {
  using tree = copy()
  const program = `
    const { oldVersion } = await import(${JSON.stringify(new URL('old-version.ts', import.meta.url).href)})
    process.stdout.write(oldVersion(${JSON.stringify(tree.folder)}).folder)
    process.kill(process.pid, 'SIGINT')
    setTimeout(() => {}, 60_000)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.match(stdout, /svc-compare-/)
  assert.deepEqual([status, existsSync(stdout)], [1, false])
})
