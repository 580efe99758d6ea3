/** Tells when the text of a file is another one. */
import { readFileSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** Milliseconds of quiet after a change: editors write a file in several steps. */
const QUIET = 50

/**
 * Watches the folder and looks at the text: many editors put a new file in the place of the old one, and
 * mounted folders swap a link. The answer stops it.
 */
export function watchFile(path: string, changed: () => void): () => void {
  let text = textOf(path)
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    const now = textOf(path)
    if (now === undefined || now === text) return
    text = now
    changed()
  }
  const watcher = watch(dirname(path), () => {
    clearTimeout(timer)
    timer = setTimeout(look, QUIET)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** Undefined while there is no such file, as between two steps of an editor. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
