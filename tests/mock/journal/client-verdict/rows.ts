/** For each finding, a client that causes it and a client that does not. */
import { afterDone, cut, hang, linger } from '../../../../mock/core/disturbances/rows.ts'
import { fail, limit, type ProjectOptions, pause, reply, type ScriptedStep, stream } from '../../../../mock/index.ts'
import { ask, call, readAnything, readStream, type Scene, send, until } from './clients.ts'

export type Client = (scene: Scene) => Promise<unknown>

export interface Row {
  readonly finding: string
  readonly level?: 'warning'
  readonly options?: ProjectOptions
  readonly steps?: readonly ScriptedStep[]
  readonly bad: Client
  readonly good: Client
}

const swallow = async (promise: Promise<unknown>): Promise<void> => void (await promise.catch(() => undefined))

/** Sends the same request n times, with pauses on the gateway's clock. */
function repeat(times: number, pauses: readonly number[] = []): Client {
  return async (scene) => {
    for (let count = 0; count < times; count++) {
      if (count > 0) await scene.mock.clock.advance(pauses[Math.min(count, pauses.length) - 1] ?? 0)
      await call(scene)
    }
  }
}

const once: Client = (scene) => call(scene)
const sends =
  (body: unknown): Client =>
  (scene) =>
    call(scene, body)
const broken = (): ScriptedStep => stream(['Once ', 'upon ', 'a time']).with(cut({ after: 2 }))
const asStream = ask({ stream: true })
const talk = (response: string) =>
  ask({
    messages: [
      ...(ask().messages as object[]),
      { role: 'assistant', content: response },
      { role: 'user', content: 'Go on' },
    ],
  })

/** Aborts a call during its stream, and advances the clock by ten seconds. */
function aborts(listens: boolean): Client {
  return async (scene) => {
    const abort = new AbortController()
    const sending = listens ? { signal: abort.signal } : {}
    const reads = async (): Promise<unknown> => {
      const response = await send(scene, asStream, sending)
      abort.abort()
      return readStream(response, true)
    }
    const watched = swallow(scene.project.observe({ call: reads, abort: abort.signal }))
    await until(() => abort.signal.aborted)
    await scene.mock.clock.advance('10s')
    await watched
  }
}

export const rows: readonly Row[] = [
  { finding: 'unknown-field', bad: sends(ask({ tools: [] })), good: once },
  { finding: 'null-field', bad: sends(ask({ temperature: null })), good: sends(ask({ temperature: 1 })) },
  {
    finding: 'both-max-fields',
    bad: sends(ask({ max_tokens: 5, max_completion_tokens: 5 })),
    good: sends(ask({ max_completion_tokens: 5 })),
  },
  {
    finding: 'stream-options-without-stream',
    bad: sends(ask({ stream_options: { include_usage: true } })),
    good: sends(ask({ stream: true, stream_options: { include_usage: true } })),
  },
  { finding: 'invalid-request', bad: sends(ask({ stop: [] })), good: sends(ask({ stop: ['x'] })) },
  { finding: 'body-not-json', bad: sends('{"model":'), good: once },
  {
    finding: 'body-too-large',
    bad: sends(ask({ messages: [{ role: 'user', content: 'x'.repeat(2 ** 20) }] })),
    good: sends(ask({ messages: [{ role: 'user', content: 'x'.repeat(2 ** 19) }] })),
  },
  { finding: 'unknown-route', bad: (scene) => call(scene, ask(), { path: '/v1/responses' }), good: once },
  { finding: 'unknown-route', bad: (scene) => call(scene, ask(), { path: '/chat/completions' }), good: once },
  {
    finding: 'key-in-url',
    bad: (scene) => call(scene, ask(), { path: `/v1/chat/completions?api_key=${scene.project.key}` }),
    good: (scene) => call(scene, ask(), { path: '/v1/chat/completions?tag=svc_billing_prod' }),
  },
  {
    finding: 'key-in-other-header',
    bad: (scene) => call(scene, ask(), { headers: { 'x-api-key': scene.project.key } }),
    good: (scene) => call(scene, ask(), { headers: { 'x-api-key': 'svc_another_service' } }),
  },
  {
    finding: 'key-without-bearer',
    bad: (scene) => call(scene, ask(), { headers: { authorization: scene.project.key } }),
    good: (scene) => call(scene, ask(), { headers: { authorization: `bearer ${scene.project.key}` } }),
  },
  {
    finding: 'key-without-bearer',
    bad: (scene) => call(scene, ask(), { headers: { authorization: `Bearer "${scene.project.key}"` } }),
    good: once,
  },
  ...(['same-origin', 'cross-site'] as const).map((site) => ({
    finding: 'key-in-browser',
    bad: (scene: Scene) => call(scene, ask(), { headers: { 'sec-fetch-site': 'cross-site' }, socket: true }),
    // A server that holds the key may forward the headers of the browser.
    good: (scene: Scene) =>
      call(scene, ask(), {
        headers: { 'sec-fetch-site': site, ...(site === 'cross-site' && { via: '1.1 server' }) },
        socket: true,
      }),
  })),
  {
    finding: 'retry-after-ignored',
    steps: [limit({ retryAfter: 5 }).times(2)],
    bad: repeat(3, [1_000, 5_000]),
    good: repeat(3, [5_000]),
  },
  {
    finding: 'repeated-in-vain',
    bad: async (scene) => {
      for (let count = 0; count < 2; count++) await call(scene, ask({ model: 'svc/none' }))
    },
    good: async (scene) => {
      await call(scene, ask({ model: 'svc/none' }))
      await call(scene)
    },
  },
  { finding: 'repeated-in-vain', options: { disabled: true }, bad: repeat(2), good: once },
  {
    finding: 'retry-storm',
    steps: [fail('unavailable').times(7)],
    bad: repeat(7, [1_000, 1_500, 2_000, 2_500, 3_000, 4_000]),
    good: repeat(7, [1_000, 2_000, 4_000, 8_000]),
  },
  {
    finding: 'pause-not-growing',
    level: 'warning',
    steps: [fail('unavailable').times(4)],
    bad: repeat(4, [1_000]),
    good: repeat(4, [1_000, 2_000, 4_000]),
  },
  {
    finding: 'called-after-403',
    level: 'warning',
    options: { disabled: true },
    bad: async (scene) => {
      await swallow(scene.project.observe(async () => Promise.reject(new Error(await call(scene)))))
      await call(scene, ask({ temperature: 1 }))
    },
    good: async (scene) => {
      await Promise.all([call(scene), call(scene, ask({ temperature: 1 }))])
    },
  },
  {
    finding: 'broken-answer-accepted',
    steps: [broken()],
    bad: (scene) => scene.project.observe(async () => readAnything(await send(scene, asStream))),
    good: (scene) => swallow(scene.project.observe(async () => readStream(await send(scene, asStream), true))),
  },
  {
    finding: 'broken-answer-continued',
    level: 'warning',
    steps: [broken(), reply('Fine')],
    bad: async (scene) => call(scene, talk(await readAnything(await send(scene, asStream)))),
    good: async (scene) => {
      await swallow(readStream(await send(scene, asStream), true))
      await call(scene, talk('Once upon a time there was a client.'))
    },
  },
  {
    finding: 'went-on-after-done',
    steps: [stream(['Once ', 'upon ', 'a time']).with(afterDone()), reply('Fine')],
    bad: async (scene) => call(scene, talk(await readAnything(await send(scene, asStream)))),
    good: async (scene) => call(scene, talk(await readStream(await send(scene, asStream), true))),
  },
  {
    finding: 'stayed-after-done',
    level: 'warning',
    steps: [stream('Hi').with(linger({ ms: '5s' }))],
    bad: async (scene) => {
      const reading = send(scene, asStream).then((response) => response.text())
      await until(() => scene.project.journal().length === 1)
      await scene.mock.clock.advance('5s')
      await reading
    },
    good: async (scene) => {
      await readStream(await send(scene, asStream), true)
      await scene.mock.clock.advance('5s')
    },
  },
  {
    finding: 'error-taken-for-success',
    level: 'warning',
    steps: [fail('internal')],
    bad: (scene) => scene.project.observe(() => call(scene)),
    good: (scene) =>
      swallow(
        scene.project.observe(async () => {
          const { ok } = await send(scene)
          if (!ok) throw new Error('The gateway has failed.')
        }),
      ),
  },
  {
    finding: 'connection-kept-after-abort',
    steps: [stream(['a', pause('5s'), 'b'])],
    bad: aborts(false),
    good: aborts(true),
  },
  {
    finding: 'waited-forever',
    level: 'warning',
    steps: [stream('Hi').with(hang({ after: 1 }))],
    bad: async ({ mock, ...scene }) => {
      const { body } = await send({ mock, ...scene }, asStream)
      await mock.clock.advance('11m')
      await body?.cancel()
    },
    good: async ({ mock, ...scene }) => {
      const { body } = await send({ mock, ...scene }, asStream)
      await mock.clock.advance('1m')
      await body?.cancel()
      await mock.clock.advance('11m')
    },
  },
]
