/** Unpacks the files of the executable once, into a folder that only the user can access. */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../../cli/start/compile-cache.ts'
import { filesIn } from './archive.ts'

/** @returns the folder with the files @throws Error of the system if no folder is writable */
export function unpacked(archive: Buffer, env: NodeJS.ProcessEnv): string {
  const base = cacheFolder('single-file', env) ?? temporary()
  const folder = join(base, hash('sha256', archive).slice(0, 32))
  if (existsSync(folder)) return folder
  // Unpack atomically: another process may start at the same time, and this one may be killed.
  const partial = mkdtempSync(join(base, 'unpacking-'))
  try {
    for (const [path, bytes] of filesIn(archive)) {
      mkdirSync(dirname(join(partial, path)), { recursive: true })
      writeFileSync(join(partial, path), bytes)
    }
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // If the folder exists, another process was faster.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** A folder only for this process, if the user has no cache folder that is safe. */
function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
