/** What the load sends, as bytes on the wire, and the configuration of the mock that responds. */
export const key = 'svc_bench_not-a-real-secret'

/** 128 characters: 32 chunks of four. */
export const reply =
  'The mock answers the same text again and again, so that a chunk more or less would be seen at once by a client that counts.!!'

/** Pauses in milliseconds of the two models that respond slowly. */
export const gaps = { paced: 300, slow: 1000 } as const

/** The number of pauses in a stream: one less than its events (role, contents, finish and `[DONE]`). */
export const pauses = { paced: 34, slow: 10 } as const

/** Quotas are enabled, but so high that no request is refused. */
export const config = JSON.stringify({
  models: {
    'svc/bench-1': { reply, price: { prompt: 2, completion: 6 } },
    'svc/paced-1': { reply, price: { prompt: 2, completion: 6 }, pace: { gap_ms: gaps.paced } },
    'svc/slow-1': { reply: reply.slice(0, 32), price: { prompt: 2, completion: 6 }, pace: { gap_ms: gaps.slow } },
  },
  projects: {
    bench: {
      keys: [key],
      models: ['svc/bench-1', 'svc/paced-1', 'svc/slow-1'],
      quota: { requests_per_minute: 1_000_000_000 },
    },
  },
})

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string
  /** What every correct response contains. */
  readonly proof: string
}

function completion(size: number, more: object, model = 'svc/bench-1', proof = reply): Request {
  const made = (content: string): string =>
    JSON.stringify({
      model,
      messages: [
        { role: 'system', content: 'You are a helpful assistant that answers briefly.' },
        { role: 'user', content },
      ],
      temperature: 0.7,
      max_tokens: 256,
      ...more,
    })
  const words = 'Tell me, in a sentence or two, what a gateway is good for and whom it helps. '
  const content = words.repeat(Math.ceil(size / words.length)).slice(0, size - made('').length)
  return { method: 'POST', path: '/v1/chat/completions', body: made(content), proof }
}

export const requests = {
  json: completion(300, {}),
  '16k': completion(16_384, {}),
  models: { method: 'GET', path: '/v1/models', body: '', proof: '"svc/paced-1"' },
  stream: completion(300, { stream: true }, 'svc/bench-1', 'data: [DONE]'),
  paced: completion(300, { stream: true }, 'svc/paced-1', 'data: [DONE]'),
  slow: completion(300, { stream: true }, 'svc/slow-1', 'data: [DONE]'),
} satisfies Record<string, Request>

export function onWire({ method, path, body }: Request, port: number): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${key}`,
    'user-agent: bench',
    'accept: */*',
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
