/** `transcript.jsonl`: a whole run, lossless and without keys. Line 1 describes the run, the others exchanges. */
import { MIB } from '../catalogue/named-file.ts'
import { parseNamedJson } from '../catalogue/named-json.ts'
import { faultBySchema } from '../catalogue/published-schema.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { harnessVersion } from '../catalogue/version.ts'
import { compact } from '../http/compact.ts'
import { type Exchange, MAX_BODY } from '../http/exchange.ts'
import { type PackedExchange, packExchange, Room, unpackExchange } from '../http/exchange-json.ts'
import { type KeyShapes, shapesOf } from '../http/placeholder-keys.ts'
import { piecesIn } from '../http/read-once.ts'
import { isStream } from '../http/response.ts'
import { hasTooManyLines, MAX_LINES } from '../http/sse.ts'
import type { Result } from '../run/result.ts'
import { contractOf } from '../run/verdict.ts'
import type { WaiverEntry } from '../target/declared/waivers.ts'
import type { DescribedTarget, Target } from '../target/target.ts'
import { hasMoreThan } from '../text/nesting.ts'
import type { Baseline } from './baseline.ts'
import { type Report, type ReportOptions, type Settings, settingsOf } from './report.ts'
import type { Workers } from './workers.ts'

export const TRANSCRIPT_FORMAT = 'svc-conformance-transcript/1'

/** The settings of a run; with its exchanges, enough to repeat it. */
export interface RunHead extends Settings, Pick<Report, 'contract' | 'harness' | 'profile' | 'set' | 'strict'> {
  readonly format: typeof TRANSCRIPT_FORMAT
  /** Ids of the challenges that were open, by the requirement that did not score because of them. */
  readonly challenges?: Readonly<Record<string, readonly string[]>>
  readonly command: string
  readonly target: DescribedTarget
  readonly keys: KeyShapes
  readonly models: Target['models']
  readonly provoke: Target['provoke']
  readonly waivers?: readonly WaiverEntry[]
  readonly baseline?: Baseline
  /** The checks of each worker, in the order in which they ran; absent where the run was made in one process. */
  readonly workers?: readonly { readonly name: string; readonly checks: readonly string[] }[]
  /** The number of shards; absent if the run had none. */
  readonly shards?: number
}

/** The parts of a target that decide its requests. Keys may be placeholders: only their shapes are recorded. */
export type Asked = Pick<Target, 'keys' | 'models' | 'provoke'>

/** An exchange of a transcript. */
export interface RecordedExchange extends Exchange {
  /** The worker that sent it; absent where the run was made in one process. */
  readonly worker?: string
}

export interface RecordedRun {
  readonly head: RunHead
  readonly exchanges: readonly RecordedExchange[]
}

/**
 * The text of a run's transcript. Equal runs give equal texts: exchanges are sorted by their ids, worker by worker.
 *
 * @param made the workers; absent if the run was made in one process
 */
export function transcriptText(result: Result, target: Asked, options: ReportOptions, made?: Workers): string {
  const { set, challenges } = result.selection.scoring ?? {}
  const head: RunHead = {
    format: TRANSCRIPT_FORMAT,
    contract: contractOf(result.selection),
    harness: harnessVersion,
    profile: result.selection.profile,
    ...compact({ set: set?.name, challenges: challenges?.size ? Object.fromEntries(challenges) : undefined }),
    strict: options.strict,
    command: options.command,
    target: options.target,
    keys: shapesOf(target.keys),
    models: target.models,
    provoke: target.provoke,
    ...compact({ waivers: options.waivers, baseline: options.baseline }),
    ...settingsOf(result),
    ...compact({
      workers: made?.workers.map(({ name, outcomes }) => ({ name, checks: outcomes.map(({ check }) => check) })),
      shards: made?.shards,
    }),
  }
  const exchanges = made
    ? made.workers.flatMap(({ name: worker, exchanges }) =>
        inOrder(exchanges).map((exchange) => ({ ...packExchange(exchange), worker })),
      )
    : inOrder(result.transcript.exchanges).map(packExchange)
  return [head, ...exchanges].map((line) => `${JSON.stringify(line)}\n`).join('')
}

const inOrder = (exchanges: readonly Exchange[]): Exchange[] => exchanges.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The maximum number of characters in a line: a complete response has far fewer. */
const MAX_LINE_LENGTH = 32 * MIB
/** The maximum number of quotes in a line: headers have some, a long body two. Millions would take too long to read. */
const MAX_QUOTES = 100_000
/** The maximum number of bytes in all bodies: the default limit of the largest run. */
const MAX = 256 * MIB
/** The maximum number of lines and values in all responses. A run has about 40,000; judging a million takes seconds. */
const MAX_PIECES = 2_000_000

/** Reads one line. @throws UsageError if it is not a line of a transcript */
function readLine<T>(text: string, kind: 'head' | 'exchange', name: string, line: number): T {
  const at = `${name}:${line}`
  if (text.length > MAX_LINE_LENGTH || hasMoreThan(text, '"', MAX_QUOTES))
    throw new UsageError(`${at}: this line is longer than any line of a transcript`)
  const value = parseNamedJson({ text, name, line, hint: 'write a transcript with run --transcript' })
  const fault = faultBySchema(`transcript#/$defs/${kind}`, value)
  if (fault !== undefined) throw new UsageError(`${at}: this is not a valid ${kind} of a transcript: ${fault}`)
  return value as T
}

/** Checks that each exchange is where `run` writes it: it never writes another order, or an exchange twice. */
function orderOf(): (id: string, worker: string | undefined) => boolean {
  const last = new Map<string | undefined, string>()
  let current: string | undefined
  return (id, worker) => {
    const before = last.get(worker)
    const inOrder = before === undefined || (worker === current && before < id)
    last.set(worker, id)
    current = worker
    return inOrder
  }
}

/** The lines of a text, one at a time: as an array, 128 MiB of line feeds would take 4 GB. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end < 0 ? undefined : end)
    start = end < 0 ? text.length : end + 1
  }
}

function unpacked(packed: PackedExchange, room: Room, at: string): Exchange {
  try {
    return unpackExchange(packed, room)
  } catch {
    const limits = `has more than ${MAX_BODY / MIB} MiB, or all bodies together exceed ${MAX / MIB} MiB`
    throw new UsageError(`${at}: a body cannot be unpacked, ${limits}`)
  }
}

/** @param name of the file, for errors. @throws UsageError where it is not a transcript */
export function parseTranscript(text: string, name: string): RecordedRun {
  const lines = linesOf(text)
  const head = readLine<RunHead>(lines.next().value ?? '', 'head', name, 1)
  const room = new Room(MAX, MAX_BODY)
  const isInOrder = orderOf()
  let pieces = 0
  const exchanges: RecordedExchange[] = []
  for (const line of lines) {
    const number = exchanges.length + 2
    const at = `${name}:${number}`
    if (exchanges.length >= head.requests)
      throw new UsageError(`${at}: the run sent ${head.requests} requests, and this is one more`)
    const { worker, ...packed } = readLine<PackedExchange & { worker?: string }>(line, 'exchange', name, number)
    if (!isInOrder(packed.id, worker))
      throw new UsageError(`${at}: ${packed.id} is out of order: run writes exchanges by id, worker by worker`)
    const exchange = unpacked(packed, room, at)
    const { response } = exchange
    if (response && hasTooManyLines(response.body) && isStream(response))
      throw new UsageError(`${at}: the stream has more than ${MAX_LINES} lines`)
    pieces += response ? piecesIn(response.body) : 0
    if (pieces > MAX_PIECES)
      throw new UsageError(`${at}: all responses together have more than ${MAX_PIECES} lines and values`)
    exchanges.push({ ...exchange, ...compact({ worker }) })
  }
  return { head, exchanges }
}
