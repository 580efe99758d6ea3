/** A mistake of the operator never makes a conforming gateway nonconformant. The whole class is `npm run prove -- --mistakes`. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { runDeclared } from '../../../cli/commands/declared/runs.ts'
import { inTurn } from '../../agreement/sampled.ts'
import { flagMistakes, outcomeOfFlags, wrongFlags } from './flags.ts'
import { outcomeOf } from './outcome.ts'
import { allMistakes, type Mistake } from './values.ts'
import { type OpenWorld, openWorld } from './world.ts'

let world: OpenWorld
let mistakes: readonly Mistake[]
before(async () => {
  world = await openWorld()
  mistakes = allMistakes(world, 1)
})
after(() => world.close())

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/formats/target.schema.json', import.meta.url), 'utf8'),
) as Schema

/** Paths of the members that do not contain named members. */
function leavesOf({ properties, $ref }: Schema, path: readonly string[] = []): string[] {
  const inside = $ref === undefined ? properties : schema.$defs?.[$ref.replace('#/$defs/', '')]?.properties
  if (!inside) return [path.join('.')]
  return Object.entries(inside).flatMap(([name, each]) => leavesOf(each, [...path, name]))
}

test('every member of a target file has wrong values', () => {
  const known = new Set(mistakes.map(({ member }) => member))
  const isKnown = (leaf: string): boolean =>
    [...known].some((member) => leaf === member || leaf.startsWith(`${member}.`))
  assert.deepEqual(
    leavesOf(schema).filter((leaf) => !isKnown(leaf)),
    [],
  )
})

/** Mistakes with the expected exit code and output. */
const EXPECTED: readonly (readonly [member: string, what: RegExp, code: number, said: RegExp])[] = [
  ['models.chat', /^another character/, 3, /models\.chat, svc\S+, is not listed: Name a listed model: svc\/echo-1/],
  ['models.chat', /^a name outside/, 3, /models\.chat, gpt-4o-mini, is not listed/],
  ['models.chat', /^a model of the second/, 3, /is not listed/],
  [
    'models.foreign',
    /^no model of any/,
    3,
    /is not in the list of keys\.second.*only keys\.second lists: svc\/other-project/,
  ],
  ['models.foreign', /^a model of both/, 3, /is a model of keys\.valid/],
  ['keys.valid', /^revoked/, 3, /rejected with 401/],
  ['keys.valid', /^swapped with keys\.second/, 3, /is a model of keys\.valid/],
  ['keys.valid', /^swapped with keys\.empty/, 3, /the list is empty: the key's project may call no model/],
  ['keys.second', /^revoked/, 3, /keys\.second is rejected with 401/],
  ['keys.second', /^the valid key/, 2, /keys\.second is the same key as keys\.valid/],
  ['keys.second', /^swapped with provoke\.disabled/, 3, /keys\.second belongs to a disabled account/],
  ['keys.empty', /^swapped with provoke\.limited/, 3, /keys\.empty belongs to a project with models/],
  ['provoke.disabled.key', /^the valid key/, 2, /is the same key as keys\.valid/],
  ['provoke.disabled.key', /^revoked/, 3, /provoke\.disabled\.key is rejected with 401/],
  ['provoke.disabled.key', /^swapped with provoke\.limited/, 3, /provoke\.limited\.key belongs to a disabled account/],
  ['base_url', /^a port beyond/, 2, /has a port above 65535/],
  ['base_url', /^a variable that was not/, 2, /contains an unexpanded variable/],
  ['tls.ca', /^another CA/, 3, /certificate/],
]

for (const [member, pattern, code, said] of EXPECTED)
  test(`${member}, ${pattern.source.slice(1)}: exit ${code} with what to change`, async () => {
    const mistake = mistakes.find((each) => each.member === member && pattern.test(each.what))
    assert.ok(mistake)
    const outcome = await outcomeOf(mistake.draft, world, true)
    assert.equal(outcome.code, code, outcome.said)
    assert.match(outcome.said, said)
  })

/** States for which a wrong value provokes another state: the run tries, but finds nothing to accuse. */
const STATES = ['provoke.unavailable', 'provoke.internal.headers']

for (const member of STATES)
  test(`${member}, each wrong value: no run accuses the gateway`, async () => {
    for (const { what, draft } of mistakes.filter((each) => each.member === member)) {
      const { code, said } = await outcomeOf(draft, world, true)
      assert.notEqual(code, 1, `${what}: ${said}`)
    }
  })

test('every flag of run that takes a value has wrong values, and none makes the gateway nonconformant', async () => {
  const flags = runDeclared(() => undefined).options.filter(({ required, optional }) => required || optional)
  assert.deepEqual(flags.map(({ long }) => `${long}`).toSorted(), Object.keys(wrongFlags(world)).toSorted())
  for (const mistake of inTurn(flagMistakes(world))) {
    const { code, said } = await outcomeOfFlags(mistake, world)
    assert.notEqual(code, 1, `${mistake.args.join(' ')}: ${said}`)
    if (mistake.what === 'empty') assert.equal(code, 2, mistake.args.join(' '))
  }
})
