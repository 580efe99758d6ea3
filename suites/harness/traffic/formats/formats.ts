/** The formats of recorded traffic, as a table: how a file is cut into records, and what a record holds. */
import { createReadStream } from 'node:fs'
import { whyUnreadable } from '../../catalogue/named-file.ts'
import { UsageError } from '../../catalogue/usage-error.ts'
import { compact } from '../../http/compact.ts'
import { isObject, type Json, parseJson } from '../../http/exact-json.ts'
import type { Part, SeenExchange } from '../seen.ts'
import { LOGS, seenInLog } from './access-log.ts'
import { seenInHar } from './har.ts'
import { inRun, seenInLine, seenInTranscript } from './lines.ts'
import { type TrafficFormat, trafficFormats } from './names.ts'
import { itemsOf, linesOf, type Piece } from './pieces.ts'
import { seenInSpan } from './spans.ts'
import { seenInTap } from './tap.ts'

interface Format {
  readonly title: string
  /** The records of a file. */
  readonly cut: (chunks: AsyncIterable<string>) => AsyncGenerator<Piece>
  /** The word for a record in messages. */
  readonly unit: 'line' | 'entry' | 'span' | 'trace'
  readonly read: (record: Json, where: string) => SeenExchange | undefined
  /** Whether a file has this format, by its first 64 KiB and by one of its first lines, if that is JSON. */
  readonly fits: (start: string, first: Json | undefined) => boolean
  /** All parts that its records can contain. */
  readonly holds: readonly Part[]
  /** Whether tools leave out headers here. */
  readonly isPartial?: true
}

const ALL: readonly Part[] = ['status', 'media type', 'request id', 'missing id', 'headers', 'body', 'bytes', 'request']
const HEADS: readonly Part[] = ['status', 'media type', 'request id']

const logged = (name: keyof typeof LOGS, title: string): Format => ({
  title,
  cut: linesOf,
  unit: 'line',
  read: (record, where) => seenInLog(record, LOGS[name], where),
  fits: (_, first) => first !== undefined && seenInLog(first, LOGS[name], '') !== undefined,
  holds: [...HEADS, 'missing id'],
  isPartial: true,
})

export const TRAFFIC_FORMATS: Readonly<Record<TrafficFormat, Format>> = {
  transcript: {
    title: 'transcript.jsonl of a run',
    cut: linesOf,
    unit: 'line',
    read: seenInTranscript,
    fits: (_, first) => isObject(first) && String(first.format).startsWith('svc-conformance-transcript/'),
    holds: ALL,
  },
  har: {
    title: 'HAR 1.2',
    cut: (chunks) => itemsOf(chunks, 'entries'),
    unit: 'entry',
    read: seenInHar,
    fits: (start) => /^\s*\{\s*"log"\s*:/.test(start),
    holds: ALL.filter((part) => part !== 'bytes'),
    isPartial: true,
  },
  otel: {
    title: 'spans of OpenTelemetry (OTLP/JSON)',
    cut: (chunks) => itemsOf(chunks, 'spans'),
    unit: 'span',
    read: seenInSpan,
    fits: (start) => /^\s*\{\s*"resourceSpans"\s*:/.test(start),
    holds: HEADS,
  },
  tap: {
    title: 'trace of the tap filter of Envoy',
    cut: (chunks) => itemsOf(chunks),
    unit: 'trace',
    read: seenInTap,
    fits: (start) => /^\s*\{\s*"http_buffered_trace"\s*:/.test(start),
    holds: ALL,
  },
  ndjson: {
    title: 'NDJSON, one exchange a line',
    cut: linesOf,
    unit: 'line',
    read: seenInLine,
    fits: (_, first) => first !== undefined && seenInLine(first, '') !== undefined,
    holds: ALL,
  },
  kong: logged('kong', 'log of Kong'),
  envoy: logged('envoy', 'access log of Envoy, as JSON'),
  nginx: logged('nginx', 'access log of nginx, as JSON'),
}

const PIECE = 64 * 1024
/** The maximum numbers of lines and of bytes to read until a format is recognized. */
const [FIRST_LINES, MAX_FIRST] = [100, 32 * 1024 * 1024]

async function* chunksOf(path: string, end?: number): AsyncGenerator<string> {
  try {
    const file = createReadStream(path, { encoding: 'utf8', highWaterMark: PIECE, ...compact({ end }) })
    for await (const chunk of file) yield chunk as string
  } catch (cause) {
    throw new UsageError(`${path}: the traffic cannot be read: ${whyUnreadable(cause)}`)
  }
}

function parsed(text: string): Json | undefined {
  const json = parseJson(text)
  return json.ok ? json.value : undefined
}

/** The format of a file. @throws UsageError where it is unknown */
async function formatOf(path: string): Promise<TrafficFormat> {
  const fitting = (start: string, first?: Json): TrafficFormat | undefined =>
    trafficFormats.find((name) => TRAFFIC_FORMATS[name].fits(start, first))
  for await (const start of chunksOf(path, PIECE)) {
    const name = fitting(start)
    if (name) return name
    break
  }
  let lines = 0
  for await (const { text } of linesOf(chunksOf(path, MAX_FIRST))) {
    const name = fitting('', parsed(text))
    if (name) return name
    // A log may begin with connections that sent no request.
    lines += 1
    if (lines >= FIRST_LINES) break
  }
  throw new UsageError(
    `${path}: this is not recorded traffic of a known format; name it with --format (${trafficFormats.join(', ')}), as docs/traffic.md describes them`,
  )
}

/** The exchanges of a file, one at a time; undefined for a record that cannot be read. @throws UsageError */
export async function* recordsOf(path: string, named?: TrafficFormat): AsyncGenerator<SeenExchange | undefined> {
  const name = named ?? (await formatOf(path))
  const { cut, unit, read, isPartial } = TRAFFIC_FORMATS[name]
  let head: Json | undefined
  for await (const { text, number } of cut(chunksOf(path))) {
    const record = parsed(text)
    // The head of a transcript is not an exchange.
    if (name === 'transcript' && number === 1) {
      if (isObject(record)) head = record
      continue
    }
    const seen = record === undefined ? undefined : read(record, `${path}: ${unit} ${number}`)
    yield seen && (isPartial ? { ...seen, source: path } : head === undefined ? seen : inRun(seen, head))
  }
}
