/** `--record` and its related options. */
import { beginRecording, type RecordOptions } from './write.ts'

const DAY = 86_400_000

interface Options {
  readonly record?: string
  readonly keepText?: boolean
  /** Milliseconds. */
  readonly recordFor?: number
}

/** Begins the recording that the options name. @throws UsageError */
export function recordingOf({
  record: file,
  keepText = false,
  recordFor = 30 * DAY,
}: Options): RecordOptions | undefined {
  if (file === undefined) return undefined
  const options = { file, keepText, maxAge: Math.max(1, Math.ceil(recordFor / DAY)) }
  beginRecording(options)
  return options
}
