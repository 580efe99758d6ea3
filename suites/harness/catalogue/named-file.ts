/** Reads files that the user names; each failure becomes one sentence. Imports little, so that commands start fast. */
import { closeSync, openSync, readSync } from 'node:fs'
import { IS_IT_SET, UsageError } from './usage-error.ts'

export const MIB = 1024 * 1024
/** No file that we write is longer. A path may name another kind of file, or a device that never ends. */
const MAX_LENGTH = 128 * MIB
/** Bytes that are read at a time: a larger buffer takes longer to allocate than most files take to read. */
const PIECE = MIB / 16

export function whyUnreadable(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
  return REASONS[code] ?? code
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
}

/** @param what the file should hold: `the report`. @throws UsageError */
export function readBytes(path: string, what: string, longest = MAX_LENGTH): Buffer {
  if (path.trim() === '') throw new UsageError(`the name of ${what} is empty; ${IS_IT_SET}`)
  let bytes: Buffer | undefined
  try {
    bytes = bytesUpTo(path, longest)
  } catch (cause) {
    throw new UsageError(`${path}: ${what} cannot be read: ${whyUnreadable(cause)}`)
  }
  if (bytes) return bytes
  throw new UsageError(`${path}: ${what} cannot be read: it has more than ${longest / MIB} MiB`)
}

/** The bytes of a file; undefined if there are too many. */
function bytesUpTo(path: string, longest: number): Buffer | undefined {
  const file = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let held = 0; held <= longest; ) {
      const piece = Buffer.allocUnsafe(PIECE)
      const length = readSync(file, piece, 0, PIECE, null)
      if (length === 0) return Buffer.concat(pieces, held)
      pieces.push(piece.subarray(0, length))
      held += length
    }
    return undefined
  } finally {
    closeSync(file)
  }
}
