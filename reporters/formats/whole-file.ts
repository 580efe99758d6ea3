/** Writes files atomically, so that no reader sees half a report. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Thrown if a file could not be written. Compare its name, because several bundles define this class. */
export class WriteError extends Error {
  override readonly name = 'WriteError'
  readonly code: string

  constructor(path: string, code: string) {
    super(`${path} cannot be written: ${WORDS[code] ?? 'the system refuses it'} (${code})`)
    this.code = code
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file exceeds the size limit here',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'no write permission',
  EPERM: 'no write permission',
  EROFS: 'the file system is read-only',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
}

const PART = '.part'

/** Removes the temporary files of killed processes next to a file. */
export function removeParts(path: string): void {
  const [folder, begin] = [dirname(path), `.${basename(path)}.`]
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(begin) && /^\d+$/.test(name.slice(begin.length, -PART.length)) && name.endsWith(PART))
      rmSync(join(folder, name), { force: true })
}

/** Node's error code for a process without the permission to flush. */
const NOT_PERMITTED = 'ERR_ACCESS_DENIED'

/** Flushes, because some file systems report a lack of space only then. */
function flush(file: number): void {
  try {
    fsyncSync(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== NOT_PERMITTED) throw cause
  }
}

function writeFlushed(path: string, text: string, mode: number | undefined): void {
  // Remove an existing file: another user may have created it in order to read the text.
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', mode)
  try {
    writeFileSync(file, text)
    flush(file)
  } finally {
    closeSync(file)
  }
}

/** Writes a temporary file and renames it. @param mode defaults to the mode of the replaced file @throws WriteError */
export function writeWhole(path: string, text: string, mode?: number): void {
  let part: string | undefined
  try {
    // Keep symbolic links, and write directly to devices and pipes.
    const at = existsSync(path) ? realpathSync(path) : path
    const old = existsSync(at) ? statSync(at) : undefined
    if (old && !old.isFile()) {
      writeFileSync(at, text)
      return
    }
    part = join(dirname(at), `.${basename(at)}.${process.pid}${PART}`)
    writeFlushed(part, text, mode ?? old?.mode)
    renameSync(part, at)
  } catch (cause) {
    if (part !== undefined) rmSync(part, { force: true })
    throw new WriteError(path, (cause as NodeJS.ErrnoException).code ?? 'unknown error')
  }
}
