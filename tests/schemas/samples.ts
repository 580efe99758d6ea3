/** A valid instance of every wire object, written from the contract; tests break one member at a time. */
import type { Json } from '../../suites/harness/http/exact-json.ts'
import type { WireName } from '../../suites/harness/judge/schema.ts'

const usage = {
  prompt_tokens: 3,
  completion_tokens: 4,
  total_tokens: 7,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 1 },
}

const model = { id: 'svc/echo-1', object: 'model', created: 1735689600, owned_by: 'svc' }

export const samples = {
  model,
  'model-list': { object: 'list', data: [model, { ...model, id: 'svc/9' }] },
  'chat-message': { role: 'user', content: 'Hello' },
  usage,
  'chat-completion': {
    id: 'cmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'svc/echo-1',
    choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
    usage,
  },
  'chat-completion-chunk': {
    id: 'cmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'svc/echo-1',
    choices: [{ index: 0, delta: { role: 'assistant', content: 'Hel' }, finish_reason: null }],
    usage,
  },
  error: { error: { message: 'No.', type: 'invalid_request_error', param: null, code: 'no' } },
  'chat-completion-request': {
    model: 'svc/echo-1',
    messages: [{ role: 'user', content: 'Hello' }],
    temperature: 0,
    top_p: 1,
    max_tokens: 1,
    stream: true,
    stream_options: { include_usage: true },
    n: 1,
    stop: ['a', 'b'],
  },
} as const satisfies Record<WireName, Json>

function steps(pointer: string): string[] {
  return pointer.split('/').slice(1)
}

/** The object or array that contains the target of a pointer, in a copy that may be changed. */
function opened(value: Json, pointer: string): { copy: Json; holder: { [name: string]: Json }; last: string } {
  const copy = structuredClone(value)
  const path = steps(pointer)
  const last = path.pop() ?? ''
  let holder = copy as { [name: string]: Json }
  for (const step of path) holder = holder[step] as { [name: string]: Json }
  return { copy, holder, last }
}

/** A copy with another member at the pointer. */
export function withMember(value: Json, pointer: string, member: Json): Json {
  if (pointer === '') return member
  const { copy, holder, last } = opened(value, pointer)
  holder[last] = member
  return copy
}

/** A copy without the member at the pointer. */
export function withoutMember(value: Json, pointer: string): Json {
  const { copy, holder, last } = opened(value, pointer)
  delete holder[last]
  return copy
}
