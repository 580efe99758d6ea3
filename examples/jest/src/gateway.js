/** A small client of the Inference Gateway, for the server side. */
import { setTimeout } from 'node:timers/promises'

export class GatewayError extends Error {
  constructor(status, message, requestId) {
    super(`${status}: ${message} (request ${requestId})`)
    this.status = status
    /** For the operators of the gateway; the key is for nobody. */
    this.requestId = requestId
  }
}

const MOST_ATTEMPTS = 3
const WORTH_A_RETRY = [429, 500, 503]

/**
 * The answer to a question, piece by piece. Settings are `baseUrl` without `/v1`, `key`, `model`, and `sleep`,
 * which waits so many milliseconds; a test hands in the clock of the mock.
 */
export async function* ask(question, settings) {
  const { body } = await post({ messages: [{ role: 'user', content: question }], stream: true }, settings)
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = event.replace('data: ', '')
      if (data === '[DONE]') return
      yield textOf(JSON.parse(data))
    }
  }
  throw new Error('The answer broke off before [DONE].')
}

async function post(fields, settings, attempt = 1) {
  const { baseUrl, key, model, sleep = setTimeout } = settings
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...fields }),
  })
  if (response.ok) return response

  const { error } = await response.json()
  if (attempt === MOST_ATTEMPTS || !WORTH_A_RETRY.includes(response.status))
    throw new GatewayError(response.status, error.message, response.headers.get('x-svc-request-id'))
  const retryAfter = response.headers.get('retry-after')
  await sleep(retryAfter ? Number(retryAfter) * 1_000 : 500 * 2 ** attempt)
  return post(fields, settings, attempt + 1)
}

function textOf({ choices = [], error }) {
  if (error) throw new Error(error.message)
  return choices[0]?.delta.content ?? ''
}
