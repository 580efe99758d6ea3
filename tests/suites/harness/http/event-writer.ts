/** Writes event streams for tests of the reader; shares no code with the reader or the mock. */

export interface Chunk {
  readonly text?: string
  readonly finish?: unknown
  readonly delta?: object
  /** Changed members of the chunk. */
  readonly set?: object
  /** Changed members of its choice. */
  readonly choice?: object
}

/** The payload of one chunk. */
export function chunk({
  text,
  finish = null,
  delta = text === undefined ? {} : { content: text },
  set = {},
  choice = {},
}: Chunk): string {
  return JSON.stringify({
    id: 'cmpl-1',
    object: 'chat.completion.chunk',
    created: 7,
    model: 'svc/echo-1',
    choices: [{ index: 0, delta, finish_reason: finish, ...choice }],
    ...set,
  })
}

/** The payloads of a plain stream. */
export const first = chunk({ delta: { role: 'assistant' } })
export const hello = chunk({ text: 'Hello' })
export const final = chunk({ finish: 'stop' })
export const DONE = '[DONE]'
export const plain: readonly string[] = [first, hello, final, DONE]

/** Payloads as the events of section 6. */
export function framed(payloads: readonly string[], lineEnd = '\n'): string {
  return payloads.map((payload) => `data: ${payload}${lineEnd}${lineEnd}`).join('')
}
