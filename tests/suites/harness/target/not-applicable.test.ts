import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { absenceIds } from '../../../../suites/harness/target/declared/not-applicable.ts'
import { describeTarget } from '../../../../suites/harness/target/describe.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { complaintOf } from './complaint.ts'

const HEAD = 'base_url: http://localhost\nkeys: { valid: svc_a_b }\n'
const declaring = (...lines: string[]): string =>
  `${HEAD}not_applicable:\n${lines.map((line) => `  ${line}\n`).join('')}`

const complaint = (text: string): string =>
  complaintOf(() => parseTarget(text, 'target.yaml', { SECRET: 'some hidden words' }))

test('declarations are read as they stand, in one order, and shown with the target', () => {
  const text = declaring('limited: There are no limits here.', 'second-project: This deployment has one project.')
  const target = parseTarget(text, 'target.yaml', {})
  const read = { 'second-project': 'This deployment has one project.', limited: 'There are no limits here.' }
  assert.deepEqual(target.notApplicable, read)
  assert.equal(JSON.stringify(describeTarget(target).not_applicable), JSON.stringify(read))
  assert.equal(parseTarget(HEAD, 'target.yaml', {}).notApplicable, undefined)
})

test('the schema knows what may be declared absent, and nothing more', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../../schemas/formats/target.schema.json', import.meta.url), 'utf8'),
  )
  assert.deepEqual(Object.keys(schema.properties.not_applicable.properties), absenceIds)
})

const ALL = absenceIds.join(', ')

const mistakes: readonly (readonly [title: string, text: string, says: string])[] = [
  ...['streaming', 'auth-missing-key', '400', '401', '404', '413', 'stream-done'].map(
    (id) =>
      [
        `what a request with one valid key shows: ${id}`,
        declaring(`"${id}": Our gateway has no such thing.`),
        `not_applicable.${id} cannot be declared absent, since a request with one valid key may show it; there are ${ALL}`,
      ] as const,
  ),
  [
    'a name that is nearly right',
    declaring('second-projects: This deployment has one project.'),
    'not_applicable.second-projects is unknown here; did you mean second-project?',
  ],
  ['no reason', declaring('limited:'), 'not_applicable.limited must be text, but it is empty'],
  [
    'an empty reason',
    declaring('limited: ""'),
    'not_applicable.limited says too little; give the reason in 12 or more characters',
  ],
  [
    'a word for a reason',
    declaring('limited: none'),
    'not_applicable.limited says too little; give the reason in 12 or more characters',
  ],
  ['a reason of blanks', declaring('limited: "              "'), 'not_applicable.limited begins or ends with a space'],
  [
    'a reason with invisible characters',
    declaring('limited: "There are no\\u202e limits."'),
    'not_applicable.limited begins or ends with a space, or contains invisible characters',
  ],
  [
    'a reason from the environment',
    declaring('limited: There are ${SECRET}'),
    'not_applicable.limited may not read the environment, because reports show these reasons; write plain text',
  ],
  [
    'a reason that holds the key',
    declaring('limited: Ask with svc_team_quite-hidden-words for it.').replace(
      'svc_a_b',
      'svc_team_quite-hidden-words',
    ),
    'not_applicable.limited contains a secret, but reports show it; write something else',
  ],
  ['no declaration', `${HEAD}not_applicable: {}\n`, 'not_applicable is empty; give it second-project'],
  ['a list', `${HEAD}not_applicable: [limited]\n`, 'not_applicable must be a mapping'],
]

for (const [title, text, says] of mistakes)
  test(`${title} is a mistake`, () => {
    const message = complaint(text)
    assert.ok(message.includes(says), message)
  })

const given: readonly (readonly [id: string, gives: string, places: string])[] = [
  ['second-project', 'keys: { valid: svc_a_b, second: svc_c_d }', 'keys.second in the same file gives it'],
  ['second-project', 'keys: { valid: svc_a_b, empty: svc_c_d }', 'keys.empty in the same file gives it'],
  [
    'second-project',
    'keys: { valid: svc_a_b, second: svc_c_d }\nmodels: { foreign: svc/other }',
    'keys.second and models.foreign in the same file give it',
  ],
  [
    'foreign-model',
    'keys: { valid: svc_a_b, second: svc_c_d }\nmodels: { foreign: svc/other }',
    'models.foreign in the same file gives it',
  ],
  ['empty-project', 'keys: { valid: svc_a_b, empty: svc_c_d }', 'keys.empty in the same file gives it'],
  ...(['disabled', 'limited', 'unavailable', 'internal'] as const).map(
    (id) =>
      [
        id,
        `keys: { valid: svc_a_b }\nprovoke: { ${id}: { model: svc/some } }`,
        `provoke.${id} in the same file gives it`,
      ] as const,
  ),
]

for (const [id, gives, places] of given)
  test(`${id} is a mistake where ${places}`, () => {
    const text = `base_url: http://localhost\n${gives}\nnot_applicable:\n  ${id}: There is no such thing here.\n`
    const message = complaint(text)
    assert.ok(message.includes(`not_applicable.${id} is declared absent, and ${places}; keep one of the two`), message)
  })
