import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, startMock } from '../../../mock/index.ts'

test('reports an unusable store at startup, without its password', async () => {
  const urls = 'http://user:secret@127.0.0.1:1 redis://:secret@127.0.0.1:1 redis://:secret@h?database=1 secret'
  for (const url of urls.split(' '))
    await assert.rejects(startMock({ store: url }), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
})
