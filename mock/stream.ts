import type { Part } from './exchange.ts'
import type { Reply } from './reply.ts'
import { pieces } from './tokens.ts'
import { usageJson } from './usage.ts'

/** The literal last event of a stream (contract 6.5). */
export const DONE = 'data: [DONE]\n\n'

/**
 * The events of a stream, each with its framing: a role, the text piece by piece, the finish, usage
 * when it was asked for, `[DONE]`. The role is optional (2.6) but client libraries miss it.
 */
export function eventsOf(reply: Reply, includeUsage: boolean, texts: readonly string[] = pieces(reply.text)): string[] {
  const head = `data: {"id":"${reply.id}","object":"chat.completion.chunk","created":${reply.created},"model":${JSON.stringify(reply.model)},"choices":[`
  const opening = `${head}{"index":0,"delta":{"content":`
  const closing = '},"finish_reason":null}]}\n\n'
  const events = [`${head}{"index":0,"delta":{"role":"assistant"${closing}`]
  for (const text of texts) events.push(opening + JSON.stringify(text) + closing)
  events.push(`${head}{"index":0,"delta":{},"finish_reason":"${reply.finish}"}]}\n\n`)
  if (includeUsage && reply.form !== 'unknown')
    events.push(`${head}],"usage":${usageJson(reply.usage, reply.form)}}\n\n`)
  events.push(DONE)
  return events
}

/** A stream with pauses: one before the first event, one between any two. */
export function* paced(events: readonly string[], first: number, gap: number): Generator<Part> {
  let wait = first
  for (const event of events) {
    if (wait > 0) yield { wait }
    yield event
    wait = gap
  }
}

/** A stream with its own pause before each content chunk; the first event, which has the role, waits for none. */
export function* paused(events: readonly string[], pauses: readonly number[]): Generator<Part> {
  for (const [at, event] of events.entries()) {
    const wait = pauses[at - 1] ?? 0
    if (wait > 0) yield { wait }
    yield event
  }
}
