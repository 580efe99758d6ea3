import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventsOf, wholeStream } from '../../../mock/core/answers/stream.ts'
import { repeatedStream } from '../../../mock/core/answers/stream-cache.ts'
import type { Reply } from '../../../mock/core/types.ts'
import { openModel } from '../../../mock/gateway/accounts.ts'

const reply: Reply = {
  id: 'cmpl_a_1',
  created: 1,
  model: 'svc/echo-1',
  text: '',
  finish: 'stop',
  usage: { prompt: 1, completion: 2 },
  form: 'details',
}

/** Texts that are full of what could be taken for the place between two of them. */
const tricky = fc.string({ unit: fc.constantFrom('"', ',', '\\', '\n', 'a', '\u2028', '\ud800', '😀', '$&') })

test('a stream in one piece has the bytes of its events, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(tricky, fc.string())), fc.boolean(), (texts, usage) => {
      const telling = { reply, texts: () => texts, usage }
      assert.equal(wholeStream(telling), [...eventsOf(telling)].join(''))
    }),
  )
})

test('a stream of unknown usage tells none, in one piece or event by event', () => {
  const telling = { reply: { ...reply, form: 'unknown' as const }, texts: () => [], usage: true }
  assert.equal(wholeStream(telling), [...eventsOf(telling)].join(''))
  assert.doesNotMatch(wholeStream(telling), /usage/)
})

test('a stream of a model that repeats itself has those bytes too, with its own id, second and end', () => {
  const asked = fc.record({
    id: fc.stringMatching(/^cmpl_[a-z0-9]{1,8}$/),
    created: fc.constantFrom(1, 2),
    finish: fc.constantFrom('stop', 'content_filter'),
    usage: fc.boolean(),
    prompt: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(tricky), fc.array(asked, { minLength: 2 }), (texts, requests) => {
      const model = openModel('svc/said-1', { reply: texts.join('') })
      for (const { usage, prompt, ...one } of requests) {
        const told = { ...reply, ...one, model: model.id, text: model.reply, usage: { prompt, completion: 2 } }
        const telling = { reply: told, texts: () => texts, usage }
        assert.equal(repeatedStream(telling, model), [...eventsOf(telling)].join(''))
      }
    }),
  )
})
