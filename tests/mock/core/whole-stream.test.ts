import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventsOf, inOnePiece } from '../../../mock/core/responses/stream.ts'
import type { Reply } from '../../../mock/core/types.ts'
import { createGateway, type ModelConfig, type Part, wantsBody } from '../../../mock/index.ts'
import { oneModel } from '../asking.ts'

const reply: Reply = {
  id: 'cmpl_a_1',
  created: 1,
  model: 'svc/echo-1',
  text: '',
  finish: 'stop',
  usage: { prompt: 1, completion: 2 },
  form: 'details',
}

/** Texts full of characters that could be mistaken for the boundary between two texts. */
const tricky = fc.string({ unit: fc.constantFrom('"', ',', '\\', '\n', 'a', '\u2028', '\ud800', '😀', '$&') })

test('a stream written in one piece has the bytes of its events, for any texts', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(tricky, fc.string())), fc.boolean(), (texts, usage) => {
      const plan = { reply, texts: () => texts, usage }
      assert.equal(inOnePiece(eventsOf(plan)), [...eventsOf(plan)].join(''))
    }),
  )
})

test('a stream with unknown usage reports no usage, in one piece or event by event', () => {
  const plan = { reply: { ...reply, form: 'unknown' as const }, texts: () => [], usage: true }
  assert.equal(inOnePiece(eventsOf(plan)), [...eventsOf(plan)].join(''))
  assert.doesNotMatch(inOnePiece(eventsOf(plan)), /usage/)
})

/** The bodies for these token limits of a model with a fixed reply: whole, or in parts if it is paced. */
function bodies(
  text: string,
  more: Pick<ModelConfig, 'pace'>,
  limits: readonly (number | undefined)[],
  usage: boolean,
) {
  const config = oneModel({ reply: text, ...more }, {}, 'svc/said-1')
  const gateway = createGateway(config, { seed: 'seven', clock: { now: () => 1_000, after: () => () => undefined } })
  return limits.map((limit) => {
    const headers: Record<string, string> = { authorization: 'Bearer svc_p_x' }
    const opening = gateway.begin({ method: 'POST', target: '/v1/chat/completions', header: (name) => headers[name] })
    assert.ok(wantsBody(opening))
    const body = JSON.stringify({
      model: 'svc/said-1',
      messages: [{ role: 'user', content: 'x' }],
      stream: true,
      stream_options: { include_usage: usage },
      ...(limit !== undefined && { max_tokens: limit }),
    })
    return opening.finish(body, body.length).body
  })
}

test('a stream of a fixed reply has the same bytes whole and with pauses, with its own id and end', () => {
  const limits = fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(tricky, limits, fc.boolean(), (said, asked, usage) => {
      const text = `${said}.`
      const whole = bodies(text, {}, asked, usage)
      const paced = bodies(text, { pace: { gap_ms: 1 } }, asked, usage).map((parts) =>
        [...(parts as Iterable<Part>)].filter((part) => typeof part === 'string').join(''),
      )
      assert.deepEqual(whole, paced)
      assert.equal(new Set(whole).size, asked.length)
    }),
  )
})
