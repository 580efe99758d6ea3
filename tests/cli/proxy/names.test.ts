import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskBytes, namedHeaders, nameOf, secretsOf } from '../../../cli/commands/proxy/judging/names.ts'

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

for (const [name, scheme, value] of [
  ['authorization', 'bearer ', 'svc_team_secret'],
  ['authorization', '', 'svc_team_secret more'],
  ['cookie', '', 'session=secret-1; theme=dark'],
  ['set-cookie', '', 'id=secret-1; Path=/'],
] as const)
  test(`the ${name} header ${scheme}${value} keeps nothing but a scheme`, () => {
    const headers = [[name, scheme + value] as const]
    assert.deepEqual(namedHeaders(headers, secretsOf(headers, '/')), [[name, scheme + nameOf(value)]])
  })

test('a key after an unknown scheme is a secret, too', () => {
  const secrets = secretsOf([['authorization', 'Token svc_team_secret-1']], '/')
  assert.deepEqual(secrets, ['Token svc_team_secret-1', 'svc_team_secret-1', 'secret-1'])
})
