import { type HttpResponse, jsonResponse, type Part } from '../core/http.ts'
import type { JsonObject } from '../core/request/body.ts'
import { eventsOf, inOnePiece, paced, type StreamPlan } from '../core/responses/stream.ts'
import type { Clock } from '../core/time/clock.ts'
import { sample } from '../core/time/distribution.ts'
import { type Draws, drawPace } from '../core/time/pace.ts'
import type { Accounts, Behaviour, Call, Model, Project, Reply, Step } from '../core/types.ts'
import type { DrawsOf, idsFrom } from './ids.ts'
import type { UsageBooking } from './usage-booking.ts'

/** The sources of a completion's id, time and pauses. */
export interface Sources {
  readonly accounts: Accounts
  readonly ids: ReturnType<typeof idsFrom>
  readonly draws: DrawsOf
  readonly clock: Clock
}

/** A valid request for a completion. */
export interface Completion {
  readonly body: JsonObject
  readonly model: Model
  readonly project: Project
  readonly call: Call
  readonly gateway: Sources
}

/** Creates the reply of a model to a request, with the parts that a script replaces. */
export function replyOf(
  { body, model, project, call, gateway }: Completion,
  { compose }: Pick<Behaviour, 'compose'>,
  step: Step | undefined,
): Reply {
  const reply: Reply = {
    id: gateway.ids.completion(),
    created: Math.floor(gateway.clock.now() / 1000),
    // keeps: completion-model-echo
    model: model.id,
    form: model.usage,
    ...compose(body, model, project, call, step?.text),
  }
  return step ? scripted(reply, step) : reply
}

/** Creates the response for a reply in the requested form, JSON or stream (2.4, section 6), and books its usage. */
export function serve(completion: Completion, reply: Reply, booking: UsageBooking): HttpResponse {
  const { body, call } = completion
  const { behaviour } = call
  const isDisturbed = call.disturbances.length > 0
  // keeps: request-stream-false, completion-json, stream-started
  call.streams = behaviour.isStream(body, call)
  call.said = reply.text
  if (!call.streams) {
    const json = behaviour.completionJson(reply, call)
    return booking.book(reply, jsonResponse(200, json), [json], isDisturbed)
  }
  const stream = { reply, texts: () => reply.pieces ?? behaviour.pieces(reply.text), usage: asksForUsage(body) }
  const events = behaviour.events.length + behaviour.delivery.length === 0 ? untouched(stream) : edited(stream, call)
  const response = {
    status: 200,
    // keeps: stream-media-type
    headers: ['content-type', 'text/event-stream'],
    body: deliver(events, completion, reply) ?? inOnePiece(events),
    delivery: CHUNKED,
  }
  return booking.book(reply, response, events, isDisturbed)
}

const CHUNKED = { framing: 'chunked' } as const

/** Unchanged events are generated when they are sent, and again when the booking reads them. */
const untouched = (stream: StreamPlan): Iterable<string> => ({ [Symbol.iterator]: () => eventsOf(stream) })

function edited(stream: StreamPlan, call: Call): string[] {
  let events = [...eventsOf(stream)]
  for (const edit of call.behaviour.events) events = edit(events, call)
  return events
}

function asksForUsage(body: JsonObject): boolean {
  const options = body.stream_options as { include_usage?: unknown } | null | undefined
  return options?.include_usage === true
}

function deliver(
  events: Iterable<string>,
  { model, project, call, gateway }: Completion,
  { pauses }: Reply,
): Iterable<Part> | undefined {
  const pace = project.pace ?? model.pace ?? gateway.accounts.pace
  let parts: Iterable<Part> | undefined
  if (pauses) {
    const waits = drawn(pauses, drawsOf(call, gateway.draws))
    // A script sets no pause before the first event, which contains the role.
    parts = paced(events, (at) => waits[at - 1] ?? 0)
  } else if (pace) parts = paced(events, drawPace(pace, drawsOf(call, gateway.draws)))
  for (const way of call.behaviour.delivery) parts = way(events as string[], call) ?? parts
  return parts
}

function drawn(pauses: NonNullable<Reply['pauses']>, draws: Draws): readonly number[] {
  if (pauses.every((pause) => typeof pause === 'number')) return pauses
  const draw = draws('gap')
  return pauses.map((pause) => sample(pause, draw))
}

/** The random numbers of one response: reproducible with the seed, whatever other projects or disturbances draw. */
function drawsOf({ project, number }: Call, draws: DrawsOf): Draws {
  let count: number | undefined
  return (purpose) => {
    count ??= project ? ++project.paced : number
    return draws(count, `${project?.name ?? ''}/${purpose}`)
  }
}

/** Applies a script to a reply, except its chunks and its finish reason if a limit has truncated the text. */
function scripted(reply: Reply, { text, pieces, pauses, finish, usage, created }: Step): Reply {
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
