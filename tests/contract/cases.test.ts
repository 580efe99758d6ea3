import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type CaseGroup, caseFiles, caseGroups } from '../../suites/checks/rows/cases.ts'
import { isRequirement, requirement } from '../../suites/harness/catalogue/requirements.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

const folder = fileURLToPath(new URL('../../suites/cases/', import.meta.url))
const files = readdirSync(folder)
const groups = (file: string): CaseGroup[] => readYaml(`${folder}${file}`) as CaseGroup[]

test('the suites read every case file', () => {
  assert.deepEqual([...files].sort(), caseFiles.map((name) => `${name}.yaml`).sort())
})

for (const file of files) {
  test(`${file} follows its schema`, () => {
    assert.deepEqual(problemsOf('cases', groups(file)), [])
  })

  test(`the groups of ${file} belong to requirements that can be judged`, () => {
    for (const { requirement: id } of groups(file)) {
      assert.ok(isRequirement(id), id)
      assert.ok(['must', 'should'].includes(requirement(id).level), id)
    }
  })
}

test('a requirement has at most one group of cases per file, and titles in its groups are unique', () => {
  for (const file of files) {
    const ids = groups(file).map(({ requirement: id }) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
  }
  for (const { requirement: id, rows } of caseGroups) {
    const titles = rows.map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length, id)
  }
})

const mutated: readonly [what: string, row: string][] = [
  ['a row without a title', '{ set: { n: 2 }, expect: [400] }'],
  ['a row that expects nothing', '{ title: n 2, set: { n: 2 } }'],
  ['a row that changes nothing', '{ title: n 2, expect: [400] }'],
  ['a status that is not a refusal', '{ title: n 2, set: { n: 2 }, expect: [200] }'],
  ['a word that is not a verdict', '{ title: n 2, set: { n: 2 }, expect: refused }'],
  ['a body together with a change', "{ title: n 2, body: '{}', set: { n: 2 }, expect: [400] }"],
  ['the wrong field in an accepted row', '{ title: n 1, set: { n: 1 }, expect: accepted, fields: [n] }'],
  ['the form of a response to a refused row', '{ title: n 2, set: { n: 2 }, expect: [400], not: stream }'],
  ['an unknown member', '{ title: n 2, set: { n: 2 }, expect: [400], note: x }'],
]
for (const [what, row] of mutated) {
  test(`the schema of cases refuses ${what}`, () => {
    assert.notDeepEqual(problemsOf('cases', [{ requirement: 'request-n', rows: [parse(row)] }]), [])
  })
}

const lines: readonly [what: string, line: string][] = [
  ['a line without a location', "{ refused: ['1'] }"],
  ['a line without a value', '{ at: n }'],
  ['a value that is not text', '{ at: n, refused: [1] }'],
  ['an unknown body', "{ at: n, of: letter, refused: ['1'] }"],
]
for (const [what, line] of lines) {
  test(`the schema of cases refuses ${what} among likely values`, () => {
    assert.notDeepEqual(problemsOf('cases', [{ requirement: 'request-n', likely: [parse(line)] }]), [])
  })
}
