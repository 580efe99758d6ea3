import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { schemaFile } from '../../schemas/index.ts'
import { preparedYaml } from '../../suites/harness/catalogue/our-yaml.ts'
import { contractVersion, isRequirement, requirements } from '../../suites/harness/catalogue/requirements.ts'
import { requirementsOfContract } from '../../suites/harness/catalogue/version-order.ts'
import { frozenSetFrom, rowOf } from '../../suites/harness/sets/frozen-set.ts'
import { ourChallenges, ourScoring, ourSetFile, ourTimeline } from '../../suites/harness/sets/scoring.ts'
import { allChecks } from '../../suites/index.ts'
import { frozenText } from '../sets/freeze.ts'
import { currentRows, newerThan } from '../sets/newer.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

const { sets, retired } = ourTimeline()
const checks = new Set(allChecks.map(({ id }) => id))
const rows = currentRows()

/** Names in a set that the sources lack. Rows of a removed check do not count. */
function missing(name: string): { requirements: string[]; checks: string[]; rows: string[] } {
  const set = frozenSetFrom(ourSetFile(name))
  return {
    requirements: [...set.requirements.keys()].filter((id) => !isRequirement(id) && !retired.requirements.includes(id)),
    checks: [...set.checks].filter((id) => !checks.has(id) && !retired.checks.includes(id)),
    rows: [...set.rows].flatMap(([check, titles]) =>
      [...titles]
        .filter((title) => checks.has(check) && !rows.some(([own, each]) => own === check && each === title))
        .filter((title) => !retired.rows[check]?.includes(title))
        .map((title) => `${check}: ${title}`),
    ),
  }
}

test('the timeline and the challenges follow their schemas', () => {
  assert.deepEqual(problemsOf('timeline', readYaml(schemaFile('sets/timeline.yaml'))), [])
  assert.deepEqual(problemsOf('challenges', readYaml(schemaFile('challenges.yaml'))), [])
})

test('every set has a file, and is in the timeline and the package', () => {
  const files = readdirSync(schemaFile('sets')).filter((name) => name !== 'timeline.yaml')
  assert.deepEqual(files.toSorted(), sets.map(({ name }) => `${name}.yaml`).toSorted())
  const ready = preparedYaml.flatMap(({ of }) => of)
  for (const file of files) assert.ok(ready.includes(`schemas/sets/${file}`), `${file} is not in our-yaml.ts`)
})

for (const { name, sha256, ...days } of sets) {
  test(`${name} follows its schema`, () => {
    assert.deepEqual(problemsOf('set', readYaml(schemaFile(`sets/${name}.yaml`))), [])
    assert.equal(ourSetFile(name).set, name)
  })

  test(`${name} has the digest in the timeline, which certificates name`, () => {
    const bytes = readFileSync(schemaFile(`sets/${name}.yaml`))
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
  })

  test(`everything that ${name} names exists or is retired`, () => {
    assert.deepEqual(missing(name), { requirements: [], checks: [], rows: [] })
  })

  test(`the contract of ${name} has all its requirements`, () => {
    const set = frozenSetFrom(ourSetFile(name))
    const own = requirementsOfContract(set.contract, requirements).map(({ id }) => id)
    const others = [...set.requirements.keys()].filter((id) => isRequirement(id) && !own.includes(id))
    assert.deepEqual(others, [])
  })

  test(`the dates of ${name} are in order`, () => {
    const { draft, effective, warn, deprecated } = days
    const known = [draft, effective, warn, deprecated].filter((day) => day !== undefined)
    assert.deepEqual(known, known.toSorted())
  })
}

test('requirements, checks and rows in no set are newer than all sets, and do not score', (context) => {
  const newest = sets.at(-1)
  assert.ok(newest)
  const newer = newerThan(frozenSetFrom(ourSetFile(newest.name)))
  const ids = [...newer.requirements.map(({ id }) => id), ...newer.checks, ...newer.rows.map((row) => row.join(': '))]
  context.diagnostic(`newer than ${newest.name}: ${ids.join(', ') || 'nothing'}`)
  const { set } = ourScoring(newest.name, new Date())
  for (const { id, level } of newer.requirements)
    assert.notEqual(isRequirement(id) && set.requirements.get(id)?.level, level, id)
})

test('the newest set has everything until it is released', () => {
  const newest = sets.at(-1)
  if (newest?.released !== undefined) return
  const [name, sources] = [newest?.name ?? '', { timeline: ourTimeline(), setFile: ourSetFile }]
  const text = readFileSync(schemaFile(`sets/${name}.yaml`), 'utf8')
  assert.equal(text, frozenText(name, sources), `write it again: npm run freeze -- ${name}`)
})

test('the name of each set has its contract version, and the current version has a set', () => {
  for (const { name } of sets) assert.ok(name.startsWith(`${ourSetFile(name).contract}-`), name)
  assert.ok(sets.some(({ name }) => name.startsWith(`${contractVersion}-`)))
})

test('no row title ends like the title of evidence on a variation', () => {
  for (const [check, title] of rows) assert.equal(rowOf(title), title, check)
})

test('a challenge names a requirement and quotes the contract', () => {
  const contract = readFileSync(schemaFile('contract.md'), 'utf8')
  for (const { id, requirement, quote } of ourChallenges()) {
    assert.ok(isRequirement(requirement), id)
    assert.ok(contract.includes(quote), `${id}: the contract has no such words`)
  }
})
