import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { schemaFile } from '../../../../schemas/index.ts'
import { annotations, validator, wireNames } from '../../../../suites/harness/catalogue/validators.ts'
import { samples } from '../../../schemas/samples.ts'

const schema = (name: string): object => JSON.parse(readFileSync(schemaFile(name), 'utf8')) as object

type Value = unknown

/** Copies of a value with one change each, at every depth: removed or added members, values of other types. */
function* broken(value: Value): Generator<Value> {
  yield* [null, -1, 2 ** 63, 1.5, '', 'other', [], {}, true]
  if (Array.isArray(value)) {
    yield [...(value as Value[]), ...(value as Value[])]
    for (const [at, item] of value.entries()) for (const bad of broken(item)) yield value.with(at, bad)
    return
  }
  if (typeof value !== 'object' || value === null) return
  yield { ...value, 'a member': 1 }
  for (const [name, member] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
    for (const bad of broken(member)) yield { ...value, [name]: bad }
  }
}

type Validator = ReturnType<typeof validator>

/** Compares a prepared validator with one that ajv compiles now. @returns the number of compared values */
function compare(ours: Validator, theirs: Validator, values: Iterable<Value>): number {
  let count = 0
  for (const value of values) {
    count += 1
    assert.equal(ours(value), theirs(value), JSON.stringify(value))
    assert.deepEqual(ours.errors ?? [], theirs.errors ?? [], JSON.stringify(value))
  }
  return count
}

const wire = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false })
wire.addVocabulary([...annotations])
for (const name of wireNames) wire.addSchema(schema(`wire/${name}.schema.json`), `${name}.schema.json`)

for (const name of wireNames)
  test(`the validator of ${name} has the same errors as ajv`, () => {
    const theirs = wire.getSchema(`${name}.schema.json`)
    assert.ok(theirs)
    assert.ok(compare(validator('wire', name), theirs, [samples[name], ...broken(samples[name])]) > 20)
  })

const targetFile = {
  base_url: 'https://gateway.test',
  keys: { valid: 'svc_a_b', second: 'svc_c_d' },
  models: { chat: 'svc/a', foreign: 'svc/b' },
  provoke: { disabled: { key: 'svc_e_f' }, internal: { headers: { 'x-test-fault': 'internal' } } },
  about: { version: '1.10', image: 'gateway:1.10', labels: { ring: 'canary' } },
  tls: { ca: 'ca.pem' },
  limits: { requests: 10, timeout: '30s', rate: 2 },
  waivers: [{ requirement: 'usage-present', reason: 'known', owner: 'me', expires: '2027-01-31' }],
}

test('the validator of target files has the same errors as ajv', () => {
  // Inlined schemas would change the rule locations in errors.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, inlineRefs: false })
  const theirs = ajv.compile(schema('formats/target.schema.json'))
  assert.ok(compare(validator('target', 'target'), theirs, [targetFile, ...broken(targetFile)]) > 100)
})

test('the validators of published files have the same errors as ajv', () => {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false })
  addFormats.default(ajv)
  for (const name of ['target', 'report', 'transcript', 'certificate'])
    ajv.addSchema(schema(`formats/${name}.schema.json`))
  const entries = { report: 'report', certificate: 'certificate', head: 'transcript', exchange: 'transcript' }
  const values = [...broken({ format: 'svc-conformance/1', started: 'yesterday', target: { base_url: 'x' } })]
  for (const [part, file] of Object.entries(entries)) {
    const entry = part === file ? file : `${file}#/$defs/${part}`
    const theirs = ajv.getSchema(
      `https://svc-conformance.dev/schemas/${entry.replace('#', '.schema.json#')}${part === file ? '.schema.json' : ''}`,
    )
    assert.ok(theirs)
    assert.ok(compare(validator('published', entry), theirs, values) > 10)
  }
})

test('an unknown schema is an error', () =>
  assert.throws(() => validator('wire', 'nothing'), /there is no schema nothing/))
