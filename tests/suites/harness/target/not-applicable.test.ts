import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { schemaFile } from '../../../../schemas/index.ts'
import { absenceIds } from '../../../../suites/harness/target/declared/not-applicable.ts'
import { describeTarget } from '../../../../suites/harness/target/target.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { complaintOf } from './complaint.ts'

const HEAD = 'base_url: http://localhost\nkeys: { valid: svc_a_b }\n'
const declaring = (...lines: string[]): string =>
  `${HEAD}not_applicable:\n${lines.map((line) => `  ${line}\n`).join('')}`

const complaint = (text: string): string =>
  complaintOf(() => parseTarget(text, 'target.yaml', { SECRET: 'some hidden words' }))

test('reads declarations unchanged and in a fixed order, and shows them with the target', () => {
  const text = declaring('limited: There are no limits here.', 'second-project: This deployment has one project.')
  const target = parseTarget(text, 'target.yaml', {})
  const read = { 'second-project': 'This deployment has one project.', limited: 'There are no limits here.' }
  assert.deepEqual(target.notApplicable, read)
  assert.equal(JSON.stringify(describeTarget(target).not_applicable), JSON.stringify(read))
  assert.equal(parseTarget(HEAD, 'target.yaml', {}).notApplicable, undefined)
})

test('the schema has exactly the ids that can be declared absent', () => {
  const schema = JSON.parse(readFileSync(schemaFile('formats/target.schema.json'), 'utf8'))
  assert.deepEqual(Object.keys(schema.properties.not_applicable.properties), absenceIds)
})

const ALL = absenceIds.join(', ')
const KEY = 'svc_team_quite-hidden-words'
const limited = (reason: string): string => declaring(`limited: ${reason}`)
const SHORT = ' is too short; give the reason in 12 or more characters'
const INVISIBLE = ' begins or ends with a space, or contains invisible characters'
const FROM_ENVIRONMENT = ' may not read the environment, because reports show these reasons; write plain text'

/** Mistakes: the text, and the error about the declaration. */
const mistakes: Record<string, readonly [text: string, says: string]> = {
  'a misspelled id': [
    declaring('second-projects: This deployment has one project.'),
    '.second-projects is unknown here; did you mean second-project?',
  ],
  'no reason': [declaring('limited:'), '.limited must be text, but it is empty'],
  'an empty reason': [limited('""'), `.limited${SHORT}`],
  'a single word as a reason': [limited('none'), `.limited${SHORT}`],
  'a reason of spaces': [limited('"              "'), '.limited begins or ends with a space'],
  'a reason with invisible characters': [limited('"There are no\\u202e limits."'), `.limited${INVISIBLE}`],
  'a reason from the environment': [limited('There are ${SECRET}'), `.limited${FROM_ENVIRONMENT}`],
  'a reason with the key': [
    limited(`Ask with ${KEY} for it.`).replace('svc_a_b', KEY),
    '.limited contains a secret, but reports show it; write something else',
  ],
  'no declaration': [`${HEAD}not_applicable: {}\n`, ' is empty; give it second-project'],
  'a list': [`${HEAD}not_applicable: [limited]\n`, ' must be a mapping'],
}

for (const id of ['streaming', 'auth-missing-key', '400', '401', '404', '413', 'stream-done'])
  mistakes[`${id}, which a request with one valid key shows,`] = [
    declaring(`"${id}": Our gateway has no such thing.`),
    `.${id} cannot be declared absent, since a request with one valid key may show it; there are ${ALL}`,
  ]

for (const [title, [text, says]] of Object.entries(mistakes))
  test(`${title} is a usage error`, () => {
    const message = complaint(text)
    assert.ok(message.includes(`not_applicable${says}`), message)
  })

const second = 'keys: { valid: svc_a_b, second: svc_c_d }'
const empty = 'keys: { valid: svc_a_b, empty: svc_c_d }'
const foreign = `${second}\nmodels: { foreign: svc/other }`
const provoking = (id: string): string => `keys: { valid: svc_a_b }\nprovoke: { ${id}: { model: svc/some } }`
const HERE = 'in the same file gives it'

for (const [id, gives, places] of [
  ['second-project', second, `keys.second ${HERE}`],
  ['second-project', empty, `keys.empty ${HERE}`],
  ['second-project', foreign, 'keys.second and models.foreign in the same file give it'],
  ['foreign-model', foreign, `models.foreign ${HERE}`],
  ['empty-project', empty, `keys.empty ${HERE}`],
  ...['disabled', 'limited', 'unavailable', 'internal'].map(
    (id) => [id, provoking(id), `provoke.${id} ${HERE}`] as const,
  ),
] as const)
  test(`declaring ${id} absent is a usage error if ${places}`, () => {
    const text = `base_url: http://localhost\n${gives}\nnot_applicable:\n  ${id}: There is no such thing here.\n`
    const message = complaint(text)
    assert.ok(message.includes(`not_applicable.${id} is declared absent, and ${places}; keep one of the two`), message)
  })
