/** Valid response bodies, with optional changes of members. */

export const MESSAGE = { role: 'assistant', content: 'Hello.' } as const
export const CHOICE = { index: 0, message: MESSAGE, finish_reason: 'stop' } as const

/** A completion of one choice. */
export function completionWith(set: object = {}): string {
  const completion = { id: 'c-1', object: 'chat.completion', created: 1, model: 'svc/echo-1', choices: [CHOICE] }
  return JSON.stringify({ ...completion, ...set })
}

/** A list of models with these ids. */
export const listOf = (...ids: string[]): string =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'svc' })) })

/** An error of the gateway. */
export const errorWith = (set: object = {}): string =>
  JSON.stringify({ error: { message: 'm', type: 'server_error', param: null, code: 'c', ...set } })
