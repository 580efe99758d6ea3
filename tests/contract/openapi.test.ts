import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createConfig, lint, lintFromString } from '@redocly/openapi-core'
import { parse } from 'yaml'
import { schemaFile } from '../../schemas/index.ts'

const file = schemaFile('openapi.yaml')
const source = readFileSync(file, 'utf8')

interface Operation {
  readonly security?: unknown
  readonly responses: Record<
    string,
    { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, unknown> }
  >
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { responses: Operation['responses']; schemas: Record<string, { $ref: string }> }
}
const document = parse(source) as Document

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The default closes every subschema, also the `then` of a condition, which describes only one member.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    // The rule requires a definition next to each name, but `not` and `if` only check presence.
    'no-required-schema-properties-undefined': 'off',
  },
})

const lines = (problems: Awaited<ReturnType<typeof lint>>): string[] =>
  problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? '?'}`)

function responses({ responses }: Operation): [status: string, response: Operation['responses'][string]][] {
  return Object.entries(responses).map(([status, response]) => {
    const name = response.$ref?.split('/').at(-1)
    return [status, name === undefined ? response : (document.components.responses[name] ?? {})]
  })
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

test('the linter finds nothing in the document, its references and its examples', async () => {
  assert.deepEqual(lines(await lint({ ref: file, config })), [])
})

const mutated: readonly [what: string, from: string, to: string, rule: string][] = [
  ['an example that breaks its schema', 'owned_by: svc }', 'owned_by: someone }', 'no-invalid-media-type-examples'],
  ['a dangling reference', 'wire/error.schema.json', 'wire/errors.schema.json', 'no-unresolved-refs'],
  ['a keyword that OpenAPI lacks', 'operationId: listModels', 'operationID: listModels', 'struct'],
]
for (const [what, from, to, rule] of mutated) {
  test(`the linter notices ${what}`, async () => {
    assert.ok(source.includes(from))
    const problems = await lintFromString({ source: source.replace(from, to), absoluteRef: file, config })
    assert.ok(
      problems.some(({ ruleId }) => ruleId === rule),
      lines(problems).join('\n'),
    )
  })
}

test('the two operations have the statuses of 4.1 and 4.2', () => {
  const statuses = Object.fromEntries(
    operations.map(({ name, operation }) => [name, Object.keys(operation.responses).map(Number)]),
  )
  assert.deepEqual(statuses, {
    'GET /v1/models': [200, 401, 403, 500, 503],
    'POST /v1/chat/completions': [200, 400, 401, 403, 404, 413, 429, 500, 503],
  })
})

for (const { name, operation } of operations) {
  test(`every response to ${name} carries a request id, and only 429 may carry Retry-After`, () => {
    for (const [status, { headers = {} }] of responses(operation)) {
      const expected = status === '429' ? ['x-svc-request-id', 'Retry-After'] : ['x-svc-request-id']
      assert.deepEqual(Object.keys(headers), expected, status)
    }
  })

  test(`${name} returns errors as JSON, and needs a key`, () => {
    for (const [status, { content = {} }] of responses(operation))
      if (status !== '200') assert.deepEqual(Object.keys(content), ['application/json'], status)
    assert.equal(operation.security, undefined, 'the security of the document applies')
  })
}

test('the document refers to every wire schema of a body', () => {
  const referred = Object.values(document.components.schemas).map(({ $ref }) => $ref.replace('wire/', ''))
  // This schema describes a request without a body, which OpenAPI expresses by omission.
  const bodies = readdirSync(schemaFile('wire')).filter((name) => name !== 'models-request.schema.json')
  assert.deepEqual(referred.sort(), bodies.sort())
})
