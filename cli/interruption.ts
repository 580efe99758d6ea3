/** Ctrl-C ends a run early but orderly; a second one ends the process at once. */
import { exitCodes } from './exit-codes.ts'

export interface Interruption {
  readonly signal: AbortSignal
  /** Stops listening. */
  end(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export function interruptible(): Interruption {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.incomplete)
    controller.abort()
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  return {
    signal: controller.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, interrupt)
    },
  }
}
