/** Targets that misbehave in HTTP/2: in the frames, or in their content. */
import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { Server, Socket } from 'node:net'
import { listen } from '../../null-servers/listening.ts'
import { END_HEADERS, frame, line, OK, SETTINGS, TYPE } from './frames.ts'
import { type Hostile, onConnect, pour, targets } from './hostile.ts'
import { type Plain, responseTo } from './responses.ts'

/** A header line as long as it may be without Huffman. */
const FILLER = line('a', 'a'.repeat(126))

type Start = Hostile['start']
type Act = (stream: ServerHttp2Stream, honest: Plain, key: string) => void

/** Sends raw frames after the client's first bytes. Requests arrive on the streams 1, 3, 5 and so on. */
const framed = (act: (socket: Socket) => void): Start =>
  onConnect((socket) => void socket.once('data', () => act(socket)))

/** Speaks correct HTTP/2, but sends incorrect responses. */
const responded = (act: Act): Start => {
  return () => {
    const server = createServer({ maxSendHeaderBlockLength: 2 ** 24 }).on('stream', (stream, headers) => {
      const chunks: Buffer[] = []
      stream.on('error', () => undefined)
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        // The client may have disconnected meanwhile.
        if (stream.destroyed) return
        const { authorization: key = '', ':method': method = '', ':path': path = '' } = headers
        act(stream, responseTo(method, path, `authorization: ${key}`, Buffer.concat(chunks).toString()), key)
      })
    })
    server.on('sessionError', () => undefined)
    return listen(server as unknown as Server)
  }
}

let made = 0

function head({ status, type }: Plain): Record<string, string | number> {
  return { ':status': status, 'content-type': type, 'x-svc-request-id': `req_h2_${++made}` }
}

function honestly(stream: ServerHttp2Stream, plain: Plain): void {
  stream.respond(head(plain))
  stream.end(plain.body)
}

const lost = (stream: ServerHttp2Stream): void => void stream.destroy(new Error('lost'))

/** Acts on completions, and lists models correctly. */
const onCompletions = (act: Act): Start =>
  responded((stream, honest, key) => {
    if (!honest.ok || honest.body.includes('"list"')) honestly(stream, honest)
    else act(stream, honest, key)
  })

const sends = (...frames: readonly Buffer[]): Start => framed((socket) => void socket.write(Buffer.concat(frames)))
const ends = (...frames: readonly Buffer[]): Start => framed((socket) => void socket.end(Buffer.concat(frames)))
/** Sends some frames, and then endlessly repeats another one. */
const pours = (first: Buffer, next: Buffer): Start =>
  framed((socket) => {
    socket.write(first)
    pour(socket, () => next)
  })

const HTTP1 = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
const EIGHT_BYTES = Buffer.alloc(8)
const PROMISE = Uint8Array.of(0, 0, 0, 2, 0x88)
const headers = (stream: number, payload: Uint8Array): Buffer => frame(TYPE.headers, END_HEADERS, stream, payload)
const setting = (number: number): Buffer => frame(TYPE.settings, 0, 0, Uint8Array.of(0, number, 0, 0, 0, 0))
const OPEN_HEAD = Buffer.concat([SETTINGS, frame(TYPE.headers, 0, 1, OK)])
const MORE_HEAD = frame(TYPE.continuation, 0, 1, Buffer.concat(Array<Buffer>(100).fill(FILLER)))
const MORE_HEADERS = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x-more-${at}`, 'yes']))

const endless: Act = (stream, honest) => {
  stream.respond(head(honest))
  // A failed write also calls the callback, endlessly if it is repeated.
  const more = (error?: Error | null): void =>
    void (error || stream.destroyed || stream.write('x'.repeat(65_536), more))
  more()
}

const targetsOfHttp2 = targets({
  'h2-hang: takes connections in HTTP/2 and says nothing': framed(() => undefined),
  'h2-http1: responds to HTTP/2 in HTTP/1.1': sends(HTTP1),
  'h2-garbage: responds to HTTP/2 with noise': sends(Buffer.alloc(4096, 0xa5)),
  'h2-goaway: ends every connection with GOAWAY': ends(SETTINGS, frame(TYPE.goaway, 0, 0, EIGHT_BYTES)),
  'h2-settings-flood: sends settings without end': pours(SETTINGS, SETTINGS),
  'h2-ping-flood: sends pings without end': pours(SETTINGS, frame(TYPE.ping, 0, 0, EIGHT_BYTES)),
  'h2-headers-without-end: goes on with one head without end': pours(OPEN_HEAD, MORE_HEAD),
  'h2-broken-head: packs heads wrongly': sends(SETTINGS, headers(1, Buffer.alloc(16, 0xff))),
  'h2-body-first: sends a body ahead of its head': sends(SETTINGS, frame(TYPE.data, 1, 1, Buffer.from('{}'))),
  'h2-unasked-stream: responds to an unsent request': sends(SETTINGS, headers(4_000_001, OK)),
  'h2-push: pushes responses although it was asked not to': sends(SETTINGS, frame(TYPE.push, END_HEADERS, 1, PROMISE)),
  'h2-no-window: leaves no room for any body': sends(setting(4)),
  'h2-one-stream-at-a-time: allows no request at all': sends(setting(3)),
  'h2-reset-all: resets every request': responded(lost),
  'h2-reset-in-body: resets completions in their body': onCompletions((stream, honest) => {
    stream.respond(head(honest))
    stream.write(honest.body.slice(0, 20), () => setImmediate(lost, stream))
  }),
  'h2-session-ends: ends the connection at every completion': onCompletions((stream) => stream.session?.destroy()),
  'h2-endless-body: never ends a body': responded(endless),
  'h2-many-headers: has thousands of headers': responded((stream, honest) => {
    stream.respond({ ...head(honest), ...MORE_HEADERS })
    stream.end(honest.body)
  }),
  'h2-echo: says the key in every head and body': responded((stream, honest, key) => {
    stream.respond({ ...head(honest), 'x-echo': key.split(' ').at(-1) ?? '' })
    stream.end(`${honest.body}${key}`)
  }),
  'h2-hang-after-head: says nothing after heads': responded((stream, honest) => stream.respond(head(honest))),
})

export const http2Targets: readonly Hostile[] = targetsOfHttp2.map((target) => ({ ...target, http2: true }))
