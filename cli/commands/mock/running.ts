/** A running mock, in this thread or in several workers: how it starts and how it ends. */
import { type MockConfig, startMock, startWorkers } from '../../../mock/index.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { type MockOptions, serverOptions, storeOf } from './settings.ts'

export interface Running {
  readonly url: string
  readonly admin: { readonly url: string } | undefined
  configure(config: MockConfig): Promise<void> | void
  drain(grace: `${number}s`): Promise<void>
  close(): Promise<void>
  /** @throws Error when it could not go on */
  readonly ended?: Promise<void>
}

/** Why nothing listens, by the code of the error. */
const LISTENING: Readonly<Record<string, (options: MockOptions) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is taken; choose another one with --port, or --port 0 for any`,
  EACCES: ({ port }) => `port ${port} needs more rights than this user has; choose one above 1023 with --port`,
  EADDRNOTAVAIL: ({ host }) => `this machine has no address ${host}; choose another one with --host`,
  ENOTFOUND: ({ host }) => `the name ${host} cannot be resolved; choose another one with --host`,
}

/** @throws UsageError when there is nothing to listen at */
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

/** Resolves when the mock has ended on request. @param begun called when it begins to end @throws Error when it fails */
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
