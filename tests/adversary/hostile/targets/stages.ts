/** Targets that stop, drip or disconnect at some stage of a response. */

import { type Call, type Hostile, on, onConnect, onRequest, onRequests, pour, targets } from './hostile.ts'
import { CHUNKED, EVENTS, headOf, wire } from './responses.ts'

/** The stages at which a response stops, by the bytes that are sent before. */
const STAGES: readonly (readonly [name: string, where: string, before: (call: Call) => string])[] = [
  ['before-status', 'before the status line', () => ''],
  ['in-status', 'within the status line', () => 'HTTP/1.1 2'],
  ['in-headers', 'within the headers', ({ honest }) => headOf(honest).slice(0, -6)],
  ['before-body', 'between headers and body', ({ honest }) => `${headOf(honest, ['content-length: 500'])}\r\n\r\n`],
  ['in-body', 'within the body', ({ honest }) => wire(honest).slice(0, -7)],
]

const ENDS: readonly (readonly [name: string, does: string, end: (call: Call) => void])[] = [
  ['hang', 'says nothing more', () => undefined],
  ['close', 'closes the connection', ({ socket }) => void socket.end()],
  ['reset', 'resets the connection', ({ socket }) => void setTimeout(() => socket.resetAndDestroy(), 2)],
]

/** Milliseconds between two bytes. */
const DRIP = 30

function drip(call: Call, fast: number): void {
  const bytes = wire(call.honest)
  call.socket.setNoDelay(true)
  call.socket.write(bytes.slice(0, fast))
  let at = fast
  const timer = setInterval(() => {
    if (call.socket.destroyed || at >= bytes.length) clearInterval(timer)
    else call.socket.write(bytes[at++] ?? '')
  }, DRIP)
}

/** The number of requests that a target responds to before it falls silent. */
const AWHILE = 100

const nothing = (): void => undefined
const isSecond = ({ used }: Call): boolean => used % 2 === 1
const destroy = ({ socket }: Call): void => void socket.destroy()
const completions = ({ method }: Call): boolean => method === 'POST'
const streams = ({ honest }: Call): boolean => honest.stream

/** Responds to a number of requests, and then to none. */
const hangAfterAWhile: Hostile['start'] = () => {
  let responded = 0
  return onRequest(on(() => ++responded > AWHILE, nothing))()
}

const begin = ({ socket, honest }: Call): void => void socket.write(`${headOf(honest, CHUNKED)}\r\n\r\n`)
const [FIRST] = EVENTS
const firstEvent = ({ socket }: Call): void => void socket.write(`${FIRST.length.toString(16)}\r\n${FIRST}\r\n`)
const allButTheEnd = ({ socket, honest }: Call): void => void socket.write(wire(honest).slice(0, -20))
const wholeWithoutLength = ({ socket, honest }: Call): void =>
  void socket.write(`${headOf(honest)}\r\n\r\n${honest.body}`)
const dripSpaces = ({ socket }: Call): void => pour(socket, () => '1\r\n \r\n', DRIP)
const dripBody = (call: Call): void => drip(call, wire(call.honest).indexOf('\r\n\r\n') + 4)

/** Ends a completion at one of the stages. */
const endingAfter = (before: (call: Call) => string, end: (call: Call) => void) => {
  return on(completions, (call) => {
    const bytes = before(call)
    if (bytes === '') end(call)
    else call.socket.write(bytes, () => end(call))
  })
}

export const stages: readonly Hostile[] = [
  ...targets({
    'hang-on-connect: accepts connections and reads nothing': onConnect((socket) => socket.pause()),
    'reset-on-connect: resets every connection': onConnect((socket) => socket.resetAndDestroy()),
  }),
  ...ENDS.flatMap(([name, does, end]) =>
    STAGES.map(([at, where, before]): Hostile => {
      const start = onRequest(endingAfter(before, end))
      return { name: `${name}-${at}`, does: `${does} ${where} of a completion`, start }
    }),
  ),
  ...STAGES.slice(1).map(([at, where, before]): Hostile => {
    const start = onRequest((call) => void call.socket.write(before(call)))
    return { name: `hang-${at}-of-everything`, does: `says nothing more ${where} of any response`, start }
  }),
  ...targets({
    'hang-on-everything: reads requests and never responds': onRequest(nothing),
    'hang-after-a-while: responds to 100 requests, and then to none': hangAfterAWhile,
  }),
  ...onRequests({
    'hang-before-first-event: says nothing more before the first event of a stream': on(streams, begin),
    'hang-between-events: says nothing more after the first event of a stream': on(streams, begin, firstEvent),
    'hang-in-stream: stops in the middle of a stream': on(streams, allButTheEnd),
    'hang-after-done: never ends a stream after [DONE]': on(streams, wholeWithoutLength),
    'hang-while-dripping: drips white space before a completion, and never gets to it': on(
      completions,
      begin,
      dripSpaces,
    ),
    'drip-head: sends every response byte by byte': (call) => drip(call, 0),
    'drip-body: sends the body of a completion byte by byte': on(completions, dripBody),
    'close-keep-alive: closes every second connection when it is used again, without a word': on(isSecond, destroy),
  }),
]
