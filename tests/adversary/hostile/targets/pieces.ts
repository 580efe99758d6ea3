/** Targets that send very many tiny pieces: each costs far more to receive than to send. */
import { CHUNKED, headOf } from './answers.ts'
import { type Call, type Hostile, on, onRequest, pour } from './hostile.ts'

/** Completions and streams that should succeed. */
const accepted = ({ honest, method }: Call): boolean => honest.ok && method === 'POST'

/** Chunks that are sent at a time. */
const AT_A_TIME = 10_000

/** Bytes of a text, each in its own chunk. */
const crumbled = (text: string): Buffer => Buffer.from([...text].map((byte) => `1\r\n${byte}\r\n`).join(''))

/** Sends completions and streams byte by byte, and all else as expected. */
function crumbs(name: string, does: string, which: (call: Call) => boolean, text: (call: Call) => string): Hostile {
  const act = (call: Call): void => {
    const { socket, honest } = call
    socket.write(`${headOf(honest, CHUNKED)}\r\n\r\n`)
    const bytes = crumbled(text(call))
    pour(socket, () => bytes)
  }
  return onRequest(
    name,
    does,
    on((call) => call.honest.ok && which(call), act),
  )
}

/** A million chunks, and then the end of a sound answer. */
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

/** A head that goes on for ever. */
function endlessHead(name: string, does: string, begin: string, next: (n: number) => string): Hostile {
  const act = ({ socket }: Call): void => {
    let n = 0
    socket.write(begin)
    pour(socket, () => next(n++))
  }
  return onRequest(name, does, on(accepted, act))
}

export const pieces: readonly Hostile[] = [
  crumbs(
    'crumbs',
    'sends white space without end before a completion, each byte in its own chunk',
    ({ method }) => method === 'POST',
    () => ' '.repeat(AT_A_TIME),
  ),
  crumbs(
    'crumbs-of-events',
    'sends the events of a stream without end, each byte in its own chunk',
    ({ honest }) => honest.stream,
    ({ honest }) => honest.body.split('\n\n')[0]?.concat('\n\n').repeat(50) ?? '',
  ),
  onRequest(
    'crumbs-then-end',
    'sends a million chunks of one byte before each completion',
    on(accepted, crumbsThenEnd),
  ),
  endlessHead(
    'endless-continue-head',
    'never ends the head of a 100 Continue',
    'HTTP/1.1 100 Continue\r\n',
    (n) => `x-${n}: ${KIB}\r\n`,
  ),
  endlessHead(
    'endless-hints-head',
    'never ends the head of a 103 Early Hints',
    'HTTP/1.1 103 Early Hints\r\n',
    (n) => `x-${n}: ${KIB}\r\n`,
  ),
]
