import { eventsOf, paced, paused, type Telling, wholeStream } from '../core/answers/stream.ts'
import { LONGEST_KEPT, repeatedStream } from '../core/answers/stream-cache.ts'
import { contractBehaviour } from '../core/contract-behaviour.ts'
import { type Answer, jsonAnswer, type Part } from '../core/http.ts'
import type { JsonObject } from '../core/request/body.ts'
import type { Call, Model, Project, Reply, Step } from '../core/types.ts'
import { book, bookWhenSettled, type Served } from './settlement.ts'

/** Gives a reply the form that the request asked for, and books what it used. */
export function serve(reply: Reply, body: JsonObject, model: Model, project: Project, call: Call): Answer {
  const { behaviour } = call
  const served = { model, project, call }
  call.streams = behaviour.isStream(body, call)
  call.said = reply.text
  if (!call.streams) {
    const json = behaviour.completionJson(reply, call)
    return booked(jsonAnswer(200, json), reply, [json], served)
  }
  const telling = { reply, texts: () => reply.pieces ?? behaviour.pieces(reply.text), usage: asksForUsage(body) }
  return streamed(telling, served)
}

function streamed(telling: Telling, { model, project, call }: Served): Answer {
  const { events: edits, delivery } = call.behaviour
  const { reply } = telling
  const events = edits.length + delivery.length === 0 ? untouched(telling) : edited(telling, call)
  const parts = deliver(events, model, reply, call)
  const whole = (): string => (Array.isArray(events) ? events.join('') : written(telling, model, call))
  const answer: Answer = {
    status: 200,
    headers: ['content-type', 'text/event-stream'],
    body: parts ?? whole(),
    framing: 'chunked',
  }
  return booked(answer, reply, events, { model, project, call })
}

/** A stream in one piece. */
function written(telling: Telling, model: Model, { behaviour }: Call): string {
  const { text, pieces } = telling.reply
  const isModels = text === model.reply && pieces === undefined && behaviour.pieces === contractBehaviour.pieces
  return isModels && text.length <= LONGEST_KEPT ? repeatedStream(telling, model) : wholeStream(telling)
}

/** Events that nothing changes are made when they are sent, and again where somebody looks at them later. */
function untouched(telling: Telling): Iterable<string> {
  return { [Symbol.iterator]: () => eventsOf(telling) }
}

function edited(telling: Telling, call: Call): string[] {
  let events = [...eventsOf(telling)]
  for (const edit of call.behaviour.events) events = edit(events, call)
  return events
}

/** What goes out in one piece is booked at once; anything else when it is known how much of it went out. */
function booked(answer: Answer, reply: Reply, texts: Iterable<string>, served: Served): Answer {
  const atOnce = typeof answer.body === 'string' && served.call.disturbances.length === 0
  if (atOnce) book(reply, served)
  else answer.settled = bookWhenSettled(reply, texts, served)
  return answer
}

function asksForUsage(body: JsonObject): boolean {
  const options = body.stream_options as { include_usage?: unknown } | null | undefined
  return options?.include_usage === true
}

function deliver(events: Iterable<string>, { pace }: Model, { pauses }: Reply, call: Call): Iterable<Part> | undefined {
  let parts: Iterable<Part> | undefined = pauses ? paused(events, pauses) : pace && paced(events, pace.first, pace.gap)
  for (const way of call.behaviour.delivery) parts = way(events as string[], call) ?? parts
  return parts
}

/** A reply as a script wants it. Where a limit has cut the text, the chunks of the script are no longer its own. */
export function scripted(reply: Reply, { text, pieces, pauses, finish, usage, created }: Step): Reply {
  const whole = text === reply.text
  return {
    ...reply,
    created: created ?? reply.created,
    finish: whole ? (finish ?? reply.finish) : reply.finish,
    usage: usage === undefined || usage === 'unknown' ? reply.usage : usage,
    form: usage === 'unknown' ? 'unknown' : reply.form,
    pieces: whole ? pieces : undefined,
    pauses,
  }
}
