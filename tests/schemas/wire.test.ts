import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { schemaFile } from '../../schemas/index.ts'
import { isRequirement, requirement } from '../../suites/harness/catalogue/requirements.ts'
import { annotations, conforms, requirementsOf, wireNames, wireSchema } from '../../suites/harness/judge/schema.ts'
import { closed, open, roots } from './bounds.ts'
import { fields } from './fields.ts'

const files = readdirSync(schemaFile('wire'))
const read = (file: string): object => JSON.parse(readFileSync(schemaFile(`wire/${file}`), 'utf8')) as object

/** Every subschema with its JSON pointer. */
function* subschemas(node: unknown, at = ''): Generator<[at: string, schema: { [keyword: string]: unknown }]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [at, node as { [keyword: string]: unknown }]
  for (const [name, value] of Object.entries(node)) yield* subschemas(value, `${at}/${name}`)
}

test('every wire schema and its references compile in strict mode', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
  ajv.addVocabulary([...annotations])
  for (const file of files) ajv.addSchema(read(file), file)
  for (const file of files) assert.ok(ajv.getSchema(file), file)
})

test('the harness knows every wire schema of a body', () => {
  assert.deepEqual(
    files
      .map((file) => file.replace('.schema.json', ''))
      .filter((name) => name !== 'models-request')
      .sort(),
    [...wireNames].sort(),
  )
})

for (const file of files) {
  test(`${file}: every annotation names a requirement of the catalogue`, () => {
    for (const [at, schema] of subschemas(read(file))) {
      for (const name of annotations) {
        const id = schema[name]
        if (typeof id === 'string') assert.ok(isRequirement(id), `${id} at ${at}`)
      }
    }
  })

  if (file === 'models-request.schema.json') continue
  test(`${file}: exactly the closed objects name the requirement that closes them`, () => {
    for (const [at, schema] of subschemas(read(file))) {
      if (at.endsWith('/properties')) continue
      assert.equal(typeof schema['x-closed'], schema.additionalProperties === false ? 'string' : 'undefined', at)
    }
  })

  test(`${file}: has no $id, so that its references work in any folder`, () => {
    for (const [at, schema] of subschemas(read(file))) assert.ok(!('$id' in schema), at)
  })
}

test('objects are closed at level must, except message and stream_options at level should', () => {
  const levels = Object.fromEntries(closed.map(([, , id]) => [id, requirement(id).level]))
  assert.deepEqual(levels, {
    'model-closed': 'must',
    'choice-closed': 'must',
    'chunk-choice-closed': 'must',
    'error-closed': 'must',
    'request-closed': 'must',
    'message-closed': 'should',
    'request-stream-options-closed': 'should',
  })
})

test('no open object is also listed as closed', () => {
  assert.deepEqual(
    open.filter(([object, at]) => closed.some(([other, there]) => other === object && there === at)),
    [],
  )
})

for (const name of wireNames) {
  test(`${name}: the tables of broken bodies break every requirement that it names`, () => {
    // Rules 3 and 4 concern two fields at once; blame.test.ts tests them separately.
    const byHand = ['request-max-exclusive', 'request-stream-options-need-stream']
    const byField = fields.filter(({ object }) => object === name).map((field) => field.requirement)
    const broken = new Set([...byField, ...closed.map(([, , id]) => id), ...roots.map(([, id]) => id), ...byHand])
    assert.deepEqual(
      [...requirementsOf(name)].filter((id) => !broken.has(id)),
      [],
    )
  })
}

test('wireSchema returns a schema, and conforms judges without reasons', () => {
  assert.equal(wireSchema('usage').type, 'object')
  assert.equal(conforms('usage', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }), true)
  assert.equal(conforms('usage', { prompt_tokens: 0, completion_tokens: 0 }), false)
})
