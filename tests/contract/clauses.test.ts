import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { schemaFile } from '../../schemas/index.ts'
import { contractVersion, type Requirement, requirements } from '../../suites/harness/catalogue/requirements.ts'
import { clausesOf } from './clauses-of.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

interface ClauseMap {
  readonly contract: string
  readonly clauses: Record<string, { readonly text: string; readonly not_normative?: string }>
}

const map = readYaml(schemaFile('clauses.yaml')) as ClauseMap
const isReading = ({ clauses }: Requirement): boolean => clauses.includes('readings')
const stated = requirements.filter((requirement) => !isReading(requirement))

test('the map follows its schema and has the same contract version as the catalogue', () => {
  assert.deepEqual(problemsOf('clauses', map), [])
  assert.equal(map.contract, contractVersion)
})

test('each clause either has a requirement or says why it is not normative', () => {
  const named = new Set(stated.flatMap(({ clauses }) => clauses))
  const astray = Object.entries(map.clauses).filter(([key, clause]) => named.has(key) === 'not_normative' in clause)
  assert.deepEqual(
    astray.map(([key]) => key),
    [],
  )
  assert.deepEqual(
    [...named].filter((key) => !(key in map.clauses)),
    [],
  )
})

test('no requirement of level must is based only on a reading', () => {
  assert.deepEqual(
    requirements.filter((each) => isReading(each) && !['should', 'observe'].includes(each.level)).map(({ id }) => id),
    [],
  )
})

test('the section of a requirement contains one of its clauses', () => {
  const strays = stated.filter(({ section, clauses }) => {
    const place = section.replace(' rule ', '/rule/')
    return !clauses.some((key) => key === place || key.startsWith(`${place}/`))
  })
  assert.deepEqual(
    strays.map(({ id, section }) => `${id} (${section})`),
    [],
  )
})

test('the map has every clause of the contract once, with its current text', () => {
  const clauses = clausesOf(readFileSync(schemaFile('contract.md'), 'utf8'))
  const read = clauses.map(({ place, digest }) => `${place} ${digest}`)
  const mapped = Object.entries(map.clauses).map(([place, { text }]) => `${place} ${text}`)
  assert.deepEqual(read, mapped)
  assert.equal(new Set(clauses.map(({ place }) => place)).size, clauses.length)
})
