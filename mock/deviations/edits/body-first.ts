import { Refusal } from '../../core/errors.ts'
import { tooLarge } from '../../core/request/body.ts'
import { invalid } from '../../core/request/problems.ts'
import type { BodySize, Call } from '../../core/types.ts'
import type { Pipeline } from '../../gateway/pipeline.ts'

/** Looks at a body that has come, before the key is; a refusal ends the request. */
type Look = (arrived: BodySize, call: Call) => Refusal | undefined

/**
 * A pipeline that takes the body before the key is checked, and then lets the request live as it would have.
 * What the head alone can decide stays where it was: the path, and the size where it is announced.
 */
export function bodyFirst(pipeline: Pipeline, look: Look): Pipeline {
  return function* late(call, gateway) {
    const { behaviour, head } = call
    const operation = behaviour.route(head)
    if (operation !== 'completion') return yield* pipeline(call, gateway)
    call.operation = operation
    if (behaviour.isTooLarge({ moment: 'announced', bytes: Number(head.header('content-length')) }, call))
      return tooLarge()
    const arrived = yield behaviour.bodyLimit
    const refusal = arrived.moment === 'outgrown' ? tooLarge() : look(arrived, call)
    if (refusal) return refusal
    const run = pipeline(call, gateway)
    let step = run.next()
    while (!step.done) step = run.next(arrived)
    return step.value
  }
}

/** Judges a body as the contract does: 413 and 400. */
export const judged: Look = (arrived, call) => {
  const { behaviour } = call
  if (behaviour.isTooLarge(arrived, call)) return tooLarge()
  const body = behaviour.parseBody(arrived.text, call)
  if (body instanceof Refusal) return body
  call.body = body
  call.problems = behaviour.problemsOf(body, call)
  return call.problems.length > 0 ? invalid(call.problems) : undefined
}
