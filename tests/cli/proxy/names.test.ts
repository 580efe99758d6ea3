import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedText, namedHeaders, nameOf, secretsOf } from '../../../cli/commands/proxy/judging/names.ts'

const KEY = 'svc_team_not-a-real-secret'

const HEADERS: Readonly<Record<string, readonly [name: string, value: string, named: string]>> = {
  'a key': ['Authorization', `Bearer ${KEY}`, `Bearer ${nameOf(KEY)}`],
  'a key after a scheme in other letters': ['authorization', `bearer  ${KEY}`, `bearer  ${nameOf(KEY)}`],
  'a key without a scheme': ['authorization', KEY, nameOf(KEY)],
  'a key before other text': ['authorization', `${KEY} more`, nameOf(`${KEY} more`)],
  'an unknown scheme': ['authorization', `Custom ${KEY}`, nameOf(`Custom ${KEY}`)],
  'a password': ['proxy-authorization', 'Basic dTpwYXNz', `Basic ${nameOf('dTpwYXNz')}`],
  'a scheme alone': ['authorization', 'Bearer', 'Bearer'],
  nothing: ['authorization', '', ''],
  'one cookie': ['cookie', 'session=not-a-secret', nameOf('session=not-a-secret')],
  'several cookies': ['cookie', 'session=not-a-secret; theme=dark', nameOf('session=not-a-secret; theme=dark')],
  'a cookie of the gateway': ['set-cookie', 'id=not-a-secret; Path=/', nameOf('id=not-a-secret; Path=/')],
  'another kind of key': ['x-api-key', 'not-a-real-key', nameOf('not-a-real-key')],
  'another header with the key': ['x-other', `it was ${KEY}!`, `it was ${'*'.repeat(KEY.length)}!`],
}

for (const [title, [name, value, named]] of Object.entries(HEADERS))
  test(`the value of a header with ${title} becomes a name, or stays if it has no secret`, () => {
    const headers = [[name, value] as const]
    const secrets = secretsOf([...headers, ['authorization', `Bearer ${KEY}`]], '/v1/models')
    assert.deepEqual(namedHeaders(headers, secrets), [[name, named]])
  })

test('a secret is masked in other texts, also without the beginning of its key', () => {
  const secrets = secretsOf([['cookie', 'a=0123456789; b=1']], `/v1/models?key=${KEY}&a=b`)
  const masked = maskedText(`${KEY} not-a-real-secret a=0123456789; b=1 b=1`, secrets)
  assert.equal(masked, `${'*'.repeat(KEY.length)} ${'*'.repeat(17)} ${'*'.repeat(17)} b=1`)
})
