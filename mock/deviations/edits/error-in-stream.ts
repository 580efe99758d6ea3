import type { Call } from '../../core/types.ts'
import type { Change } from '../deviation.ts'
import { bodyFirst, judged } from './body-first.ts'
import { editAnswer, typed } from './json.ts'
import { both, onReason } from './when.ts'

/** Sends refusals of streamed requests in a stream. @param events around the error, which is JSON text */
export function errorInStream(kinds: readonly string[], events: (error: string, call: Call) => string): Change {
  return {
    // A refusal may come before the body, which decides whether it is a stream.
    wrap: (pipeline) => bodyFirst(pipeline, judged),
    apply: editAnswer(
      both(onReason(...kinds), (_, { body }) => body?.stream === true),
      (answer, call) => ({
        ...typed(answer, 'text/event-stream'),
        status: 200,
        body: events(answer.body as string, call),
      }),
    ),
  }
}
