/** Reads the configuration of a running mock again: on SIGHUP, and with --watch whenever the file changes. */
import { readFileSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import type { MockConfig } from '../../../mock/index.ts'
import { failureOf, print, printAside } from '../../output.ts'
import { configurationFrom } from './configuration.ts'
import type { Running } from './running.ts'
import type { MockOptions } from './settings.ts'

/** @param taken called with every configuration that the mock has loaded @returns a function that stops it */
export function reloading(mock: Running, options: MockOptions, taken: (config: MockConfig) => void): () => void {
  const { config: path, watch } = options
  if (path === undefined) return () => undefined
  // One at a time, so that the last one read is the last one applied.
  let turn = Promise.resolve()
  const reload = (): void => {
    turn = turn.then(() => takeOver(mock, path, options, taken))
  }
  process.on('SIGHUP', reload)
  const stop = watch ? watchFile(path, reload) : undefined
  return () => {
    process.off('SIGHUP', reload)
    stop?.()
  }
}

async function takeOver(
  mock: Running,
  path: string,
  options: MockOptions,
  taken: (config: MockConfig) => void,
): Promise<void> {
  const config = await tried(async () => {
    const read = configurationFrom(options)
    await mock.configure(read)
    return read
  }, 'The previous configuration stays.\n')
  if (!config) return
  // A caller of --json reads only one line of JSON.
  const say = options.json ? printAside : print
  say(`${path} was reloaded\n`)
  await tried(() => taken(config))
}

/** Undefined if it fails: the mock says why, and continues. */
async function tried<T>(act: () => T | Promise<T>, consequence = ''): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    const { message } = failureOf(error, process.env.SVC_CONFORMANCE_DEBUG === '1')
    printAside(`svc-conformance: ${message}\n${consequence}`)
    return undefined
  }
}

/** Milliseconds of quiet after a change: editors write a file in several steps. */
const QUIET = 50

/**
 * Watches the folder and compares the text: many editors replace the file, and mounted folders swap a link.
 *
 * @returns what stops it
 */
function watchFile(path: string, changed: () => void): () => void {
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

/** Undefined while the file does not exist, as between two steps of an editor. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
