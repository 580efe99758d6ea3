/** Targets that send very many tiny pieces: each costs far more to receive than to send. */

import { type Call, type Hostile, on, onRequests, pour } from './hostile.ts'
import { CHUNKED, headOf } from './responses.ts'

/** Completions and streams that should succeed. */
const accepted = ({ honest, method }: Call): boolean => honest.ok && method === 'POST'

/** Chunks that are sent at a time. */
const AT_A_TIME = 10_000

/** A text with each byte in its own chunk. */
const crumbled = (text: string): Buffer => Buffer.from([...text].map((byte) => `1\r\n${byte}\r\n`).join(''))

/** Responds to selected requests with an endless text, byte by byte, and to others as expected. */
const crumbs = (which: (call: Call) => boolean, text: (call: Call) => string) =>
  on(which, (call) => {
    call.socket.write(`${headOf(call.honest, CHUNKED)}\r\n\r\n`)
    const bytes = crumbled(text(call))
    pour(call.socket, () => bytes)
  })

/** The number of chunks before the end of a correct response. */
const CRUMBS_BEFORE_END = 1_000_000

function crumbsThenEnd({ socket, honest }: Call): void {
  socket.write(`${headOf(honest, CHUNKED)}\r\n\r\n`)
  const filler = crumbled((honest.stream ? ':\n' : '  ').repeat(AT_A_TIME / 2))
  let sent = 0
  const more = (): void => {
    if (socket.destroyed) return
    if (sent === CRUMBS_BEFORE_END) return void socket.write(`${crumbled(honest.body)}0\r\n\r\n`)
    sent += AT_A_TIME
    if (socket.write(filler)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

const KIB = 'x'.repeat(1024)

/** A response head that never ends. */
const endlessHead = (status: string) =>
  on(accepted, ({ socket }) => {
    let n = 0
    socket.write(`HTTP/1.1 ${status}\r\n`)
    pour(socket, () => `x-${n++}: ${KIB}\r\n`)
  })

const spaces = (): string => ' '.repeat(AT_A_TIME)
const events = ({ honest }: Call): string => honest.body.split('\n\n')[0]?.concat('\n\n').repeat(50) ?? ''
const streams = ({ honest }: Call): boolean => honest.ok && honest.stream

export const pieces: readonly Hostile[] = onRequests({
  'crumbs: sends white space without end before a completion, each byte in its own chunk': crumbs(accepted, spaces),
  'crumbs-of-events: sends the events of a stream without end, each byte in its own chunk': crumbs(streams, events),
  'crumbs-then-end: sends a million chunks of one byte before each completion': on(accepted, crumbsThenEnd),
  'endless-continue-head: never ends the head of a 100 Continue': endlessHead('100 Continue'),
  'endless-hints-head: never ends the head of a 103 Early Hints': endlessHead('103 Early Hints'),
})
