import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freedomRows, scriptedNames } from '../../cli/commands/client/names.ts'
import { scenarios } from '../../cli/commands/client/scenarios.ts'
import { findingRules } from '../../mock/journal/client-verdict/verdict.ts'
import { assertCompiles, program, project } from '../integration/drivers/project.ts'
import { root, sectionOf, snippetsOf } from './snippets.ts'

const page = 'docs/mock-client-verdict.md'
const SCENARIOS = 'docs/client-conformance.md'

test('the page lists exactly the findings, with their levels', () => {
  const rows = [...readFileSync(join(root, page), 'utf8').matchAll(/^\| `([a-z0-9-]+)` +\| (breach|warning) /gm)]
  assert.deepEqual(
    rows.map(([, id, level]) => ({ id, level })),
    findingRules.map(({ id, level }) => ({ id, level })),
  )
})

test('ids of findings are unique', () => {
  const ids = findingRules.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('the declarations for test runners compile, and reject a wrong use', () => {
  const folder = project()
  const blocks = snippetsOf(page).filter(({ language }) => language === 'typescript')
  assert.equal(blocks.length, 3)
  const wrong = "\nexpect('x').toBe('x')\n// @ts-expect-error\nexpect('x').toBehaveBadly()\n"
  const files = blocks.map(({ text }, at) => program(folder, `runner-${at}.ts`, text + wrong))
  assertCompiles(folder, files)
})

test('the page lists exactly the scenarios, with their sets and what they are based on', () => {
  const rows = [
    ...sectionOf(SCENARIOS, 'The scenarios').matchAll(/^\| `([a-z-]+)` +\| (core|full) .*\| ([^|]+?) +\|$/gm),
  ]
  assert.deepEqual(
    rows.map(([, name, set, rests]) => ({ name, set, rests })),
    scriptedNames.map((name) => {
      const { set, rests } = scenarios[name]
      return { name, set, rests: rests.slice(0, rests.indexOf(':')) }
    }),
  )
})

test('the page lists exactly the freedoms of core', () => {
  const listed = [...sectionOf(SCENARIOS, 'The freedoms').matchAll(/`([a-z0-9-]+\.(?:json|stream|refused|retried))`/g)]
  assert.deepEqual(
    listed.map(([, name]) => name),
    freedomRows.flatMap(({ name, set }) => (set === 'core' ? [name] : [])),
  )
})

test('the page lists exactly the variables that a client gets', () => {
  const source = readFileSync(join(root, 'cli/commands/client/command.ts'), 'utf8')
  const given = [...source.matchAll(/^ {6}([A-Z_]+)[:,]/gm)].map(([, name]) => name)
  const documented = [...sectionOf(SCENARIOS, 'The program').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
  assert.equal(given.length, 7)
  assert.deepEqual(documented.sort(), given.sort())
})
