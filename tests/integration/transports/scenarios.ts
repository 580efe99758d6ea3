/**
 * What client and mock see of each other over any transport. No scenario needs Node, so that all run in a page,
 * too.
 */
import { cut, split } from '../../../mock/core/disturbances/rows.ts'
import { fail, limit, pause, reply, stream } from '../../../mock/portable.ts'
import { complete, contentsOf, endingOf, observe, type Reached, readerOf, until } from './observing.ts'

export interface Scenario {
  readonly title: string
  run(reached: Reached): Promise<unknown>
  readonly expected: unknown
}

interface ErrorBody {
  readonly error: { readonly type: string; readonly code: string }
}

async function refusalOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as ErrorBody
  const id = response.headers.get('x-svc-request-id') ? '' : ' without a request id'
  return `${response.status} ${error.type}${id}`
}

export const scenarios: readonly Scenario[] = [
  {
    title: 'a completion',
    run: async (reached) => {
      const response = await complete(reached, {})
      const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
      return [response.status, response.headers.get('content-type'), choices[0]?.message.content]
    },
    expected: [200, 'application/json', 'Grüße 🎉'],
  },
  {
    title: 'the list of models',
    run: async ({ mock, ask }) => {
      const response = await ask(`${mock.url}/v1/models`, { headers: { authorization: `Bearer ${mock.key}` } })
      const { data } = (await response.json()) as { data: { id: string }[] }
      return data.map(({ id }) => id)
    },
    expected: ['svc/echo-1', 'svc/small-1', 'svc/unavailable'],
  },
  {
    title: 'each class of error',
    run: async (reached) => {
      const { demo } = reached.mock
      const limited = () => complete(reached, {}, { key: demo.limited })
      await (await limited()).text()
      return Promise.all(
        [
          complete(reached, { n: 2 }),
          complete(reached, {}, { key: null }),
          complete(reached, {}, { key: demo.disabled }),
          complete(reached, { model: demo.foreign }),
          complete(reached, { stop: 'x'.repeat(1_048_577) }),
          limited(),
          complete(reached, {}, { headers: { 'x-test-fault': 'internal' } }),
          complete(reached, { model: demo.unavailable, stream: true }),
        ].map(async (asked) => refusalOf(await asked)),
      )
    },
    expected: [
      '400 invalid_request_error',
      '401 authentication_error',
      '403 authentication_error',
      '404 invalid_request_error',
      '413 invalid_request_error',
      '429 rate_limit_error',
      '500 server_error',
      '503 server_error',
    ],
  },
  {
    title: 'the script of a project, response by response',
    run: async (reached) => {
      using project = reached.mock.project()
      project.next(fail('unavailable').times(2), limit({ retryAfter: 7 }), reply('Hi'))
      const seen: unknown[] = []
      for (let time = 0; time < 4; time++) {
        const response = await complete(reached, {}, { key: project.key })
        await response.text()
        seen.push([response.status, response.headers.get('retry-after')])
      }
      project.assertDrained()
      return [seen, project.ledger().requests]
    },
    expected: [
      [
        [503, null],
        [503, null],
        [429, '7'],
        [200, null],
      ],
      4,
    ],
  },
  {
    title: 'chunks that arrive one by one as the clock advances',
    run: async (reached) => {
      const { clock } = reached.mock
      using project = reached.mock.project()
      project.next(stream(['one', pause('30s'), 'two', pause('30s'), 'three']))
      clock.freeze()
      const seen: string[][] = []
      try {
        const reader = readerOf(await complete(reached, { stream: true }, { key: project.key }))
        let text = ''
        for (const content of ['one', 'two', 'three']) {
          while (!text.includes(`"${content}"`)) text += await reader.next()
          seen.push(contentsOf([text]))
          const next = reader.next()
          await clock.advance('30s')
          text += (await next) ?? ''
        }
        while (!text.includes('[DONE]')) text += await reader.next()
        return [...seen, (await reader.next()) === undefined]
      } finally {
        clock.resume()
      }
    },
    expected: [['one'], ['one', 'two'], ['one', 'two', 'three'], true],
  },
  {
    title: 'packets as split by the mock, also inside characters',
    run: async (reached) => {
      using project = reached.mock.project()
      project.next(reply('Grüße 🎉').with(split({ every: 7 })))
      const response = await complete(reached, {}, { key: project.key })
      const sizes: number[] = []
      for await (const packet of response.body as ReadableStream<Uint8Array>) sizes.push(packet.length)
      // A socket may join two packets, but never splits them elsewhere.
      return [sizes.length > 10, sizes.slice(0, -1).every((size) => size % 7 === 0)]
    },
    expected: [true, true],
  },
  {
    title: 'a truncated stream',
    run: async (reached) => {
      using project = reached.mock.project()
      project.next(stream(['one', 'two', 'three']).with(cut({ after: 2 })))
      const { status, packets, ending } = await observe(await complete(reached, { stream: true }, { key: project.key }))
      return [status, contentsOf(packets), ending, project.ledger().aborted]
    },
    expected: [200, ['one'], 'broken off', 1],
  },
  {
    title: 'a connection that ends without a response',
    run: async (reached) => {
      using project = reached.mock.project()
      project.next(reply('never').with(cut()))
      return await complete(reached, {}, { key: project.key }).then(
        () => 'answered',
        (error: unknown) => [(error as Error).name, endingOf(error)],
      )
    },
    expected: ['TypeError', 'broken off'],
  },
  {
    title: 'a client that aborts a stream, which is metered up to the abort',
    run: async (reached) => {
      const { clock } = reached.mock
      using project = reached.mock.project()
      project.next(stream(['one', pause('1h'), 'two']))
      clock.freeze()
      try {
        const controller = new AbortController()
        const init = { key: project.key, signal: controller.signal }
        const reader = readerOf(await complete(reached, { stream: true }, init))
        let text = ''
        while (!text.includes('"one"')) text += await reader.next()
        controller.abort()
        const ending = await reader.next().then(() => 'clean', endingOf)
        await until(() => project.ledger().aborted === 1)
        return [ending, project.ledger().completion_tokens]
      } finally {
        clock.resume()
      }
    },
    expected: ['aborted', 1],
  },
  {
    title: 'a quota that is reset when the clock advances',
    run: async (reached) => {
      using project = reached.mock.project({ quota: { requests_per_minute: 1 } })
      const status = async () => (await complete(reached, {}, { key: project.key })).status
      const before = [await status(), await status()]
      await reached.mock.clock.advance('60s')
      return [...before, await status()]
    },
    expected: [200, 429, 200],
  },
  {
    title: 'a fault below its base path',
    run: async (reached) => {
      const response = await complete(reached, {}, { path: '/faults/completion-usage-null' })
      const { usage } = (await response.json()) as { usage: unknown }
      return [usage, reached.mock.emitted('completion-usage-null')]
    },
    expected: [null, 1],
  },
  {
    title: '404 for every other path below the base',
    run: async ({ mock, ask }) => {
      const paths = ['', '/', '/v1', '/v1/models/', '/%E0%A4%A', '/v1/chat/completions/x?y=z']
      const seen = paths.flatMap((path) => ['GET', 'DELETE'].map((method) => ask(`${mock.url}${path}`, { method })))
      return (await Promise.all(seen)).map(({ status, headers }) => [status, headers.has('x-svc-request-id')])
    },
    expected: Array.from({ length: 12 }, () => [404, true]),
  },
]
