import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaFile } from '../../schemas/index.ts'
import { explanations } from '../../suites/harness/catalogue/explanations.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { problemsOf, readYaml } from './our-schemas.ts'

test('the explanations follow their schema', () => {
  assert.deepEqual(problemsOf('explanations', readYaml(schemaFile('explanations.yaml'))), [])
})

test('every requirement that a request can show has its explanation, in the order of the catalogue', () => {
  const judged = requirements.filter(({ level }) => level !== 'not-observable')
  assert.deepEqual(
    [...explanations.keys()],
    judged.map(({ id }) => id),
  )
})

test('every explanation says something of its own, and not the statement again', () => {
  const seen = new Map<string, string>()
  for (const [id, { mend }] of explanations) {
    assert.equal(seen.get(mend), undefined, id)
    seen.set(mend, id)
  }
  for (const { id, statement } of requirements) assert.notEqual(explanations.get(id)?.mend, statement, id)
})

test('an explanation names no requirement that does not exist', () => {
  const ids = new Set<string>(requirements.map(({ id }) => id))
  const named = /\b(?:models|request|stream|auth|error|model|list|choice|chunk|usage)-[a-z]+(?:-[a-z]+)*\b/g
  const words = new Set(['request-id'])
  for (const [id, { mend, reading = '' }] of explanations) {
    for (const [name] of `${mend} ${reading}`.matchAll(named)) {
      if (!words.has(name) && !`${mend} ${reading}`.includes(`x-svc-${name}`))
        assert.ok(ids.has(name), `${id}: ${name}`)
    }
  }
})

const good = { mend: 'Answer 400 for it, and nothing else.' }
const spoiled: readonly (readonly [what: string, document: object])[] = [
  ['nothing at all', {}],
  ['no explanation', { explanations: {} }],
  ['an id in camel case', { explanations: { listData: good } }],
  ['no mend', { explanations: { 'list-data': { reading: good.mend } } }],
  ['a text that is no sentence', { explanations: { 'list-data': { mend: 'answer 400 for it and nothing else' } } }],
  ['a text of several lines', { explanations: { 'list-data': { mend: 'Answer 400 for it.\nAnd nothing else.' } } }],
  ['a member that nobody reads', { explanations: { 'list-data': { ...good, note: good.mend } } }],
]
for (const [what, document] of spoiled) {
  test(`the schema of the explanations refuses ${what}`, () => {
    assert.notDeepEqual(problemsOf('explanations', document), [])
  })
}
