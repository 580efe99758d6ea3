/** Section 6: streams. Framing and order are judged on every stream of the run; these checks request them. */
import { complete } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { acceptBody } from '../harness/run/generated/blame-field.ts'

const EVERY_OPTION = { temperature: 0, top_p: 0.9, n: 1, stop: ['###'] }

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
        'a stream with every optional field': context.body({ stream: true, ...EVERY_OPTION }),
      }
      for (const [title, body] of Object.entries(bodies)) await acceptBody(context, title, body, 'stream')
    },
  },
  {
    covers: 'stream-started',
    id: 'stream-started.second',
    title: 'the second project gets streams and completions too',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const body = { ...context.body({ stream: true }), model: context.target.models.foreign }
      await context.accept('a stream of the second project', complete(body, { role: 'second' }), { as: 'stream' })
      const withUsage = complete({ ...body, stream_options: { include_usage: true } }, { role: 'second' })
      await context.accept('a stream of the second project with usage', withUsage, { as: 'stream' })
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
