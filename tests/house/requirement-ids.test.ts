import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedIds, writtenIds } from './requirement-ids.ts'

test('requirement-ids.ts lists the ids of requirements.yaml: npm run tables', () =>
  assert.equal(writtenIds(), derivedIds()))
