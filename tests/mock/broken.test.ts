import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGateway, demo } from '../../mock/index.ts'

test('an internal error gives 500 with an error body and a request id, and reveals nothing of the request', () => {
  const gateway = createGateway()
  const response = gateway.begin({
    method: 'GET',
    target: '/v1/models',
    header() {
      throw new Error(`${demo.valid} and a prompt`)
    },
  })
  assert.ok('status' in response)
  assert.equal(response.status, 500)
  assert.ok(response.headers.includes('x-svc-request-id'))
  assert.equal(JSON.parse(String(response.body)).error.type, 'server_error')
  assert.ok(!String(response.body).includes('prompt'))
})
