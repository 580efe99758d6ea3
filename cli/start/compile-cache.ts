/**
 * Folders for caches, such as Node's compile cache, which makes later starts faster. Only the user may have access: another user
 * with write access could make the command run foreign code.
 */
import { lstatSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** A cache folder of svc-conformance, which is created if missing; undefined if none is safe or writable. */
export function cacheFolder(name: string, env: Environment, platform = process.platform): string | undefined {
  try {
    const base = baseFor(env, platform)
    if (base === undefined || !isOwn(dirname(base))) return undefined
    const own = join(base, 'svc-conformance')
    const folder = join(own, name)
    for (const path of [base, own, folder]) make(path)
    return isOwn(base) && isPrivate(own) && isPrivate(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

/** The user's cache folder. */
function baseFor({ XDG_CACHE_HOME, LOCALAPPDATA }: Environment, platform: NodeJS.Platform): string | undefined {
  if (platform === 'win32') return LOCALAPPDATA !== undefined && isAbsolute(LOCALAPPDATA) ? LOCALAPPDATA : undefined
  if (XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
}

function make(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Whether the user owns a folder, and only they can write to it. On Windows, each user's folders are separate. */
const isOwn = (path: string): boolean => isClosedTo(path, 0o022)

/** Whether the user owns a folder, and no other user has access to it. */
const isPrivate = (path: string): boolean => isClosedTo(path, 0o077)

function isClosedTo(path: string, others: number): boolean {
  const state = lstatSync(path)
  if (!state.isDirectory()) return false
  const uid = process.getuid?.()
  return uid === undefined || (state.uid === uid && (state.mode & others) === 0)
}
