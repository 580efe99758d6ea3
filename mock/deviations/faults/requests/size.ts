import type { Part } from '../../../core/http.ts'
import { BODY_LIMIT } from '../../../core/request/body.ts'
import type { Behaviour, Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { deliver, editAnswer } from '../../edits/json.ts'
import { both, onStatus, type When } from '../../edits/when.ts'

const AMPLE = 64 * BODY_LIMIT
const chunked = ({ head }: Call): boolean => head.header('content-length') === undefined

const onTooLarge = onStatus(413)
const RESET: Part = { act: 'reset' }
/** Ends the connection with these parts, and without any response. */
const ending = (when: When, ...raw: Part[]): Apply => deliver(when, { raw })

type Measure = (bytes: number, text: string | undefined, call: Call) => boolean

/** Faults of the limit of 1 MiB (4.2 rule 6, 8). */
export const faults = () => [
  breaking(['request-size-refused', 'status-order'], measured, {
    // A body that passes the limit is read as JSON, so a request with several problems may get another status.
    'size-has-no-limit: a body of any size is accepted': () => false,
    'size-off-by-one: 1048577 bytes are accepted': (bytes) => bytes > BODY_LIMIT + 1,
    'size-twice-the-limit: bodies up to 2 MiB are accepted': (bytes) => bytes > 2 * BODY_LIMIT,
    'size-rounded-up: bodies up to 1.1 million bytes are accepted': (bytes) => bytes > 1_100_000,
    'size-counted-in-characters: the limit is counted in characters': (bytes, text) =>
      (text?.length ?? bytes) > BODY_LIMIT,
    'size-counted-without-white-space: white space at the ends does not count': (bytes, text) =>
      (text?.trim().length ?? bytes) > BODY_LIMIT,
    'size-not-for-chunked-uploads: a body without Content-Length has no limit': (bytes, _, call) =>
      !chunked(call) && bytes > BODY_LIMIT,
    'size-only-for-chunked-uploads: a body with Content-Length has no limit': (bytes, _, call) =>
      chunked(call) && bytes > BODY_LIMIT,
    'size-not-for-chunked-streams: a streaming request without Content-Length has no limit': (bytes, text, call) =>
      bytes > BODY_LIMIT && !(chunked(call) && /"stream": *true/.test(text ?? '')),
    'size-only-of-messages: the limit is for the messages alone': (bytes, text) => messagesOf(text, bytes) > BODY_LIMIT,
    'size-not-for-second-project: the second project has no limit': (bytes, _, { project }) =>
      project?.ordinal !== 1 && bytes > BODY_LIMIT,
  }),
  breaking(['request-size-refused', 'status-order'], {
    'size-far-above-as-400: a body of more than 3 MiB is answered with 400': editAnswer(
      both(onTooLarge, (_, { head }) => Number(head.header('content-length')) > 3 * BODY_LIMIT),
      { status: 400 },
    ),
    'size-hangs-up-early: a body over the limit ends the connection without any answer': ending(onTooLarge, RESET),
    'size-closes-quietly: a body over the limit ends the connection in good order and without any answer':
      ending(onTooLarge),
    'size-hangs-up-on-chunked-uploads: a body over the limit without Content-Length ends the connection without any answer':
      ending(
        both(onTooLarge, (_, call) => chunked(call)),
        RESET,
      ),
  }),
  breaking(['request-size-accepted'], measured, {
    'size-off-by-one-below: exactly 1048576 bytes are refused': (bytes) => bytes >= BODY_LIMIT,
    'size-decimal-megabyte: the limit is a million bytes': (bytes) => bytes > 1_000_000,
    'size-kept-for-the-envelope: 1 KiB of the limit is kept back': (bytes) => bytes > BODY_LIMIT - 1024,
    'size-smaller-for-text: a message may have a quarter of the limit': (bytes, text) =>
      bytes > BODY_LIMIT || messagesOf(text, 0) > BODY_LIMIT / 4,
    'size-smaller-for-chunked-uploads: without Content-Length half the limit holds': (bytes, _, call) =>
      bytes > (chunked(call) ? BODY_LIMIT / 2 : BODY_LIMIT),
  }),
]

function measured(measure: Measure): Apply {
  return (behaviour: Behaviour, emit) => ({
    ...behaviour,
    bodyLimit: AMPLE,
    isTooLarge({ moment, bytes, text }, call) {
      if (moment !== 'arrived') return bytes > AMPLE
      const refused = measure(bytes, text, call)
      if (refused !== bytes > BODY_LIMIT) emit()
      return refused
    },
  })
}

function messagesOf(text: string | undefined, bytes: number): number {
  try {
    return new TextEncoder().encode(JSON.stringify(JSON.parse(text ?? '').messages ?? '')).length
  } catch {
    return bytes
  }
}
