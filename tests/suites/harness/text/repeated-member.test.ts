import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatedMember } from '../../../../suites/harness/text/repeated-member.ts'
import { cpuTime } from '../../../cpu-time.ts'

const twice: Readonly<Record<string, string>> = {
  '{"a":1,"a":2}': '"a"',
  '{"a":1,"\\u0061":2}': '"\\u0061"',
  '{"":1,"b":[{"c":{"d":1, "d" : 2}}]}': '"d"',
  '[{"a\\"":1,"a\\"":{}}]': '"a\\""',
  '{"a":[],"a"\n:{}}': '"a"',
}
for (const [text, name] of Object.entries(twice))
  test(`finds a repeated member: ${text}`, () => {
    JSON.parse(text)
    assert.equal(repeatedMember(text)?.written, name)
  })

for (const text of [
  '1',
  '"a"',
  '[]',
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '{"a":"\\"a\\":","b":["a","a"]}',
  '[{"a":1},{"a":1}]',
  '{"a":"{","b":"}","c":"\\\\"}',
])
  test(`does not report equal names in different objects: ${text}`, () => {
    JSON.parse(text)
    assert.equal(repeatedMember(text), undefined)
  })

test('a long text takes linear time', () => {
  const started = cpuTime()
  repeatedMember(`{"a":"${'\\\\'.repeat(2_000_000)}","b":[${'"x",'.repeat(500_000)}1]}`)
  assert.ok(cpuTime() - started < 2000)
})
