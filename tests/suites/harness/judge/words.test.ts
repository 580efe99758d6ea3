/** The wording of findings about schemas: plain words, all digits, no schema keywords. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords, type SchemaToRead } from '../../../../suites/harness/catalogue/in-words.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { annotations, resolve, type Schema, wireNames, wireSchema } from '../../../../suites/harness/judge/schema.ts'
import { completionWith } from '../http/bodies.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'

const COMPLETION = completionWith()

/** The failure of a requirement on a completion in which one text is replaced. */
function finding(requirement: string, text: string, other: string): object {
  const found = judgeInvariants(exchangeOf(responseOf(COMPLETION.replace(text, other))))
  const failure = found.find((each) => each.requirement === requirement && each.outcome === 'fail')
  const { message = '', expected = '', actual = '', at = '' } = failure ?? {}
  return { message: message.replace(/^.*\): /, ''), expected, actual, at }
}

test('findings about integers have all received digits', () => {
  const expected = 'an integer from 0 to 9223372036854775807'
  const words = { message: `/created is not ${expected}`, expected, at: '/created' }
  for (const actual of ['9223372036854775808', '1.50'])
    assert.deepEqual(finding('completion-created', '"created":1', `"created":${actual}`), { ...words, actual })
})

test('findings describe arrays, missing members and unknown members in words', () => {
  assert.deepEqual(finding('completion-choices', /"choices":.*]/.exec(COMPLETION)?.[0] ?? '', '"choices":[]'), {
    message: '/choices is not an array of one item',
    expected: 'an array of one item',
    actual: '[]',
    at: '/choices',
  })
  assert.deepEqual(finding('choice-finish-reason', ',"finish_reason":"stop"', ''), {
    message: '/choices/0/finish_reason is missing',
    expected: '"stop", "length" or "content_filter"',
    actual: '(absent)',
    at: '/choices/0/finish_reason',
  })
  assert.deepEqual(finding('choice-closed', '"index":0', '"index":0,"logprobs":null'), {
    message: '/choices/0/logprobs is not a member in the contract',
    expected: 'no such member',
    actual: 'null',
    at: '/choices/0/logprobs',
  })
})

/** All nested schemas that judge a value. */
function inner(schema: Schema): Schema[] {
  const own = resolve((schema.then as Schema | undefined) ?? schema)
  const below = [
    ...Object.values((own.properties as Record<string, Schema> | undefined) ?? {}),
    ...(own.items ? [own.items as Schema] : []),
  ]
  return [own, ...below.flatMap(inner)]
}

test('every value that a wire schema describes has words', () => {
  const all = wireNames.flatMap((name) => inner(wireSchema(name)))
  assert.ok(all.some((schema) => annotations.some((name) => name in schema)))
  for (const schema of all)
    assert.doesNotMatch(inWords(schema), /undefined|a value|must|items'|\[object/, JSON.stringify(schema))
})

test('schemas are described in plain words', () => {
  const rows: readonly (readonly [SchemaToRead, string])[] = [
    [{ type: 'string', minLength: 1 }, 'a string that is not empty'],
    [{ type: 'array', minItems: 1, maxItems: 4 }, 'an array of 1 to 4 items'],
    [{ type: 'array', minItems: 1 }, 'an array of at least one item'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, 'a number above 0, at most 1'],
    [{ type: ['string', 'null'] }, 'a string or null'],
    [{ const: 'list' }, '"list"'],
    [{ type: 'boolean' }, 'true or false'],
  ]
  for (const [schema, words] of rows) assert.equal(inWords(schema), words)
})
