/**
 * A small server-side client of the Inference Gateway, which the examples test. It is JavaScript with types in comments,
 * so that examples with and without a compiler can share it.
 */
import { setTimeout } from 'node:timers/promises'

/**
 * @typedef {object} Settings
 * @property {string} baseUrl without `/v1`
 * @property {string} key
 * @property {string} model
 * @property {(milliseconds: number) => Promise<unknown>} [sleep] a test can pass one that moves the clock of the mock
 */

export class GatewayError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string | null} requestId lets the operators of the gateway find the request
   */
  constructor(status, message, requestId) {
    super(`${status}: ${message} (request ${requestId})`)
    this.status = status
    this.requestId = requestId
  }
}

const MAX_ATTEMPTS = 3
const WORTH_A_RETRY = [429, 500, 503]

/**
 * Yields the answer to a question, piece by piece.
 *
 * @param {string} question
 * @param {Settings} settings
 * @returns {AsyncGenerator<string, void, undefined>}
 */
export async function* ask(question, settings) {
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

/**
 * @param {object} fields
 * @param {Settings} settings
 * @param {number} attempt
 * @returns {Promise<Response>}
 */
async function post(fields, settings, attempt = 1) {
  const { baseUrl, key, model, sleep = setTimeout } = settings
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...fields }),
  })
  if (response.ok) return response

  const { error } = /** @type {{ error: { message: string } }} */ (await response.json())
  if (attempt === MAX_ATTEMPTS || !WORTH_A_RETRY.includes(response.status))
    throw new GatewayError(response.status, error.message, response.headers.get('x-svc-request-id'))
  const retryAfter = response.headers.get('retry-after')
  await sleep(retryAfter ? Number(retryAfter) * 1_000 : 500 * 2 ** attempt)
  return post(fields, settings, attempt + 1)
}

/**
 * @param {{ choices?: { delta: { content?: string } }[], error?: { message: string } }} chunk
 * @returns {string}
 */
function textOf({ choices = [], error }) {
  if (error) throw new Error(error.message)
  return choices[0]?.delta.content ?? ''
}
