import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskBytes } from '../../../cli/commands/proxy/judging/names.ts'

for (const [title, text, secrets, masked] of [
  ['every occurrence of a secret', 'a secret-1, secret-1', ['secret-1'], 'a ********, ********'],
  ['a secret that consists of asterisks', 'x ********* y', ['********'], 'x ********* y'],
  ['two secrets, of which one is part of the other', 'svc_t_abcdefgh', ['svc_t_abcdefgh', 'abcdefgh'], '*'.repeat(14)],
] as const)
  test(`masks ${title}`, () => {
    const bytes = Buffer.from(text)
    maskBytes(bytes, secrets)
    assert.equal(bytes.toString(), masked)
  })
