import { BODY_LIMIT } from '../../../core/request/body.ts'
import type { Behaviour, Call } from '../../../core/types.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { onStatus } from '../../edits/when.ts'

const AMPLE = 64 * BODY_LIMIT
const chunked = ({ head }: Call): boolean => head.header('content-length') === undefined

type Measure = (bytes: number, text: string | undefined, call: Call) => boolean

/** How the size of a body is judged wrongly: `[name, what shows, what is too large]`. */
const TOO_MUCH: [name: string, shows: string, isTooLarge: Measure][] = [
  ['has-no-limit', 'a body of any size is accepted', () => false],
  ['off-by-one', '1048577 bytes are accepted', (bytes) => bytes > BODY_LIMIT + 1],
  ['twice-the-limit', 'bodies up to 2 MiB are accepted', (bytes) => bytes > 2 * BODY_LIMIT],
  ['rounded-up', 'bodies up to 1.1 million bytes are accepted', (bytes) => bytes > 1_100_000],
  [
    'counted-in-characters',
    'the limit is counted in characters',
    (bytes, text) => (text?.length ?? bytes) > BODY_LIMIT,
  ],
  [
    'counted-without-white-space',
    'white space at the ends does not count',
    (bytes, text) => (text?.trim().length ?? bytes) > BODY_LIMIT,
  ],
  [
    'not-for-chunked-uploads',
    'a body without Content-Length has no limit',
    (bytes, _, call) => !chunked(call) && bytes > BODY_LIMIT,
  ],
  [
    'only-for-chunked-uploads',
    'a body with Content-Length has no limit',
    (bytes, _, call) => chunked(call) && bytes > BODY_LIMIT,
  ],
  ['only-of-messages', 'the limit is for the messages alone', (bytes, text) => messagesOf(text, bytes) > BODY_LIMIT],
  [
    'not-for-second-project',
    'the second project has no limit',
    (bytes, _, { project }) => project?.ordinal !== 1 && bytes > BODY_LIMIT,
  ],
]

/** How a body that is small enough is refused all the same. */
const TOO_LITTLE: [name: string, shows: string, isTooLarge: Measure][] = [
  ['off-by-one-below', 'exactly 1048576 bytes are refused', (bytes) => bytes >= BODY_LIMIT],
  ['decimal-megabyte', 'the limit is a million bytes', (bytes) => bytes > 1_000_000],
  ['kept-for-the-envelope', '1 KiB of the limit is kept back', (bytes) => bytes > BODY_LIMIT - 1024],
  [
    'smaller-for-chunked-uploads',
    'without Content-Length half the limit holds',
    (bytes, _, call) => bytes > (chunked(call) ? BODY_LIMIT / 2 : BODY_LIMIT),
  ],
]

/** What can be wrong with the limit of 1 MiB (4.2 rule 6, 8). */
export const sizeFaults = (): readonly Fault[] => [
  // What gets past the limit is judged as JSON, so that several faults in one request may end otherwise.
  ...TOO_MUCH.map(
    ([name, shows, measure]): Fault => ({
      name: `size-${name}`,
      breaks: ['request-size-refused', 'status-order'],
      shows,
      apply: measured(measure),
    }),
  ),
  ...TOO_LITTLE.map(
    ([name, shows, measure]): Fault => ({
      name: `size-${name}`,
      breaks: ['request-size-accepted'],
      shows,
      apply: measured(measure),
    }),
  ),
  {
    name: 'size-hangs-up-early',
    breaks: ['request-size-refused', 'status-order'],
    shows: 'a body over the limit ends the connection without any answer',
    apply: editAnswer(onStatus(413), (answer) => ({ ...answer, raw: [{ act: 'reset' }] })),
  },
  {
    name: 'size-closes-quietly',
    breaks: ['request-size-refused', 'status-order'],
    shows: 'a body over the limit ends the connection in good order and without any answer',
    apply: editAnswer(onStatus(413), (answer) => ({ ...answer, raw: [] })),
  },
  {
    name: 'size-hangs-up-on-chunked-uploads',
    breaks: ['request-size-refused', 'status-order'],
    shows: 'a body over the limit without Content-Length ends the connection without any answer',
    apply: editAnswer(
      (answer, call) => onStatus(413)(answer, call) && chunked(call),
      (answer) => ({ ...answer, raw: [{ act: 'reset' }] }),
    ),
  },
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
