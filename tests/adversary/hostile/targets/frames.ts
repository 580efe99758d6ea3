/** Frames of HTTP/2, as bytes. */

export const TYPE = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const
/** Flags. */
export const END_STREAM = 1
export const END_HEADERS = 4

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

export const SETTINGS = frame(TYPE.settings, 0, 0)
/** `:status: 200` of the static table. */
export const OK = Uint8Array.of(0x88)

/** A header line without tables and Huffman coding; both parts must be shorter than 127 bytes. */
export const line = (name: string, value: string): Buffer =>
  Buffer.concat([Uint8Array.of(0, name.length), Buffer.from(name), Uint8Array.of(value.length), Buffer.from(value)])
