import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import type { MockRoles } from '../../../cli/mock-target-file.ts'
import { mockTargetText } from '../../../cli/mock-target-file.ts'

const roles: MockRoles = {
  keys: { valid: 'svc_main_secret-1', second: 'svc_a_-' },
  models: { chat: 'svc/echo-1' },
  provoke: {
    disabled: { key: 'svc_disabled_no' },
    unavailable: { model: 'svc/off' },
    internal: { headers: { 'x-test-fault': 'internal' } },
  },
}

for (const url of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'https://mock.test/base/'])
  test(`the target file of a mock at ${url} parses to the values that it was written from`, () => {
    const { base_url, keys, models, provoke } = parse(mockTargetText(url, roles))
    assert.deepEqual({ base_url, keys, models, provoke }, { base_url: url, ...roles })
  })

test('quotes text that YAML would parse as another value', () => {
  for (const text of ['', ...'null|1e3|yes|- a|a: b|#|{|svc/a: b|svc/a #b|svc/echo-1:|ü\n"'.split('|')]) {
    const { models } = parse(mockTargetText('http://127.0.0.1:1', { ...roles, models: { chat: text } }))
    assert.deepEqual(models, { chat: text })
  }
})

test('writes a target file for a mock without models or states to provoke', () => {
  const { models, provoke } = parse(mockTargetText('http://127.0.0.1:1', { ...roles, models: {}, provoke: {} }))
  assert.deepEqual({ models, provoke }, { models: {}, provoke: undefined })
})
