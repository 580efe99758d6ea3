import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openapiDocument } from '../../cli/commands/openapi/documents.ts'
import { type OpenapiVersion, openapiFiles } from '../../schemas/single-file/document.ts'
import { fileNames, partNames } from '../../schemas/single-file/names.ts'
import { command } from '../cli/command.ts'

type Value = Readonly<Record<string, unknown>>
interface Document extends Value {
  readonly openapi: string
  readonly paths: Value
  readonly components: { readonly schemas: Readonly<Record<string, Value>> }
}

const config = await createConfig({ extends: ['recommended-strict'] })
const versions = Object.keys(openapiFiles) as OpenapiVersion[]

/** Every object of a document, with its pointer and member name. */
function* objectsIn(value: unknown, place = '#', name = ''): Generator<{ at: Value; place: string; name: string }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { at: value as Value, place, name }
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${place}/${key}`, key)
}

const found = (document: unknown, place: string): unknown =>
  place
    .split('/')
    .slice(1)
    .reduce((value, step) => (value as Value | undefined)?.[step], document)

for (const version of versions) {
  const text = openapiDocument(version)
  const document = JSON.parse(text) as Document
  const schemas = Object.entries(document.components.schemas)
  const inner = schemas.flatMap(([name, schema]) => [...objectsIn(schema, `#/${name}`)])

  test(`OpenAPI ${version}: the strict linter finds nothing, except that 3.1 cannot describe chunks`, async () => {
    const problems = await lintFromString({ source: text, absoluteRef: openapiFiles[version], config })
    const lines = problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`)
    assert.deepEqual(
      lines,
      version === '3.1' ? ['no-unused-components at #/components/schemas/ChatCompletionChunk'] : [],
    )
    assert.ok(document.openapi.startsWith(`${version}.`))
  })

  test(`OpenAPI ${version}: every reference resolves within the file, and has no siblings`, () => {
    const references = [...objectsIn(document)].filter(({ at }) => '$ref' in at)
    assert.ok(references.length > 40)
    for (const { at, place } of references) {
      assert.deepEqual(Object.keys(at), ['$ref'], place)
      assert.ok(found(document, String(at.$ref)), String(at.$ref))
    }
  })

  test(`OpenAPI ${version}: every named schema has its name as title, and no schema occurs twice`, () => {
    const forms = new Set<string>()
    for (const [name, { title, description, ...form }] of schemas) {
      assert.equal(title, name)
      assert.match(String(description), /\(\d(\.\d)?\)$/, name)
      forms.add(JSON.stringify(form))
    }
    assert.equal(forms.size, schemas.length)
    const given = [...Object.values(fileNames), ...Object.values(partNames).map(({ name }) => name)]
    const own = version === '3.1' ? [] : ['ChatCompletionEvent']
    assert.deepEqual(new Set(schemas.map(([name]) => name)), new Set([...given, ...own]))
  })

  test(`OpenAPI ${version}: every type that generators need has a name, and no keyword is one that they ignore`, () => {
    for (const { at, place } of inner) {
      const depth = place.split('/').length
      if ((at.type === 'object' && at.properties) || at.enum) assert.equal(depth, 2, place)
      assert.ok(!Array.isArray(at.type), place)
      for (const word of Object.keys(at)) assert.doesNotMatch(word, /^(if|then|else|allOf|oneOf|x-.*|\$schema)$/, place)
      if ('const' in at && !place.includes('/not/')) assert.equal(typeof at.type, 'string', place)
    }
  })

  test(`OpenAPI ${version}: integers are exact, and have the format int64`, () => {
    assert.equal(text.match(/"maximum": 9223372036854775807,\n +"format": "int64"/g)?.length, 10)
    assert.doesNotMatch(text, /9223372036854775808|922337203685477[^5]/)
  })

  test(`OpenAPI ${version}: the command prints the document`, async () => {
    const { code, stdout, stderr } = await command(['openapi', version])
    assert.deepEqual([code, stderr, stdout], [0, '', text])
  })
}

test('the command prints 3.1 by default, and lists the versions after a mistake', async () => {
  assert.equal((await command(['openapi'])).stdout, openapiDocument('3.1'))
  const { code, stderr } = await command(['openapi', '3.0'])
  assert.equal(code, 2)
  assert.match(stderr, /3\.1/)
})

test('the document for generators differs only in member rules, Stop inline and Error renamed', async () => {
  for (const version of versions) {
    const [all, own] = [openapiDocument(version), openapiDocument(version, 'generators')].map(
      (text) => JSON.parse(text.replaceAll('schemas/ErrorBody"', 'schemas/Error"')) as Document,
    ) as [Document, Document]
    const { ErrorBody, ChatCompletionRequest: request, ...schemas } = own.components.schemas
    const { Stop, Error: error, ChatCompletionRequest, ...others } = all.components.schemas
    const { not, dependentRequired, ...rest } = ChatCompletionRequest ?? {}
    const { title, anyOf, ...stop } = Stop ?? {}
    assert.ok(title && not && dependentRequired)
    const properties = { ...(rest.properties as Value), stop: { ...stop, oneOf: anyOf } }
    assert.deepEqual(request, { ...rest, properties })
    assert.deepEqual(ErrorBody, { ...error, title: 'ErrorBody' })
    assert.deepEqual(schemas, others)
    const withoutSchemas = ({ components, ...document }: Document) => ({ ...document, ...components, schemas: {} })
    assert.deepEqual(withoutSchemas(own), withoutSchemas(all))
    const problems = await lintFromString({ source: openapiDocument(version, 'generators'), absoluteRef: '', config })
    assert.ok(problems.every(({ ruleId }) => ruleId === 'no-unused-components'))
  }
})

test('a stream is text in 3.1 and a sequence of events in 3.2, and the rest is equal', () => {
  const [older, newer] = versions.map((version) => JSON.parse(openapiDocument(version)) as Document) as [
    Document,
    Document,
  ]
  const stream = ['paths', '/v1/chat/completions', 'post', 'responses', '200', 'content']
  const contentOf = (document: Document): Record<string, Value> =>
    stream.reduce<unknown>((value, step) => (value as Value)[step], document) as Record<string, Value>
  const [text, events] = [older, newer].map((document) => contentOf(document)['text/event-stream'] ?? {})
  assert.deepEqual((text?.schema as Value | undefined)?.type, 'string')
  assert.deepEqual(events?.itemSchema, { $ref: '#/components/schemas/ChatCompletionEvent' })
  contentOf(newer)['text/event-stream'] = text ?? {}
  const { ChatCompletionEvent, ...schemas } = newer.components.schemas
  assert.ok(ChatCompletionEvent)
  assert.deepEqual({ ...newer, openapi: older.openapi, components: { ...newer.components, schemas } }, older)
})
