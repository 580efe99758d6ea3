/** Lets a running mock take over its configuration file again. */
import { loadConfig } from '../mock/index.ts'
import { failureOf } from './failure.ts'
import type { MockOptions } from './mock-options.ts'
import type { Running } from './mock-running.ts'
import { watchFile } from './watched-file.ts'

/** Reads the file again on SIGHUP and, if wanted, whenever it changes. The answer ends that. */
export function reloading(mock: Running, { config: path, watch }: MockOptions): () => void {
  if (path === undefined) return () => undefined
  // One after the other, so that the last one read is the last one taken over.
  let turn = Promise.resolve()
  const reload = (): void => {
    turn = turn.then(() => takeOver(mock, path))
  }
  process.on('SIGHUP', reload)
  const stop = watch ? watchFile(path, reload) : undefined
  return () => {
    process.off('SIGHUP', reload)
    stop?.()
  }
}

async function takeOver(mock: Running, path: string): Promise<void> {
  try {
    await mock.configure(loadConfig(path))
    process.stdout.write(`${path} was read again\n`)
  } catch (error) {
    const { message } = failureOf(error, process.env.SVC_CONFORMANCE_DEBUG === '1')
    process.stderr.write(`svc-conformance: ${message}\nThe configuration of before stays.\n`)
  }
}
