import { perfectServer } from './constant.ts'
import type { NullServer } from './listening.ts'

/** The model that the perfect responses speak of: a harness has to be configured to request this one. */
export const nullModel = 'svc/null'

const json = { 'content-type': 'application/json' }
const created = 1_700_000_000
const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 }

const list = {
  object: 'list',
  data: [{ id: nullModel, object: 'model', created, owned_by: 'svc' }],
}

const completion = {
  id: 'null-1',
  object: 'chat.completion',
  created,
  model: nullModel,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Nothing.' }, finish_reason: 'stop' }],
  usage,
}

export function chunkEvent(delta: object, finish: 'stop' | null): string {
  const chunk = {
    id: 'null-1',
    object: 'chat.completion.chunk',
    created,
    model: nullModel,
    choices: [{ index: 0, delta, finish_reason: finish }],
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

const stream = [
  chunkEvent({ role: 'assistant' }, null),
  chunkEvent({ content: 'Nothing.' }, null),
  chunkEvent({}, 'stop'),
  'data: [DONE]\n\n',
].join('')

/** Flawless successes for every request and every caller. */
export const perfectSuccesses: readonly NullServer[] = [
  perfectServer('perfect-model-list', { status: 200, headers: json, body: JSON.stringify(list) }),
  perfectServer('perfect-completion', {
    status: 200,
    headers: json,
    body: JSON.stringify(completion),
  }),
  perfectServer('perfect-stream', {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: stream,
  }),
]
