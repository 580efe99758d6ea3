/** `mock --replay`: gives the responses of a recording until a signal comes. */
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { shown } from '../../../suites/harness/text/printable.ts'
import { readRecording } from '../recording/read.ts'
import { startReplay } from './replay-server.ts'
import { listeningFault } from './running.ts'
import { type MockOptions, serverOptions } from './settings.ts'

/** @throws UsageError */
export async function replayCommand(file: string, options: MockOptions): Promise<number> {
  const { recorded, responses } = readRecording(file)
  if (!responses || responses.length === 0)
    throw new UsageError(`${file}: there is no response in it; record traffic with whole responses`)
  const { port, host } = options
  const { tls } = serverOptions(options)
  const replay = await startReplay(responses, { port, host, tls }).catch((error: NodeJS.ErrnoException) => {
    throw listeningFault(error, options)
  })
  const faults = responses.filter(({ fault }) => fault)
  const names = [...new Set(faults.flatMap(({ fault = [] }) => fault))].sort().join(', ')
  process.stdout.write(shown(`The mock replays ${responses.length} responses of ${recorded} at ${replay.url}\n`))
  if (faults.length > 0) process.stdout.write(shown(`${faults.length} of them break the contract: ${names}\n`))
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await replay.close()
  return 0
}
