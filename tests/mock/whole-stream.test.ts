import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Reply } from '../../mock/reply.ts'
import { eventsOf, wholeStream } from '../../mock/stream.ts'

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
      const telling = { reply, texts, usage }
      assert.equal(wholeStream(telling), [...eventsOf(telling)].join(''))
    }),
  )
})

test('a stream of unknown usage tells none, in one piece or event by event', () => {
  const telling = { reply: { ...reply, form: 'unknown' as const }, texts: [], usage: true }
  assert.equal(wholeStream(telling), [...eventsOf(telling)].join(''))
  assert.doesNotMatch(wholeStream(telling), /usage/)
})
