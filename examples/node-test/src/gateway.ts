/** A small client of the Inference Gateway, for the server side. */
import { setTimeout } from 'node:timers/promises'

export interface Settings {
  /** Without `/v1`. */
  readonly baseUrl: string
  readonly key: string
  readonly model: string
  /** Waits so many milliseconds; a test hands in the clock of the mock. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

export class GatewayError extends Error {
  readonly status: number
  /** For the operators of the gateway; the key is for nobody. */
  readonly requestId: string | null

  constructor(status: number, message: string, requestId: string | null) {
    super(`${status}: ${message} (request ${requestId})`)
    this.status = status
    this.requestId = requestId
  }
}

const MOST_ATTEMPTS = 3
const WORTH_A_RETRY = [429, 500, 503]

/** The answer to a question, piece by piece. */
export async function* ask(question: string, settings: Settings): AsyncGenerator<string> {
  const { body } = await post({ messages: [{ role: 'user', content: question }], stream: true }, settings)
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.replace('data: ', '')
      if (data === '[DONE]') return
      yield textOf(JSON.parse(data))
    }
  }
  throw new Error('The answer broke off before [DONE].')
}

async function post(fields: object, settings: Settings, attempt = 1): Promise<Response> {
  const { baseUrl, key, model, sleep = setTimeout } = settings
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...fields }),
  })
  if (response.ok) return response

  const { error } = (await response.json()) as { error: { message: string } }
  if (attempt === MOST_ATTEMPTS || !WORTH_A_RETRY.includes(response.status))
    throw new GatewayError(response.status, error.message, response.headers.get('x-svc-request-id'))
  const retryAfter = response.headers.get('retry-after')
  await sleep(retryAfter ? Number(retryAfter) * 1_000 : 500 * 2 ** attempt)
  return post(fields, settings, attempt + 1)
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[]
  readonly error?: { readonly message: string }
}

function textOf({ choices = [], error }: Chunk): string {
  if (error) throw new Error(error.message)
  return choices[0]?.delta.content ?? ''
}
