import { type HttpResponse, isBytes, isWhole, type Part } from '../http.ts'
import { countTokens } from '../responses/tokens.ts'
import type { Clock } from '../time/clock.ts'
import type { Call } from '../types.ts'
import { endOf, type Timings } from './timings.ts'

/** Text that only events with content have. */
const CONTENT = '"content":'

/** Times a response to a completion until its transport says that it is over. */
export function timeResponse(call: Call, response: HttpResponse, clock: Clock, timings: Timings): void {
  const { onDelivered, body } = response
  const model = modelOf(call)
  const streams = call.streams && response.status === 200
  const parts = streams && !isWhole(body) ? new TimedParts(body, clock) : undefined
  const ready = clock.now()
  if (parts) response.body = parts
  response.onDelivered = (bytes, aborted, content) => {
    const now = clock.now()
    const end = endOf(response.status)
    timings.add('duration', model, end === 'ok' && aborted ? 'aborted' : end, now - call.at)
    if (streams && !aborted) {
      const first = parts ? parts.first : ready
      const further = countTokens(call.said ?? '') - 1
      if (first !== undefined) timings.add('firstToken', model, 'ok', first - call.at)
      if (first !== undefined && further > 0) timings.add('perToken', model, 'ok', (now - first) / further)
    }
    onDelivered?.(bytes, aborted, content)
  }
}

/** Only models of the caller's catalog have a name here, so that no caller can fill the metrics with names. */
function modelOf({ body, project }: Call): string | undefined | null {
  const model = body?.model
  if (model === undefined) return undefined
  return typeof model === 'string' && project?.models.has(model) ? model : null
}

/** The parts of a stream on their way to the transport, and when the first of them with text was pulled. */
class TimedParts implements Iterable<Part>, Iterator<Part> {
  readonly #parts: Iterator<Part>
  readonly #clock: Clock
  /** Undefined before that. If a text is in several pieces, the first byte counts. */
  first: number | undefined
  #found = false

  constructor(parts: Iterable<Part>, clock: Clock) {
    this.#parts = parts[Symbol.iterator]()
    this.#clock = clock
  }

  [Symbol.iterator](): this {
    return this
  }

  next(): IteratorResult<Part> {
    const step = this.#parts.next()
    if (!this.#found && !step.done && isBytes(step.value)) {
      this.#found = textOf(step.value).includes(CONTENT)
      if (this.#found || this.first === undefined) this.first = this.#clock.now()
    }
    return step
  }

  return(): IteratorResult<Part> {
    this.#parts.return?.()
    return { done: true, value: undefined }
  }
}

function textOf(part: string | Uint8Array): string {
  return typeof part === 'string' ? part : new TextDecoder().decode(part)
}
