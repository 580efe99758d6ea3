/** `svc-conformance mock`: the reference gateway as a server, with everything for a first request. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MockConfig } from '../../../mock/index.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { shown } from '../../../suites/harness/text/printable.ts'
import { writeNamed } from '../../files.ts'
import { isOfMock, mockTargetText, rolesIn } from '../../mock-target-file.ts'
import { configurationFrom } from './configuration.ts'
import { isFile, OWNER_ONLY, ReadyFile, readyOf, readyText } from './ready.ts'
import { replayCommand } from './replay-server.ts'
import { reloading, startRunning, untilEnded } from './running.ts'
import { checkMockOptions, deviationsInWords, type MockOptions, storeOf } from './settings.ts'
import { type WrittenTimes, withTimes } from './timing.ts'
import { TARGET_FILE, trustOf, welcome } from './welcome.ts'

const SHARED =
  'Quotas and ledger of the configured projects are in the store. Scripts, journal, verdict and everything below /faults and /variants are only in this mock.\n'

/** The faults of `--as` besides those of `--fault`. */
async function withServer(given: WrittenTimes<MockOptions>): Promise<WrittenTimes<MockOptions>> {
  if (given.as === undefined) return given
  const { faultsOf } = await import('./servers.ts')
  return { ...given, fault: [...new Set([...(given.fault ?? []), ...faultsOf(given.as)])] }
}

/** @throws UsageError if the target file would replace a file that no mock has written */
function checkReplaced(path: string, readyFile: string | undefined): void {
  if (readyFile !== undefined && resolve(readyFile) === resolve(path))
    throw new UsageError('--target-file and --ready-file name the same file; choose another name for one of them')
  const before = isFile(path) ? readFileSync(path, 'utf8') : ''
  if (before.trim() === '' || isOfMock(before)) return
  throw new UsageError(`--target-file: ${path} exists and was not written by a mock; choose another name, or remove it`)
}

/** Serves until a signal arrives, and returns the exit code. @throws UsageError */
export async function mockCommand(given: WrittenTimes<MockOptions>): Promise<number> {
  const options = withTimes(await withServer(given))
  checkMockOptions(options)
  if (options.replay !== undefined) return replayCommand(options.replay, options)
  const { targetFile: path, tlsCert: cert } = options
  const config = configurationFrom(options)
  const roles = rolesIn(config)
  if (!roles && path !== undefined) {
    throw new UsageError('--target-file needs a project in the configuration with a key and an available model')
  }
  if (path !== undefined) checkReplaced(path, options.readyFile)
  const readyFile = options.readyFile === undefined ? undefined : new ReadyFile(options.readyFile)
  const mock = await startRunning(options, config)
  const ended = untilEnded(mock, options, () => readyFile?.remove())
  const { url, admin } = mock
  let stop: (() => void) | undefined
  try {
    const tls = cert === undefined ? undefined : trustOf(cert, url, path ?? TARGET_FILE)
    const readyWith = (current: MockConfig) =>
      readyOf({ url, admin, certificate: tls?.ca === undefined ? undefined : cert }, current)
    stop = reloading(mock, options, (current) => readyFile?.write(readyWith(current)))
    const target = roles && mockTargetText(url, roles, tls)
    if (path !== undefined && target !== undefined) writeNamed(path, target, OWNER_ONLY)
    const deviating = deviationsInWords(options)
    if (storeOf(options) !== undefined) process.stderr.write(SHARED)
    // Print the keys unmasked: they are valid only for this mock, so they are not secrets.
    if (options.json) process.stdout.write(readyText(readyWith(config)))
    else if (roles && target !== undefined)
      process.stdout.write(shown(welcome({ url, deviating, roles, target, path, cert, tls })))
    else process.stdout.write([`The mock listens at ${url}`, ...deviating, ''].join('\n'))
    if (admin && !options.json) process.stdout.write(`The admin API listens at ${admin.url}\n`)
    // Write this file last, because processes wait for it to know that everything else is ready.
    readyFile?.write(readyWith(config))
    await ended
    return 0
  } finally {
    stop?.()
    readyFile?.remove()
    await mock.close()
  }
}
