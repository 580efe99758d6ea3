/** Targets that send HTTP/2 bodies in frames of one or no byte. No library does that, so they write raw frames. */
import type { Socket } from 'node:net'
import { END_HEADERS, END_STREAM, frame, line, OK, SETTINGS, TYPE } from './frames.ts'
import { type Hostile, onConnect, pour, targets } from './hostile.ts'
import { LIST } from './responses.ts'

/** The bytes that a client sends before its first frame. */
const PREFACE = 24
const HEAD = 9
/** Bytes that a client accepts before it sends a window update. */
const WINDOW = 65_535
/** Frames that are sent at a time. */
const AT_A_TIME = 5000

interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Calls `take` with each frame of a connection. */
function onFrames(socket: Socket, take: (frame: Frame) => void): void {
  let bytes = Buffer.alloc(0)
  let toSkip = PREFACE
  socket.on('data', (data) => {
    bytes = Buffer.concat([bytes, data])
    if (bytes.length < toSkip) return
    bytes = bytes.subarray(toSkip)
    toSkip = 0
    while (bytes.length >= HEAD && bytes.length >= HEAD + bytes.readUIntBE(0, 3)) {
      const end = HEAD + bytes.readUIntBE(0, 3)
      const [type, flags, stream] = [bytes.readUInt8(3), bytes.readUInt8(4), bytes.readUInt32BE(5)]
      take({ type, flags, stream, payload: bytes.subarray(HEAD, end) })
      bytes = bytes.subarray(end)
    }
  })
}

let made = 0

function head(stream: number): Buffer {
  const lines = [line('content-type', 'application/json'), line('x-svc-request-id', `req_p_${++made}`)]
  return frame(TYPE.headers, END_HEADERS, stream, Buffer.concat([OK, ...lines]))
}

/** Sends frames with `size` bytes in every response to a request with a body, as fast as the client reads. */
function pieces(size: 0 | 1): Hostile['start'] {
  const take = (socket: Socket): void => {
    const windows = new Map<number, number>([[0, WINDOW]])
    const room = (stream: number): number => Math.min(windows.get(0) ?? 0, windows.get(stream) ?? 0)
    const next = (stream: number) => (): Buffer => {
      const count = size === 0 ? AT_A_TIME : Math.min(AT_A_TIME, room(stream))
      for (const each of [0, stream]) windows.set(each, (windows.get(each) ?? 0) - count * size)
      const one = frame(TYPE.data, 0, stream, Buffer.alloc(size, ' '))
      return Buffer.concat(Array<Buffer>(count).fill(one))
    }
    socket.write(SETTINGS)
    onFrames(socket, ({ type, flags, stream, payload }) => {
      if (type === TYPE.window) windows.set(stream, (windows.get(stream) ?? 0) + payload.readUInt32BE(0))
      if (type === TYPE.settings && (flags & 1) === 0) socket.write(frame(TYPE.settings, 1, 0))
      if (type !== TYPE.headers && type !== TYPE.data) return
      windows.set(stream, windows.get(stream) ?? WINDOW)
      if ((flags & END_STREAM) === 0) return
      socket.write(head(stream))
      if (type === TYPE.headers) socket.write(frame(TYPE.data, END_STREAM, stream, Buffer.from(LIST)))
      else pour(socket, next(stream), 1)
    })
  }
  return onConnect(take)
}

export const http2Pieces: readonly Hostile[] = targets({
  'h2-crumbs: sends bodies without end, each byte in its own frame': pieces(1),
  'h2-empty-frames: sends empty frames without end instead of bodies': pieces(0),
}).map((target) => ({ ...target, http2: true }))
