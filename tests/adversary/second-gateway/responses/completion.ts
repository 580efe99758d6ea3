import type { Freedoms } from '../freedoms/index.ts'
import type { Written } from '../json/json-writer.ts'
import type { Project } from '../projects.ts'
import type { CompletionRequest } from '../request-rules.ts'
import { completionId } from './ids.ts'

const largestInt64 = 9223372036854775807n

export function createdValue({ created }: Freedoms): bigint {
  return { now: BigInt(Math.floor(Date.now() / 1000)), zero: 0n, largest: largestInt64 }[created]
}

/** The whole text of the response, before it is cut into chunks. */
export function responseText({ lastContent }: CompletionRequest, { responseText }: Freedoms): string {
  return {
    constant: 'The tide turns twice a day, and a little later on each of them.',
    echo: `You said: ${[...lastContent.slice(0, 120)].slice(0, 60).join('')}`,
    // Everything that a reader could mistake for the framing around it, and letters of 2 to 4 bytes.
    awkward: 'a\n\ndata: [DONE]\n\nb\r\rc\u2028d\u2029e \uFEFFé 漢字 👩‍🚀 "q" \\ \u0000 </script> [DONE]',
    empty: '',
  }[responseText]
}

export function usageOf({ lastContent }: CompletionRequest, text: string, freedoms: Freedoms): Written {
  const { usageShape } = freedoms
  const completion = BigInt((text.length + 3) >> 2)
  const prompt = usageShape === 'largest' ? largestInt64 - completion : BigInt(1 + (lastContent.length >> 2))
  const withPrompt = usageShape === 'details' || usageShape === 'half-details'
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: withPrompt ? { cached_tokens: 0 } : undefined,
    completion_tokens_details: usageShape === 'details' ? { reasoning_tokens: 0 } : undefined,
    ...extraMembers(freedoms),
  }
}

/** A completion as one JSON body. */
export function completionBody(request: CompletionRequest, freedoms: Freedoms): Written {
  const content = responseText(request, freedoms)
  const message = { role: 'assistant', content, ...extraInMessage(freedoms) }
  return {
    id: completionId(freedoms),
    object: 'chat.completion',
    created: createdValue(freedoms),
    model: request.model,
    choices: [{ index: 0, message, finish_reason: freedoms.finishReason }],
    usage: freedoms.jsonUsage === 'present' ? usageOf(request, content, freedoms) : undefined,
    ...extraMembers(freedoms),
  }
}

/** Members that no table lists, for the objects that may have some. */
export function extraMembers({ extraMembers }: Freedoms): Record<string, Written> {
  return extraMembers === 'none'
    ? {}
    : { x_berth: 7, system_fingerprint: null, x_log: { depth: [1.5, -2e-7], note: 'calm' } }
}

/** Additional members for message and delta. */
export function extraInMessage({ extraInMessage }: Freedoms): Record<string, Written> {
  return extraInMessage === 'none' ? {} : { refusal: null, annotations: [] }
}

/** The models of one project. A model may have no further members; the list around it may. */
export function modelListBody({ catalog }: Project, turn: number, freedoms: Freedoms): Written {
  const from = freedoms.listOrder === 'changing' && catalog.length > 0 ? turn % catalog.length : 0
  const ordered = [...catalog.slice(from), ...catalog.slice(0, from)]
  return {
    object: 'list',
    data: ordered.map((id) => ({ id, object: 'model', created: createdValue(freedoms), owned_by: 'svc' })),
    ...extraMembers(freedoms),
  }
}
