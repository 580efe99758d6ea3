/** Where the files of the executable lie on the disk: unpacked once, into a folder of the user alone. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../../cli/start/compile-cache.ts'
import { filesIn } from './archive.ts'

/** @throws Error of the system when there is no folder to write to */
export function unpacked(archive: Buffer, env: NodeJS.ProcessEnv): string {
  const base = cacheFolder('single-file', env) ?? temporary()
  const folder = join(base, createHash('sha256').update(archive).digest('hex').slice(0, 32))
  if (existsSync(folder)) return folder
  // Whole, or not at all: another process may start at the same time, and this one may be killed.
  const partial = mkdtempSync(join(base, 'unpacking-'))
  try {
    for (const [path, bytes] of filesIn(archive)) {
      mkdirSync(dirname(join(partial, path)), { recursive: true })
      writeFileSync(join(partial, path), bytes)
    }
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // Another process has been quicker.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Where the user has no folder that only they can write to, one for this process alone. */
function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
