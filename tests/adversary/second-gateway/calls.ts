import type { SecondGateway } from './index.ts'

/** The parts of a response that tests inspect. */
export type Heard = Awaited<ReturnType<typeof call>>
export type Body = string | Uint8Array<ArrayBuffer>

export interface Call {
  readonly key?: string | null
  readonly headers?: Record<string, string>
  readonly method?: string
  readonly body?: Body
}

/** Calls a path with the valid key, unless another one, or none, is given. */
export async function call(gateway: SecondGateway, path: string, how: Call = {}) {
  const key = how.key === undefined ? gateway.keys.valid : how.key
  const response = await fetch(gateway.url + path, {
    method: how.method ?? 'GET',
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(how.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...how.headers,
    },
    ...(how.body === undefined ? {} : { body: how.body, duplex: 'half' as const }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export function complete(gateway: SecondGateway, body: Body, how: Call = {}): Promise<Heard> {
  return call(gateway, '/v1/chat/completions', { method: 'POST', body, ...how })
}

/** A valid body with some members replaced; `undefined` removes one. */
export function bodyFor(gateway: SecondGateway, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    model: gateway.models.chat,
    messages: [{ role: 'user', content: 'Is it high water yet?' }],
    ...changes,
  })
}

/** Returns the inner object of an error response. @throws unless it has the shape of the contract */
export function errorOf(heard: Heard): Record<string, string | null> {
  const whole = JSON.parse(heard.text) as { error: Record<string, string | null> }
  const names = [Object.keys(whole).join(), ...Object.keys(whole.error).sort()].join(' ')
  const types = /^(invalid_request|authentication|rate_limit|server)_error$/
  const holds =
    names === 'error code message param type' &&
    types.test(String(whole.error.type)) &&
    /^application\/json\b/i.test(heard.headers.get('content-type') ?? '') &&
    heard.headers.get('x-svc-request-id')
  if (!holds) throw new Error(`not an error of the contract: ${heard.status} ${heard.text}`)
  return whole.error
}
