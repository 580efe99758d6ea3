import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaFile } from '../../schemas/index.ts'
import { requirementIds } from '../../schemas/requirement-ids.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

test('the catalogue follows its schema', () => {
  assert.deepEqual(problemsOf('requirements', readYaml(schemaFile('requirements.yaml'))), [])
})

test('the compiler knows the ids of the catalogue, all of them and no others', () => {
  assert.deepEqual(
    [...requirementIds],
    requirements.map(({ id }) => id),
  )
})

test('an id and a statement stand in the catalogue once', () => {
  for (const member of ['id', 'statement'] as const) {
    const values = requirements.map((requirement) => requirement[member])
    assert.deepEqual(
      values.filter((value, index) => values.indexOf(value) !== index),
      [],
    )
  }
})

test('requirements stand in the order of the contract', () => {
  const sections = requirements.map(({ section }) => section.replace(/ rule.*/, ''))
  assert.deepEqual(sections, [...sections].sort())
})

const good = { id: 'list-data', section: '2.2', level: 'must', profile: 'smoke', statement: 'A list has data.' }
const { profile: _, ...profileless } = good
const spoiled: readonly [what: string, row: object][] = [
  ['an id in camel case', { ...good, id: 'listData' }],
  ['a section that no contract has', { ...good, section: 'two' }],
  ['an unknown level', { ...good, level: 'may' }],
  ['no profile, although a request can show it', profileless],
  ['a reason, although a request can show it', { ...good, reason: 'It is hidden.' }],
  ['no reason, although nothing can show it', { ...profileless, level: 'not-observable' }],
  ['a profile, although nothing can show it', { ...good, level: 'not-observable', reason: 'It is hidden.' }],
  ['a statement that is no sentence', { ...good, statement: 'has data' }],
  ['a first version that every requirement has', { ...good, since: '1.0.0' }],
  ['a version of two numbers', { ...good, until: '1.1' }],
  ['a member that nobody reads', { ...good, note: 'x' }],
]
for (const [what, row] of spoiled) {
  test(`the schema of the catalogue refuses ${what}`, () => {
    assert.notDeepEqual(problemsOf('requirements', { contract: '1.0.0', requirements: [row] }), [])
  })
}

test('the schema of the catalogue takes a row of either kind', () => {
  const hidden = { ...profileless, id: 'hidden', level: 'not-observable', reason: 'It is hidden.' }
  const later = { ...good, since: '1.1.0', until: '2.0.0' }
  assert.deepEqual(problemsOf('requirements', { contract: '1.0.0', requirements: [good, hidden, later] }), [])
})
