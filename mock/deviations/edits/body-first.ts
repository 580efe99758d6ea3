import { Refusal } from '../../core/errors.ts'
import { tooLarge } from '../../core/request/body.ts'
import { invalid } from '../../core/request/problems.ts'
import type { BodySize, Call } from '../../core/types.ts'
import type { Pipeline } from '../../gateway/pipeline.ts'
import type { Change } from '../deviation.ts'
import { editResponse, typed } from './responses.ts'
import { both, onReason } from './when.ts'

/** Checks a body before the key; a refusal ends the request. */
type Look = (arrived: BodySize, call: Call) => Refusal | undefined

/**
 * A pipeline that reads the body before it checks the key, and then continues as usual. The path and an announced size,
 * which need only the head, are still checked first.
 */
export function bodyFirst(pipeline: Pipeline, look: Look): Pipeline {
  return function* late(call, gateway) {
    const { behaviour, head } = call
    const operation = behaviour.route(head)
    if (operation !== 'completion') return yield* pipeline(call, gateway)
    call.operation = operation
    if (behaviour.isTooLarge({ stage: 'announced', bytes: Number(head.header('content-length')) }, call))
      return tooLarge()
    const arrived = yield behaviour.bodyLimit
    const refusal = arrived.stage === 'outgrown' ? tooLarge() : look(arrived, call)
    if (refusal) return refusal
    const run = pipeline(call, gateway)
    let step = run.next()
    while (!step.done) step = run.next(arrived)
    return step.value
  }
}

/** Checks a body by the rules of the contract, with 413 and 400. */
export const judged: Look = (arrived, call) => {
  const { behaviour } = call
  if (behaviour.isTooLarge(arrived, call)) return tooLarge()
  const body = behaviour.parseBody(arrived.text, call)
  if (body instanceof Refusal) return body
  call.body = body
  call.problems = behaviour.problemsOf(body, call)
  return call.problems.length > 0 ? invalid(call.problems) : undefined
}

/** Sends refusals of streaming requests as a stream. @param events creates the events from the error's JSON text */
export function errorInStream(kinds: readonly string[], events: (error: string, call: Call) => string): Change {
  return {
    // Read the body before any refusal, because the body decides whether the response is a stream.
    wrap: (pipeline) => bodyFirst(pipeline, judged),
    apply: editResponse(
      both(onReason(...kinds), (_, { body }) => body?.stream === true),
      (response, call) => ({
        ...typed(response, 'text/event-stream'),
        status: 200,
        body: events(response.body as string, call),
      }),
    ),
  }
}
