/** Tests that the single-file document and the schemas of `wire/` accept the same values. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { openapiDocument } from '../../cli/commands/openapi/documents.ts'
import { schemaFile } from '../../schemas/index.ts'
import { fileNames } from '../../schemas/single-file/names.ts'
import { annotations, wireNames } from '../../suites/harness/catalogue/validators.ts'
import { arbitraryBodies, mutatedBodies, validBodies } from './bodies.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Judge = (value: unknown) => boolean

const options = { strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false } as const

const wire = new Ajv2020(options)
wire.addVocabulary([...annotations])
for (const file of Object.keys(fileNames))
  wire.addSchema(JSON.parse(readFileSync(schemaFile(`wire/${file}`), 'utf8')), file)

const document = JSON.parse(openapiDocument('3.1')) as {
  readonly paths: unknown
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> }
}

/** A judge by a component of the document. */
function judgeOf(name: string, schemas = document.components.schemas): Judge {
  const ajv = new Ajv2020({ ...options, formats: { int64: true } })
  ajv.addSchema({ $id: 'document', $defs: Object.fromEntries(Object.entries(schemas).map(local)) })
  return ajv.compile({ $ref: `document#/$defs/${name}` })
}

const local = ([name, schema]: [string, unknown]): [string, unknown] => [
  name,
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')),
]

/** All objects inside a value. */
function* objectsIn(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value
  for (const member of Object.values(value)) yield* objectsIn(member)
}
const examples = [...objectsIn(document.paths as Json), ...objectsIn(document.components as unknown as Json)]
/** The chunks in the document's stream example, and their parts. */
const chunks = [...JSON.stringify(document.paths).matchAll(/data: (\{.*?\})\\n\\n/g)].flatMap(([, chunk = '']) => [
  ...objectsIn(JSON.parse(JSON.parse(`"${chunk}"`)) as Json),
])

const USAGE: Json = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
const values = fc.constantFrom<Json>(
  ...[null, true, false, 0, 1, 1.5, -1, 2, 3, 2 ** 63, 2 ** 64, '', 'a', 'stop', 'length', 'tool_calls', 'assistant'],
  ...['system', 'svc', 'svc/a', 'svc/A', 'model', 'list', 'chat.completion', 'chat.completion.chunk', 'server_error'],
  ...[[], {}, [''], ['a'], ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd', 'e'], { include_usage: true }, USAGE],
)
const names = fc.constantFrom(
  ...['usage', 'extra', 'finish_reason', 'delta', 'message', 'content', 'role', 'index', 'param', 'stream', 'n'],
  ...['stream_options', 'max_tokens', 'max_completion_tokens', 'stop', 'prompt_tokens_details', 'cached_tokens'],
)

interface Edit {
  readonly at: number
  readonly name: string
  readonly value: Json | undefined
}
const edits = fc.array(
  fc.record<Edit>({ at: fc.nat(40), name: names, value: fc.option(values, { nil: undefined, freq: 5 }) }),
  { maxLength: 3 },
)

/** Changes, removes or adds a member. */
function edited(value: Json, { at, name, value: next }: Edit): Json {
  const copy = structuredClone(value)
  const places = [...objectsIn(copy)].flatMap((object) =>
    [...Object.keys(object as object), name].map((key) => [object as Record<string, Json>, key] as const),
  )
  const [object, key] = places[at % Math.max(1, places.length)] ?? []
  if (!object || key === undefined) return copy
  if (next === undefined) delete object[key]
  else object[key] = next
  return copy
}

const parsed = (bodies: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  bodies.map((body) => {
    try {
      return JSON.parse(body) as Json
    } catch {
      return body
    }
  })

/** Counts values on which two judges agree, by verdict. @throws AssertionError if they differ */
function compare(one: Judge, other: Judge, values: fc.Arbitrary<Json>): { valid: number; invalid: number } {
  const counts = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(values, (value) => {
      const verdict = one(value)
      assert.equal(other(value), verdict, JSON.stringify(value))
      counts[verdict ? 'valid' : 'invalid'] += 1
    }),
    { numRuns: 3000, seed: 7 },
  )
  return counts
}

/** Examples of a schema with up to three changes; for requests, also generated bodies. */
function valuesOf(judge: Judge, name: string): fc.Arbitrary<Json> {
  const seeds = [...examples, ...chunks].filter(judge)
  const changed = fc
    .tuple(fc.constantFrom(...seeds), edits)
    .map(([seed, all]) => all.reduce<Json>((value, edit) => edited(value, edit), seed))
  if (name !== 'chat-completion-request') return changed
  return fc.oneof(changed, ...[validBodies, mutatedBodies, arbitraryBodies].map(parsed))
}

for (const name of wireNames) {
  test(`${name}: the document and the wire schema accept the same values`, () => {
    const file = `${name}.schema.json`
    const judge = wire.getSchema(file) as Judge
    const { valid, invalid } = compare(judge, judgeOf(fileNames[file] ?? ''), valuesOf(judge, name))
    assert.ok(valid > 300 && invalid > 300, `${valid} valid, ${invalid} invalid`)
  })
}

const MUTATED: readonly [what: string, name: keyof typeof fileNames, part: string, word: string][] = [
  ['a condition at the root', 'chat-completion-request.schema.json', 'ChatCompletionRequest', 'not'],
  ['the words of a reason', 'chat-completion-chunk.schema.json', 'FinishReason', 'enum'],
  ['a closed object', 'error.schema.json', 'ErrorDetail', 'additionalProperties'],
]
for (const [what, file, part, word] of MUTATED) {
  test(`detects a document without ${what}`, () => {
    const { [word]: lost, ...rest } = document.components.schemas[part] ?? {}
    assert.ok(lost !== undefined)
    const judge = wire.getSchema(file) as Judge
    const mutated = judgeOf(fileNames[file] ?? '', { ...document.components.schemas, [part]: rest })
    const drawn = valuesOf(judge, file.replace('.schema.json', ''))
    assert.throws(() => compare(judge, mutated, drawn))
  })
}
