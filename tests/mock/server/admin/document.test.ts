import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { startMock } from '../../../../mock/index.ts'
import { document } from '../../../../mock/server/admin/document/document.ts'
import { ask, operations } from './admin-client.ts'

const config = await createConfig({ extends: ['recommended-strict'] })
const source = JSON.stringify(document)

const problemsIn = async (text: string): Promise<string[]> =>
  (await lintFromString({ source: text, absoluteRef: 'admin.json', config })).map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? '?'}`,
  )

test('the linter finds nothing in the document', async () => assert.deepEqual(await problemsIn(source), []))

const MUTATED: readonly [what: string, from: string, to: string, rule: string][] = [
  ['a dangling reference', 'schemas/LedgerEntry', 'schemas/LedgerEntries', 'no-unresolved-refs'],
  ['a keyword that OpenAPI lacks', '"operationId":"health"', '"operationID":"health"', 'struct'],
  ['a path parameter that is not described', '"/projects/{name}"', '"/projects/{nam}"', 'path-parameters-defined'],
]
for (const [what, from, to, rule] of MUTATED)
  test(`the linter notices ${what}`, async () => {
    assert.ok(source.includes(from))
    const problems = (await problemsIn(source.replace(from, to))).join('\n')
    assert.match(problems, new RegExp(`^${rule}:`, 'm'))
  })

test('the mock serves its document, and every operation in it', async () => {
  const documents = { '3.1': '{}', '3.2': '{}' }
  await using mock = await startMock({ admin: { documents }, journal: { bodies: true } })
  const { name } = mock.project()
  assert.deepEqual((await ask(mock, 'GET', '/openapi.json')).json, document)
  assert.ok(operations.length >= 19)
  for (const { id, method, path } of operations.filter((one) => one.id !== 'closeProject')) {
    const { status, json } = await ask(mock, method, path.replace('{name}', name).replace('{id}', 'obs_1'))
    // The operation itself refuses an incomplete body.
    if (status !== 200 && status !== 201 && status !== 204) assert.equal(json.error.code, 'invalid_request', id)
  }
  assert.equal((await ask(mock, 'DELETE', `/projects/${name}`)).status, 204)
})

test('serves the contract if the mock was given it, with unchanged integers', async () => {
  const exact = '{"maximum":9223372036854775807}'
  await using mock = await startMock({ admin: { documents: { '3.1': exact } } })
  assert.equal((await ask(mock, 'GET', '/gateway/openapi.json')).text, exact)
  const { status, json } = await ask(mock, 'GET', '/gateway/openapi-3.2.json')
  assert.deepEqual([status, json.error.code], [404, 'no_such_document'])
})

test('serves nothing that the document lacks', async () => {
  await using mock = await startMock({ admin: {} })
  for (const path of ['/', '/v1/models', '/healthz', '/projects/', '/projects/a/b', '/openapixjson', '//health'])
    assert.equal((await ask(mock, 'GET', path)).json.error.code, 'no_such_route', path)
  for (const { path } of operations) {
    const allowed = operations.filter((one) => one.path === path).map(({ method }) => method)
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'GET', 'POST', 'DELETE'].filter((one) => !allowed.includes(one))) {
      const { status, headers } = await ask(mock, method, path.replaceAll(/\{\w+\}/g, 'main'))
      assert.equal(status, 405, `${method} ${path}`)
      assert.equal(headers.get('allow'), allowed.join(', '))
    }
  }
})

test('accepts numbers up to the maximum in the document, and not beyond', async () => {
  await using mock = await startMock({ admin: {} })
  const MAX = Number.MAX_SAFE_INTEGER
  const statusOf = async (path: string, body: string): Promise<number> => (await ask(mock, 'POST', path, body)).status
  assert.equal((await ask(mock, 'GET', `/journal?after=${MAX}`)).status, 200)
  assert.equal((await ask(mock, 'GET', `/journal?after=${BigInt(MAX) + 1n}`)).status, 400)
  assert.equal(await statusOf('/clock/freeze', '{"at":8640000000000000}'), 200)
  assert.equal(await statusOf('/clock/freeze', '{"at":8640000000000001}'), 400)
  assert.equal(await statusOf('/clock/freeze', '{"at":0}'), 200)
  assert.equal(await statusOf('/clock/advance', `{"by":${MAX}}`), 200)
  assert.equal(await statusOf('/clock/advance', `{"by":${BigInt(MAX) + 1n}}`), 400)
})

test('every POST and PATCH requires a body, whose type is then checked, and no other operation does', () => {
  for (const { id, method, described } of operations)
    assert.equal(described.requestBody?.required === true, method === 'POST' || method === 'PATCH', id)
})
