import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGateway, demo } from '../../mock/index.ts'

test('a mistake inside the mock is a 500 with an error body and a request id, and says nothing of the request', () => {
  const gateway = createGateway()
  const answer = gateway.begin({
    method: 'GET',
    target: '/v1/models',
    header() {
      throw new Error(`${demo.valid} and a prompt`)
    },
  })
  assert.ok('status' in answer)
  assert.equal(answer.status, 500)
  assert.ok(answer.headers.includes('x-svc-request-id'))
  assert.equal(JSON.parse(String(answer.body)).error.type, 'server_error')
  assert.ok(!String(answer.body).includes('prompt'))
})
