/** A running mock, in this thread or in several workers: how it starts and how it ends. */
import { readFileSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { type MockConfig, startMock, startWorkers } from '../../../mock/index.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { failureOf, print, printAside } from '../../output.ts'
import { configurationFrom } from './configuration.ts'
import { type MockOptions, serverOptions, storeOf } from './settings.ts'

export interface Running {
  readonly url: string
  readonly admin: { readonly url: string } | undefined
  configure(config: MockConfig): Promise<void> | void
  drain(grace: `${number}s`): Promise<void>
  close(): Promise<void>
  /** Rejects if the mock fails. */
  readonly ended?: Promise<void>
}

/** Why the mock cannot listen, by error code. */
const LISTENING: Readonly<Record<string, (options: MockOptions) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is taken; choose another one with --port, or --port 0 for any`,
  EACCES: ({ port }) => `port ${port} needs more rights than this user has; choose one above 1023 with --port`,
  EADDRNOTAVAIL: ({ host }) => `this machine has no address ${host}; choose another one with --host`,
  ENOTFOUND: ({ host }) => `the name ${host} cannot be resolved; choose another one with --host`,
}

/** @throws UsageError if the mock cannot listen on its address */
export async function startRunning(options: MockOptions, config: MockConfig): Promise<Running> {
  const { workers, journalBodies, journalBytes } = options
  const common = { ...serverOptions(options), config }
  const store = storeOf(options)
  try {
    return workers > 1
      ? await startWorkers({ ...common, workers })
      : await startMock({
          ...common,
          ...(store !== undefined && { store, storeNews: (sentence) => process.stderr.write(`${sentence}\n`) }),
          journal: { bodies: journalBodies, ...(journalBytes !== undefined && { bytes: journalBytes }) },
        })
  } catch (error) {
    throw listeningFault(error as NodeJS.ErrnoException, options)
  }
}

export function listeningFault(error: NodeJS.ErrnoException, options: MockOptions): Error {
  const words = LISTENING[error.code ?? '']
  return words ? new UsageError(words(options)) : error
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves when a signal has ended the mock. @param begun called at each signal @throws Error if the mock fails */
export async function untilEnded(mock: Running, { grace }: MockOptions, begun: () => void): Promise<void> {
  const asked = new Promise<void>((resolve, reject) => {
    let ending = false
    const end = (): void => {
      begun()
      const ended = ending ? mock.close() : mock.drain(`${grace}s`)
      if (!ending)
        process.stderr.write(`The mock is shutting down: open responses have ${grace} s, or until another signal.\n`)
      ending = true
      ended.then(resolve, reject)
    }
    for (const signal of SIGNALS) process.on(signal, end)
  })
  await (mock.ended ? Promise.race([asked, mock.ended]) : asked)
}

/** @param taken called with every configuration that was reloaded @returns a function that stops reloading */
export function reloading(mock: Running, options: MockOptions, taken: (config: MockConfig) => void): () => void {
  const { config: path, watch, json } = options
  if (path === undefined) return () => undefined
  const takeOver = async (): Promise<void> => {
    const config = await tried(async () => {
      const read = configurationFrom(options)
      await mock.configure(read)
      return read
    }, 'The previous configuration stays.\n')
    if (!config) return
    // With --json, standard output has only one line, which is JSON.
    const say = json ? printAside : print
    say(`${path} was reloaded\n`)
    await tried(() => taken(config))
  }
  // Reload one at a time, so that the configuration that was read last is applied last.
  let turn = Promise.resolve()
  const reload = (): void => {
    turn = turn.then(takeOver)
  }
  process.on('SIGHUP', reload)
  const stop = watch ? watchFile(path, reload) : undefined
  return () => {
    process.off('SIGHUP', reload)
    stop?.()
  }
}

/** Prints an error and returns undefined if the action fails, so that the mock keeps running. */
async function tried<T>(act: () => T | Promise<T>, consequence = ''): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    const { message } = failureOf(error, process.env.SVC_CONFORMANCE_DEBUG === '1')
    printAside(`svc-conformance: ${message}\n${consequence}`)
    return undefined
  }
}

/** Milliseconds without a change before a reload, because editors write a file in several steps. */
const QUIET = 50

/**
 * Watches the folder and compares the text, because many editors replace the file and mounted folders swap a link.
 *
 * @returns a function that stops watching
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
