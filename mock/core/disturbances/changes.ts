import { deliveredAs, type HttpResponse, headerOf, isBytes, type Part } from '../http.ts'
import type { Change, Draw } from './disturb.ts'
import { bytesOf, glued } from './events.ts'
import type { Flow } from './stream-changes.ts'

/** Whether a packet begins at this byte. `at` is the offset of the byte in the whole body, from 0. */
export type Begins = (at: number, byte: number) => boolean

/** The maximum size of a random packet in bytes; the average is half of it. */
const MAX = 40

export const everyBytes =
  (size: number): Begins =>
  (at) =>
    at % size === 0

export const atOffsets = (offsets: readonly number[]): Begins => {
  const chosen = new Set(offsets)
  return (at) => chosen.has(at)
}

/** Begins packets between the UTF-8 bytes of one character. */
export const insideCharacters: Begins = (_at, byte) => (byte & 0xc0) === 0x80

export function atRandom(draw: Draw): Begins {
  const size = (): number => 1 + Math.floor(draw() * MAX)
  let next = size()
  return (at) => {
    if (at < next) return false
    next = at + size()
    return true
  }
}

/** Splits a body into packets at exactly these offsets. Joins existing packets first, and keeps pauses. */
export const split = (begins: Begins): Flow =>
  function* packets(source) {
    let at = 0
    for (const run of runs(source)) {
      if (!isBytes(run)) {
        yield run
        continue
      }
      let start = 0
      const bytes = bytesOf(run)
      for (const [offset, byte] of bytes.entries()) {
        // Call `begins` for every byte: random cuts depend on the number of calls.
        if (!begins(at + offset, byte) || offset === start) continue
        yield bytes.subarray(start, offset)
        yield { apart: true }
        start = offset
      }
      at += bytes.length
      yield bytes.subarray(start)
    }
  }

function* runs(source: Iterable<Part>): Generator<Part> {
  let run: Uint8Array[] = []
  for (const part of source) {
    if (isBytes(part)) run.push(bytesOf(part))
    else if (!('apart' in part)) {
      if (run.length > 0) yield glued(run)
      run = []
      yield part
    }
  }
  if (run.length > 0) yield glued(run)
}

/** Inserts a part before the head of every response. */
export const beforeHead =
  (part: Part): Change =>
  (response) =>
    deliveredAs(response, { before: [...(response.delivery?.before ?? []), part] })

/** Changes streams only. */
export const ofStream =
  (flow: Flow): Change =>
  (response) =>
    isStream(response) ? flowing(response, flow) : undefined

/** Changes streams with `flow`, and documents with `document`, which turns their bytes into parts. */
export const ofBody =
  (flow: Flow, document: (bytes: Uint8Array) => Iterable<Part>): Change =>
  (response) => {
    if (isStream(response)) return flowing(response, flow)
    const { body } = response
    const { raw, framing = 'length' } = response.delivery ?? {}
    if (raw || !isBytes(body)) return undefined
    const bytes = bytesOf(body)
    // Announce the full length in the head, even if the body is sent in parts or truncated.
    const length = framing === 'length' && headerOf(response.headers, 'content-length') === undefined
    const headers = length ? [...response.headers, 'content-length', String(bytes.length)] : response.headers
    return { ...response, headers, body: { [Symbol.iterator]: () => document(bytes)[Symbol.iterator]() } }
  }

/** Replaces the body. The new body is sent in packets that begin at the given offsets, with a pause between them. */
export const written =
  (body: string, at: readonly number[], wait: number): Change =>
  (response, draw) => {
    const bytes = bytesOf(body)
    const begins = [0, ...new Set(at)].filter((offset) => offset < bytes.length).sort((a, b) => a - b)
    const parts = begins.flatMap((begin, index): Part[] => [
      ...(index > 0 ? [{ wait }] : []),
      bytes.subarray(begin, begins[index + 1]),
    ])
    const { size: _, ...rest } = response
    const headers = rest.headers.filter((_, at) => rest.headers[at - (at % 2)]?.toLowerCase() !== 'content-length')
    const sent = () => parts
    return response.delivery?.raw ? undefined : ofBody(sent, sent)({ ...rest, headers, body }, draw)
  }

/** Changes the bytes of any body; the length of a document must not change. */
export const ofBytes =
  (flow: (draw: Draw) => Flow): Change =>
  (response, draw) => {
    const change = flow(draw)
    if (!response.delivery?.raw && !isStream(response) && !isBytes(response.body)) return flowing(response, change)
    return ofBody(change, (bytes) => change([bytes]))(response, draw)
  }

function isStream({ headers, delivery }: HttpResponse): boolean {
  return !delivery?.raw && (headerOf(headers, 'content-type') ?? '').toLowerCase().startsWith('text/event-stream')
}

function flowing(response: HttpResponse, flow: Flow): HttpResponse {
  const { body } = response
  const source = isBytes(body) ? [body] : body
  return { ...response, body: { [Symbol.iterator]: () => flow(source)[Symbol.iterator]() } }
}
