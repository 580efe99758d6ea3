import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaFile } from '../../schemas/index.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

test('the catalogue follows its schema', () => {
  assert.deepEqual(problemsOf('requirements', readYaml(schemaFile('requirements.yaml'))), [])
})

test('ids and texts are unique', () => {
  for (const texts of [
    requirements.map(({ id }) => id),
    requirements.flatMap(({ statement, fix }) => [statement, fix ?? []].flat()),
  ]) {
    assert.deepEqual(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      [],
    )
  }
})

test('fixes and readings name only existing requirements', () => {
  const ids = new Set<string>(requirements.map(({ id }) => id))
  const named = /(?<!x-svc-)\b(?:models|request|stream|auth|error|model|list|choice|chunk|usage)-[a-z]+(?:-[a-z]+)*\b/g
  for (const { id, fix = '', reading = '' } of requirements) {
    const names = `${fix} ${reading}`.match(named) ?? []
    assert.deepEqual(
      names.filter((name) => !ids.has(name) && name !== 'request-id'),
      [],
      id,
    )
  }
})

test('requirements are in the order of the contract', () => {
  const sections = requirements.map(({ section }) => section.replace(/ rule.*/, ''))
  assert.deepEqual(sections, [...sections].sort())
})

const good = {
  ...{ id: 'list-data', section: '2.2', level: 'must', profile: 'smoke', clauses: ['2.2/row/data'] },
  statement: 'A list has data.',
  fix: 'Send data, and nothing else.',
}
const { profile: _, ...profileless } = good
const { fix: __, ...unfixable } = profileless
const mutated: readonly [what: string, row: object][] = [
  ['an id in camel case', { ...good, id: 'listData' }],
  ['a section that no contract has', { ...good, section: 'two' }],
  ['an unknown level', { ...good, level: 'may' }],
  ['no profile, although a request can show it', profileless],
  ['a reason, although a request can show it', { ...good, reason: 'It is hidden.' }],
  ['no reason, although nothing can show it', { ...unfixable, level: 'not-observable' }],
  [
    'a profile, although nothing can show it',
    { ...unfixable, profile: 'core', level: 'not-observable', reason: 'It is hidden.' },
  ],
  ['a fix, although nothing can show it', { ...profileless, level: 'not-observable', reason: 'It is hidden.' }],
  ['no fix, although a request can show it', { ...unfixable, profile: 'smoke' }],
  ['a fix that is not a sentence', { ...good, fix: 'send data and nothing else' }],
  ['a reading of several lines', { ...good, reading: 'A list has data.\nIt may be empty.' }],
  ['no clause', { ...good, clauses: [] }],
  ['a clause and a reading', { ...good, clauses: ['2.2/row/data', 'readings'] }],
  ['a statement that is not a sentence', { ...good, statement: 'has data' }],
  ['a first version that every requirement has', { ...good, since: '1.0.0' }],
  ['a version of two numbers', { ...good, until: '1.1' }],
  ['an unknown member', { ...good, note: 'x' }],
]
for (const [what, row] of mutated) {
  test(`the schema of the catalogue refuses ${what}`, () => {
    assert.notDeepEqual(problemsOf('requirements', { contract: '1.0.0', requirements: [row] }), [])
  })
}

test('the schema of the catalogue accepts rows of each kind', () => {
  const hidden = { ...unfixable, id: 'hidden', level: 'not-observable', reason: 'It is hidden.' }
  const later = { ...good, clauses: ['readings'], since: '1.1.0', until: '2.0.0' }
  assert.deepEqual(
    problemsOf('requirements', { contract: '1.0.0', requirements: [{ ...good, reading: good.fix }, hidden, later] }),
    [],
  )
})
