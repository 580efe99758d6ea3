import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../suites/harness/http/exact-json.ts'
import { schemaBreaches, type WireName } from '../../suites/harness/judge/schema.ts'
import { closed, open, roots } from './bounds.ts'
import { fields } from './fields.ts'
import { samples, withMember, withoutMember } from './samples.ts'

function blamed(object: WireName, value: Json): string[] {
  return [...new Set(schemaBreaches(object, value).map(({ requirement }) => requirement))]
}

for (const object of Object.keys(samples) as WireName[]) {
  test(`a valid ${object} breaks nothing`, () => assert.deepEqual(schemaBreaches(object, samples[object]), []))
}

for (const { object, at, requirement, missing, good, bad, base = samples[object] } of fields) {
  const name = `${object} ${at}`

  test(`${name}: a good value breaks nothing`, () => {
    for (const value of good) assert.deepEqual(blamed(object, withMember(base, at, value)), [], JSON.stringify(value))
  })

  test(`${name}: a bad value breaks only ${requirement}`, () => {
    for (const value of bad)
      assert.deepEqual(blamed(object, withMember(base, at, value)), [requirement], JSON.stringify(value))
  })

  if (/\/\d+$/.test(at)) continue
  test(`${name}: ${missing ? `its absence breaks ${missing}` : 'may be missing'}`, () => {
    assert.deepEqual(blamed(object, withoutMember(base, at)), missing ? [missing] : [])
  })
}

for (const [object, at, requirement] of closed) {
  test(`${object} ${at || 'itself'}: another member breaks only ${requirement}`, () => {
    for (const name of ['extra', '', 'a/b', '~', 'toString', 'constructor', '0']) {
      assert.deepEqual(
        blamed(object, withMember(samples[object], `${at}/${name.replaceAll('/', '')}`, null)),
        [requirement],
        name,
      )
    }
  })
}

for (const [object, at] of open) {
  test(`${object} ${at || 'itself'}: another member breaks nothing`, () => {
    for (const value of [null, 1, 'a', {}])
      assert.deepEqual(blamed(object, withMember(samples[object], `${at}/extra`, value)), [])
  })
}

for (const [object, requirement] of roots) {
  test(`a body that is not an object breaks only ${requirement} where ${object} is expected`, () => {
    for (const value of [null, true, 0, '', 'x', [], [samples[object]]])
      assert.deepEqual(blamed(object, value), [requirement], JSON.stringify(value))
  })
}

test('an empty object breaks what each missing member would break', () => {
  assert.deepEqual(blamed('chat-completion', {}).sort(), [
    'completion-choices',
    'completion-created',
    'completion-id',
    'completion-model',
    'completion-object',
  ])
  assert.deepEqual(blamed('error', { error: {} }).sort(), ['error-code', 'error-message', 'error-param', 'error-type'])
})

test('breaches of rules 3 and 4 name these rules', () => {
  const { stream: _, ...streamless } = samples['chat-completion-request']
  assert.deepEqual(
    blamed('chat-completion-request', { ...samples['chat-completion-request'], max_completion_tokens: 2 }),
    ['request-max-exclusive'],
  )
  assert.deepEqual(blamed('chat-completion-request', streamless), ['request-stream-options-need-stream'])
  assert.deepEqual(blamed('chat-completion-request', { ...streamless, stream: false }), [
    'request-stream-options-need-stream',
  ])
})

test('a breach has its location', () => {
  const at = (object: WireName, value: Json): string[] => schemaBreaches(object, value).map((breach) => breach.at)
  assert.deepEqual(at('chat-completion', withMember(samples['chat-completion'], '/choices/0/message/content', 7)), [
    '/choices/0/message/content',
  ])
  assert.deepEqual(at('error', withoutMember(samples.error, '/error/param')), ['/error'])
  assert.deepEqual(at('error', []), ['/'])
})
