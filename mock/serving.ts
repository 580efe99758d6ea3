import type { Model, Project } from './accounts.ts'
import type { JsonObject } from './body.ts'
import type { Call } from './call.ts'
import { type Answer, jsonAnswer, type Part } from './exchange.ts'
import type { Reply } from './reply.ts'
import { eventsOf, paced, paused } from './stream.ts'

/** Gives a reply the form that the request asked for, and books what it used. */
export function serve(reply: Reply, body: JsonObject, model: Model, project: Project, call: Call): Answer {
  const { behaviour } = call
  call.streams = behaviour.isStream(body, call)
  if (!call.streams) {
    project.ledger.book(reply.usage, reply.form !== 'unknown', model.price)
    return jsonAnswer(200, behaviour.completionJson(reply, call))
  }
  let events = eventsOf(reply, asksForUsage(body), reply.pieces ?? behaviour.pieces(reply.text))
  for (const edit of behaviour.events) events = edit(events, call)
  const parts = deliver(events, model, reply, call)
  const answer: Answer = {
    status: 200,
    headers: ['content-type', 'text/event-stream'],
    body: parts ?? events.join(''),
    framing: 'chunked',
  }
  if (parts) answer.settled = (sent, aborted) => settle(reply, sent, aborted, model, project)
  else project.ledger.book(reply.usage, reply.form !== 'unknown', model.price)
  return answer
}

function asksForUsage(body: JsonObject): boolean {
  const options = body.stream_options as { include_usage?: unknown } | null | undefined
  return options?.include_usage === true
}

function deliver(
  events: readonly string[],
  { pace }: Model,
  { pauses }: Reply,
  call: Call,
): Iterable<Part> | undefined {
  let parts: Iterable<Part> | undefined = pauses ? paused(events, pauses) : pace && paced(events, pace.first, pace.gap)
  for (const way of call.behaviour.delivery) parts = way(events, call) ?? parts
  return parts
}

/** An aborted stream is metered too: the tokens that had gone out, which is one a chunk after the role. */
function settle(reply: Reply, sent: number, aborted: boolean, model: Model, project: Project): void {
  const completion = aborted ? Math.min(reply.usage.completion, Math.max(0, sent - 1)) : reply.usage.completion
  if (aborted) project.ledger.aborted++
  project.ledger.book({ prompt: reply.usage.prompt, completion }, reply.form !== 'unknown', model.price)
}
