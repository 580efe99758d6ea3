import type { Call } from '../../core/types.ts'
import type { Change } from '../deviation.ts'
import { bodyFirst, judged } from './body-first.ts'
import { withHeader } from './json.ts'
import { onReason } from './when.ts'

/** Sends refusals of streamed requests in a stream. @param events around the error, which is JSON text */
export function errorInStream(kinds: readonly string[], events: (error: string, call: Call) => string): Change {
  const isDue = onReason(...kinds)
  return {
    // A refusal may come before the body, which says whether a stream is asked for.
    wrap: (pipeline) => bodyFirst(pipeline, judged),
    apply: (behaviour, emit) => ({
      ...behaviour,
      answers: [
        ...behaviour.answers,
        (answer, call) => {
          if (!isDue(answer, call) || call.body?.stream !== true) return answer
          emit()
          const headers = withHeader(answer.headers, 'content-type', 'text/event-stream')
          return { ...answer, status: 200, headers, body: events(answer.body as string, call) }
        },
      ],
    }),
  }
}
