/** Reads a recording. @see schemas/formats/recording.schema.json */
import { createRequire } from 'node:module'
import { readBytes } from '../../../suites/harness/catalogue/named-file.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import type { Header } from '../../../suites/harness/http/exchange.ts'
import type { Asked } from './asked.ts'

export const MAX_RECORDING_BYTES = 4 * 1_048_576
const DAY = 86_400_000

/** Milliseconds after the request, and the bytes that were received at that time. */
export type Chunk = readonly [at: number, content: string | { readonly base64: string }]

export const bytesOf = (content: Chunk[1]): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64')

export interface Recorded {
  readonly request: Asked
  /** The requirements that the response breaks. */
  readonly fault?: readonly string[]
  readonly status: number
  readonly headers: readonly Header[]
  readonly chunks: readonly Chunk[]
  readonly end?: 'aborted'
}

export interface RecordingFile {
  readonly format: 'svc-conformance-recording/1'
  readonly recorded: string
  readonly max_age_days: number
  readonly text: 'filler' | 'kept'
  readonly responses: readonly Recorded[] | null
}

/** @throws UsageError if it cannot be used, or is too old */
export function readRecording(path: string): RecordingFile {
  const text = readBytes(path, 'the recording', MAX_RECORDING_BYTES + 65_536).toString('utf8')
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 0, logLevel: 'error' })
  } catch (error) {
    throw new UsageError(`${path}: this is not YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  const fault = faultBySchema('recording', value)
  if (fault !== undefined) throw new UsageError(`${path}: this is not a recording: ${fault}; make one with --record`)
  const recording = value as RecordingFile
  const days = Math.floor((Date.now() - Date.parse(recording.recorded)) / DAY)
  if (days <= recording.max_age_days) return recording
  throw new UsageError(
    `${path}: it was recorded ${days} days ago, and its max_age_days is ${recording.max_age_days}; record again, or raise it`,
  )
}

/** The timing of its streams: times to the first chunk, and gaps between chunks. */
export function timesOf({ responses }: RecordingFile): { readonly first: number[]; readonly gap: number[] } {
  const streams = (responses ?? []).filter(({ request, status }) => request.stream && status === 200)
  return {
    first: streams.flatMap(({ chunks }) => chunks.slice(0, 1).map(([at]) => at)),
    gap: streams.flatMap(({ chunks }) => chunks.slice(1).map(([at], index) => at - (chunks[index]?.[0] ?? at))),
  }
}
