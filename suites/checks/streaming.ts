/** Section 6: streams. Framing and order are judged on every stream of the run; these checks make the streams. */

import { complete } from '../harness/http/request.ts'
import { acceptBody } from '../harness/run/blame-field.ts'
import { suite } from '../harness/run/check.ts'
import type { Lab } from '../harness/run/check-context.ts'

function says(lab: Lab, content: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return lab.body({ stream: true, messages: [{ role: 'user', content }], ...more })
}

const conversation = [
  { role: 'system', content: 'Be terse.' },
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'Bye.' },
]

export const streaming = suite('streaming', [
  {
    covers: 'stream-started',
    title: 'a valid request with stream true answers 200 with an event stream',
    profile: 'smoke',
    run: async (lab) => {
      await lab.accept('a plain stream', complete(lab.body({ stream: true })), { as: 'stream' })
      if (!lab.within('core')) return
      const bodies: Record<string, Record<string, unknown>> = {
        'a stream of a longer text': says(lab, 'Count from one to ten in words.'),
        'a stream of text beyond ASCII': says(lab, 'Repeat exactly: Grüße 世界 🌍👩‍🚀 é'),
        'a stream with usage': lab.body({ stream: true, stream_options: { include_usage: true } }),
        'a stream without usage': lab.body({ stream: true, stream_options: { include_usage: false } }),
        'a stream of one token': says(lab, 'Count to three.', { max_tokens: 1 }),
        'a stream with every optional field': lab.body({
          stream: true,
          temperature: 0,
          top_p: 0.9,
          n: 1,
          stop: ['###'],
        }),
        'a stream of a conversation': lab.body({ stream: true, messages: conversation }),
      }
      for (const [title, body] of Object.entries(bodies)) await acceptBody(lab, title, body, 'stream')
    },
  },
  {
    covers: 'stream-started',
    id: 'stream-started.second',
    title: 'the second project gets streams and completions too',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (lab) => {
      const body = { ...lab.body({ stream: true }), model: lab.target.models.foreign }
      await lab.accept('a stream of the second project', complete(body, { role: 'second' }), { as: 'stream' })
      await lab.accept(
        'a stream of the second project with usage',
        complete({ ...body, stream_options: { include_usage: true } }, { role: 'second' }),
        { as: 'stream' },
      )
    },
  },
  {
    covers: 'stream-invalid-request',
    title: 'an invalid request with stream true is answered with a JSON error',
    run: async (lab) => {
      const control = complete(lab.body({ stream: true }))
      const bodies: Record<string, [Record<string, unknown>, string[]]> = {
        'an unknown field': [{ conformance_probe: 1 }, ['conformance_probe']],
        'temperature 2.1': [{ temperature: 2.1 }, ['temperature']],
        'no messages': [{ messages: [] }, ['messages']],
        'a bad role': [{ messages: [{ role: 'robot', content: 'Hello.' }] }, ['messages']],
        'n 2': [{ n: 2 }, ['n']],
      }
      for (const [title, [set, fields]] of Object.entries(bodies)) {
        await lab.reject(`${title}, streamed`, complete(lab.body({ stream: true, ...set })), { control, fields })
      }
    },
  },
])
