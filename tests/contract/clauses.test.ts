import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { schemaFile } from '../../schemas/index.ts'
import {
  contractVersion,
  isRequirement,
  type RequirementId,
  requirement,
  requirements,
} from '../../suites/harness/catalogue/requirements.ts'
import { clausesOf } from './clauses-of.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

interface ClauseMap {
  readonly contract: string
  readonly clauses: Record<
    string,
    { readonly text: string; readonly requirements?: string[]; readonly not_normative?: string }
  >
  readonly readings: RequirementId[]
}

const map = readYaml(schemaFile('clauses.yaml')) as ClauseMap
const named = new Set(Object.values(map.clauses).flatMap(({ requirements: ids = [] }) => ids))

test('the map follows its schema and speaks of the same contract as the catalogue', () => {
  assert.deepEqual(problemsOf('clauses', map), [])
  assert.equal(map.contract, contractVersion)
})

test('every requirement that the map names stands in the catalogue', () => {
  assert.deepEqual(
    [...named, ...map.readings].filter((id) => !isRequirement(id)),
    [],
  )
})

test('every requirement is stated by a clause or listed as a reading, and none is both', () => {
  assert.deepEqual(
    requirements.map(({ id }) => id).filter((id) => !named.has(id) && !map.readings.includes(id)),
    [],
  )
  assert.deepEqual(
    map.readings.filter((id) => named.has(id)),
    [],
  )
})

test('no must rests on a reading alone', () => {
  assert.deepEqual(
    map.readings.filter((id) => !['should', 'observe'].includes(requirement(id).level)),
    [],
  )
})

test('a requirement names a section that holds one of its clauses', () => {
  const strays = requirements.filter(({ id, section }) => {
    const places = Object.entries(map.clauses).filter(([, { requirements: ids = [] }]) => ids.includes(id))
    const place = section.replace(' rule ', '/rule/')
    return places.length > 0 && !places.some(([key]) => key === place || key.startsWith(`${place}/`))
  })
  assert.deepEqual(
    strays.map(({ id, section }) => `${id} (${section})`),
    [],
  )
})

test('every clause of the contract stands in the map once, and reads as it did when it was mapped', () => {
  const clauses = clausesOf(readFileSync(schemaFile('contract.md'), 'utf8'))
  const read = clauses.map(({ place, digest }) => `${place} ${digest}`)
  const mapped = Object.entries(map.clauses).map(([place, { text }]) => `${place} ${text}`)
  assert.deepEqual(read, mapped)
  assert.equal(new Set(clauses.map(({ place }) => place)).size, clauses.length)
})
