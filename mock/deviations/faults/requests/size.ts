import { deliveredAs } from '../../../core/http.ts'
import { BODY_LIMIT } from '../../../core/request/body.ts'
import type { Behaviour, Call } from '../../../core/types.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { onStatus } from '../../edits/when.ts'

const AMPLE = 64 * BODY_LIMIT
const chunked = ({ head }: Call): boolean => head.header('content-length') === undefined

type Measure = (bytes: number, text: string | undefined, call: Call) => boolean

/** What can be wrong with the limit of 1 MiB (4.2 rule 6, 8). */
export const sizeFaults = (): readonly Fault[] => [
  // What gets past the limit is judged as JSON, so that a request with several problems may get another status.
  fault(
    'size-has-no-limit',
    ['request-size-refused', 'status-order'],
    'a body of any size is accepted',
    measured(() => false),
  ),
  fault(
    'size-off-by-one',
    ['request-size-refused', 'status-order'],
    '1048577 bytes are accepted',
    measured((bytes) => bytes > BODY_LIMIT + 1),
  ),
  fault(
    'size-twice-the-limit',
    ['request-size-refused', 'status-order'],
    'bodies up to 2 MiB are accepted',
    measured((bytes) => bytes > 2 * BODY_LIMIT),
  ),
  fault(
    'size-rounded-up',
    ['request-size-refused', 'status-order'],
    'bodies up to 1.1 million bytes are accepted',
    measured((bytes) => bytes > 1_100_000),
  ),
  fault(
    'size-counted-in-characters',
    ['request-size-refused', 'status-order'],
    'the limit is counted in characters',
    measured((bytes, text) => (text?.length ?? bytes) > BODY_LIMIT),
  ),
  fault(
    'size-counted-without-white-space',
    ['request-size-refused', 'status-order'],
    'white space at the ends does not count',
    measured((bytes, text) => (text?.trim().length ?? bytes) > BODY_LIMIT),
  ),
  fault(
    'size-not-for-chunked-uploads',
    ['request-size-refused', 'status-order'],
    'a body without Content-Length has no limit',
    measured((bytes, _, call) => !chunked(call) && bytes > BODY_LIMIT),
  ),
  fault(
    'size-only-for-chunked-uploads',
    ['request-size-refused', 'status-order'],
    'a body with Content-Length has no limit',
    measured((bytes, _, call) => chunked(call) && bytes > BODY_LIMIT),
  ),
  fault(
    'size-only-of-messages',
    ['request-size-refused', 'status-order'],
    'the limit is for the messages alone',
    measured((bytes, text) => messagesOf(text, bytes) > BODY_LIMIT),
  ),
  fault(
    'size-not-for-second-project',
    ['request-size-refused', 'status-order'],
    'the second project has no limit',
    measured((bytes, _, { project }) => project?.ordinal !== 1 && bytes > BODY_LIMIT),
  ),
  fault(
    'size-off-by-one-below',
    ['request-size-accepted'],
    'exactly 1048576 bytes are refused',
    measured((bytes) => bytes >= BODY_LIMIT),
  ),
  fault(
    'size-decimal-megabyte',
    ['request-size-accepted'],
    'the limit is a million bytes',
    measured((bytes) => bytes > 1_000_000),
  ),
  fault(
    'size-kept-for-the-envelope',
    ['request-size-accepted'],
    '1 KiB of the limit is kept back',
    measured((bytes) => bytes > BODY_LIMIT - 1024),
  ),
  fault(
    'size-smaller-for-text',
    ['request-size-accepted'],
    'a message may have a quarter of the limit',
    measured((bytes, text) => bytes > BODY_LIMIT || messagesOf(text, 0) > BODY_LIMIT / 4),
  ),
  fault(
    'size-smaller-for-chunked-uploads',
    ['request-size-accepted'],
    'without Content-Length half the limit holds',
    measured((bytes, _, call) => bytes > (chunked(call) ? BODY_LIMIT / 2 : BODY_LIMIT)),
  ),
  fault(
    'size-hangs-up-early',
    ['request-size-refused', 'status-order'],
    'a body over the limit ends the connection without any answer',
    editAnswer(onStatus(413), (answer) => deliveredAs(answer, { raw: [{ act: 'reset' }] })),
  ),
  fault(
    'size-closes-quietly',
    ['request-size-refused', 'status-order'],
    'a body over the limit ends the connection in good order and without any answer',
    editAnswer(onStatus(413), (answer) => deliveredAs(answer, { raw: [] })),
  ),
  fault(
    'size-hangs-up-on-chunked-uploads',
    ['request-size-refused', 'status-order'],
    'a body over the limit without Content-Length ends the connection without any answer',
    editAnswer(
      (answer, call) => onStatus(413)(answer, call) && chunked(call),
      (answer) => deliveredAs(answer, { raw: [{ act: 'reset' }] }),
    ),
  ),
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
