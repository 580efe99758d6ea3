/** Section 6: streams. Framing and order are judged on every stream of the run; these checks request them. */
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { acceptBody } from '../harness/run/generated/blame-field.ts'

function says(context: CheckContext, content: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return context.body({ stream: true, messages: [{ role: 'user', content }], ...more })
}

export const streaming = suite('streaming', [
  {
    covers: 'stream-started',
    title: 'a valid request with stream true returns 200 with an event stream',
    profile: 'smoke',
    run: async (context) => {
      await context.acceptShared('a plain stream', context.complete({ stream: true }), { as: 'stream' })
      if (!context.within('core')) return
      const bodies: Record<string, Record<string, unknown>> = {
        'a stream of one token': says(context, 'Count to three.', { max_tokens: 1 }),
        'a stream that stop may leave empty': says(context, 'Say: one two three', { stop: ['o', 'e', 'S', ' '] }),
      }
      for (const [title, body] of Object.entries(bodies)) await acceptBody(context, title, body, 'stream')
    },
  },
  {
    covers: 'stream-invalid-request',
    title: 'an invalid request with stream true gets a JSON error',
    run: async (context) => {
      const control = context.complete({ stream: true })
      const bodies: Record<string, [Record<string, unknown>, string[]]> = {
        'an unknown field': [{ [context.unknownField]: 1 }, [context.unknownField]],
        'temperature 2.1': [{ temperature: 2.1 }, ['temperature']],
        'no messages': [{ messages: [] }, ['messages']],
        'a bad role': [{ messages: [{ role: 'robot', content: 'Hello.' }] }, ['messages']],
        'n 2': [{ n: 2 }, ['n']],
      }
      for (const [title, [set, fields]] of Object.entries(bodies))
        await context.reject(`${title}, streamed`, context.complete({ stream: true, ...set }), { control, fields })
    },
  },
])
