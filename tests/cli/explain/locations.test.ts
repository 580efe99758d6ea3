/** `explain` prints locations in a checkout: each of these lines contains the explained name. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type ExplainedRequirement, explained } from '../../../cli/commands/explain/explained.ts'
import { locationsOf, namesIn } from '../../../cli/commands/explain/locations.ts'
import { subjectsNamed } from '../../../cli/commands/explain/subjects.ts'
import { listFaults, listVariants } from '../../../mock/index.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { allChecks } from '../../../suites/index.ts'
import { exits } from '../command.ts'

function about(id: string): ExplainedRequirement {
  const found = subjectsNamed(id).map(explained)
  const requirement = found.find(({ kind }) => kind === 'requirement')
  assert.ok(requirement?.kind === 'requirement', id)
  return requirement
}

/** The line that a location names. */
function lineAt(location: string | undefined): string {
  const [file = '', line] = (location ?? '').split(':')
  return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split('\n')[Number(line) - 1] ?? ''
}

test('every requirement has the locations of its statement, its checks or judge, and its rule in the mock', () => {
  for (const { id, level } of requirements) {
    const { at, checks, judge, rule } = about(id)
    assert.ok(lineAt(at).endsWith(`id: ${id}`), id)
    if (level === 'not-observable') continue
    // A requirement that is only observed needs no rule in the mock.
    if (level !== 'observe') assert.ok((rule?.at ?? []).length > 0, `${id} has no rule in the mock`)
    for (const location of rule?.at ?? []) assert.ok(lineAt(location).includes(id), location)
    const judged = [...checks.flatMap((check) => check.at ?? []), ...(judge?.at ?? [])]
    assert.ok(judged.length > 0, id)
    for (const location of judged) assert.ok(lineAt(location).includes(id), id)
  }
})

test('every check has a location', () => {
  for (const { id, covers } of allChecks) {
    const [check] = about(covers).checks.filter((each) => each.id === id)
    assert.ok((check?.at ?? []).length > 0, id)
  }
})

const ofEachSuite: Readonly<Record<string, string>> = {
  models: 'list-empty',
  completion: 'completion-json',
  auth: 'auth-unknown-key',
  validation: 'request-temperature',
  elsewhere: 'request-no-null',
  options: 'completion-json',
  streaming: 'stream-started',
  limits: 'request-size-refused',
  errors: 'unknown-path',
  'request-id': 'request-id-generated',
  properties: 'request-top-p',
  availability: 'unavailable-503',
  concurrency: 'completion-json',
  callers: 'stream-started',
  variation: 'client-headers-tolerated',
}

test('the table has one requirement of each suite', () => {
  assert.deepEqual(Object.keys(ofEachSuite), [...new Set(allChecks.map(({ suite }) => suite))])
  const covered = new Set(allChecks.map(({ suite, covers }) => `${suite}: ${covers}`))
  for (const [suite, id] of Object.entries(ofEachSuite)) assert.ok(covered.has(`${suite}: ${id}`), id)
})

for (const [suite, id] of Object.entries(ofEachSuite))
  test(`${suite}: explain ${id} prints locations of statement, checks, mock rule, faults, variants`, async () => {
    const { stdout } = await exits(0, ['explain', id])
    const [, where = ''] = stdout.split('\nWhere it is defined\n')
    for (const kind of ['statement', 'check', 'mock rule', 'fault', 'variant'])
      assert.match(where, new RegExp(`^  ${kind} +[\\w/.-]+:\\d+`, 'm'), kind)
    for (const [, location, name] of where.matchAll(/^ {2}(?:fault|variant) +(\S+:\d+) (\S+)$/gm))
      assert.match(lineAt(location), new RegExp(`'${name}[':]`))
  })

test('every fault and every variant has exactly one location, its row', () => {
  for (const { name } of [...listFaults(), ...listVariants()]) {
    const [location, ...others] = locationsOf('deviation', name)
    assert.deepEqual(others, [], name)
    assert.match(lineAt(location), new RegExp(`'${name}[':]`))
  }
})

test('explain --json has locations as separate members', async () => {
  const { stdout } = await exits(0, ['explain', 'list-empty', '--json'])
  const [requirement, fault] = JSON.parse(stdout) as [ExplainedRequirement, { at?: string }]
  assert.match(requirement.at ?? '', /^schemas\/requirements\.yaml:\d+$/)
  assert.match(requirement.checks[0]?.at?.[0] ?? '', /^suites\/checks\/projects\.ts:\d+$/)
  assert.match(requirement.faults[0]?.at ?? '', /^mock\/deviations\/faults\/.*\.ts:\d+$/)
  assert.match(requirement.variants[0]?.at ?? '', /^mock\/deviations\/variants\/.*\.ts:\d+$/)
  assert.match(fault.at ?? '', /^mock\/deviations\//)
})

test('finds the line of each name, also in lists over several lines', () => {
  const keeps = /\bkeeps: ?(?<names>\[[^\]]*\]|[^\n]*)/dg
  const found = namesIn("a\n{ keeps: ['b-c', 'd'] }\n// keeps: e\nkeeps: [\n  'f',\n  'g',\n]", keeps)
  assert.deepEqual(found.map(([name, line]) => `${name} ${line}`).join(), 'b-c 2,d 2,e 3,f 5,g 6')
})

test('an unknown name has no location', () => assert.deepEqual(locationsOf('statement', 'no-such-requirement'), []))
