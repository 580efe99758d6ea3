import { byteLength, type Part } from '../../../core/http.ts'
import { BODY_LIMIT } from '../../../core/request/body.ts'
import type { BodySize, Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { attempt } from '../../edits/json.ts'
import { asStatus, deliver, editResponse } from '../../edits/responses.ts'
import { both, onStatus, type When } from '../../edits/when.ts'

const AMPLE = 64 * BODY_LIMIT
const isChunked = ({ head }: Call): boolean => head.header('content-length') === undefined

const onTooLarge = onStatus(413)
const onChunked = both(onTooLarge, (_, call) => isChunked(call))
const onExpected = both(onTooLarge, (_, { head }) => head.header('expect') !== undefined)
const on3Mib = both(onTooLarge, (_, { head }) => Number(head.header('content-length')) > 3 * BODY_LIMIT)
const RESET: Part = { act: 'reset' }
/** Sends these parts and then ends the connection, without any response. */
const ending = (when: When, ...raw: Part[]) => deliver(when, { raw })

/** The wrong size of a body that has arrived. */
type SizeOf = (arrived: BodySize, call: Call) => number

const ofAllButSecond: SizeOf = ({ bytes }, { project }) => (project?.ordinal === 1 ? 0 : bytes)
const moreOfSecond: SizeOf = ({ bytes }, { project }) => bytes * (project?.ordinal === 1 ? 4 : 1)
const ofAnnounced: SizeOf = ({ bytes }, call) => (isChunked(call) ? 0 : bytes)
const ofChunked: SizeOf = ({ bytes }, call) => (isChunked(call) ? bytes : 0)
const ofAllButChunkedStreams: SizeOf = ({ bytes, text = '' }, call) =>
  isChunked(call) && /"stream": *true/.test(text) ? 0 : bytes
const isCut = (byte: number, at: number): boolean => at > 0 && at % 65_536 === 0 && byte >> 6 === 0b10
const inBlocks: SizeOf = ({ bytes, text }) => (new TextEncoder().encode(text).some(isCut) ? Infinity : bytes)
const doubledIfChunked: SizeOf = ({ bytes }, call) => bytes * (isChunked(call) ? 2 : 1)

/** Faults in the limit of 1 MiB (4.2 rule 6, 8). */
export const faults = () => [
  // A body over the limit that is accepted is parsed, so a request with several problems may get another status.
  breaking(['request-size-refused', 'status-order'], measured, {
    'size-has-no-limit: a body of any size is accepted': () => 0,
    'size-off-by-one: 1048577 bytes are accepted': ({ bytes }) => bytes - 1,
    'size-twice-the-limit: bodies up to 2 MiB are accepted': ({ bytes }) => bytes / 2,
    'size-rounded-up: bodies up to 1.1 million bytes are accepted': ({ bytes }) => bytes - 1_100_000 + BODY_LIMIT,
    'size-counted-in-characters: the limit is counted in characters': ({ bytes, text }) => text?.length ?? bytes,
    'size-counted-without-white-space: blanks at the ends are free': ({ bytes, text }) => text?.trim().length ?? bytes,
    'size-not-for-chunked-uploads: a body without Content-Length has no limit': ofAnnounced,
    'size-only-for-chunked-uploads: a body with Content-Length has no limit': ofChunked,
    'size-not-for-chunked-streams: streams without Content-Length have no limit': ofAllButChunkedStreams,
    'size-only-of-messages: the limit is for the messages alone': ({ bytes, text }) => messagesOf(text, bytes),
    'size-not-for-second-project: the second project has no limit': ofAllButSecond,
  }),
  breaking(['request-size-refused', 'status-order'], {
    'size-far-above-as-400: a body of more than 3 MiB gets 400': editResponse(on3Mib, { status: 400 }),
    'size-expected-as-500: a body over the limit that expects 100 Continue is a 500': asStatus(500, onExpected),
    'size-hangs-up-early: a body over the limit ends the connection without any response': ending(onTooLarge, RESET),
    'size-closes-quietly: a body over the limit ends the connection in good order': ending(onTooLarge),
    'size-hangs-up-on-chunked-uploads: a chunked body over the limit ends the connection': ending(onChunked, RESET),
  }),
  breaking(['request-size-accepted'], measured, {
    'size-read-in-blocks: a character across a multiple of 64 KiB is too large': inBlocks,
    'size-off-by-one-below: exactly 1048576 bytes are refused': ({ bytes }) => bytes + 1,
    'size-decimal-megabyte: the limit is a million bytes': ({ bytes }) => bytes - 1_000_000 + BODY_LIMIT,
    'size-kept-for-the-envelope: 1 KiB of the limit is kept back': ({ bytes }) => bytes + 1024,
    'size-smaller-for-text: messages get a quarter': ({ bytes, text }) => Math.max(bytes, 4 * messagesOf(text, 0)),
    'size-smaller-for-chunked-uploads: without Content-Length half the limit holds': doubledIfChunked,
    'size-smaller-for-second-project: the second project gets a quarter': moreOfSecond,
  }),
]

/** Compares a wrong size with the limit. */
function measured(sizeOf: SizeOf): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    bodyLimit: AMPLE,
    isTooLarge(size, call) {
      const { stage, bytes } = size
      if (stage !== 'arrived') return bytes > AMPLE
      const refused = sizeOf(size, call) > BODY_LIMIT
      if (refused !== bytes > BODY_LIMIT) emit()
      return refused
    },
  })
}

function messagesOf(text: string | undefined, bytes: number): number {
  return attempt(() => byteLength(JSON.stringify(JSON.parse(text ?? '').messages ?? ''))) ?? bytes
}
