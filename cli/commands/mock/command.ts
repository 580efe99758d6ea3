/** `svc-conformance mock`: the reference gateway as a server, with everything that a first request needs. */
import { loadConfig } from '../../../mock/index.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { shown } from '../../../suites/harness/text/printable.ts'
import { writeNamed } from '../../files.ts'
import { mockTargetText, rolesIn } from '../../mock-target-file.ts'
import { trustOf } from './certificate.ts'
import { readyMade } from './ready-made.ts'
import { reloading } from './reload.ts'
import { startRunning, untilEnded } from './running.ts'
import { checkMockOptions, type MockOptions } from './settings.ts'
import { TARGET_FILE, welcome } from './welcome.ts'

/** Serves until a signal comes, and gives the exit code. @throws UsageError */
export async function mockCommand(options: MockOptions): Promise<number> {
  checkMockOptions(options)
  const { config: file, targetFile: path, tlsCert: cert } = options
  const config = file === undefined ? readyMade(options.host) : loadConfig(file)
  const roles = rolesIn(config)
  if (!roles && path !== undefined) {
    throw new UsageError('--target-file needs a project in the configuration with a key and an available model')
  }
  const mock = await startRunning(options, config)
  const ended = untilEnded(mock, options)
  const stop = reloading(mock, options)
  try {
    if (roles) {
      const tls = cert === undefined ? undefined : trustOf(cert, mock.url, path ?? TARGET_FILE)
      const target = mockTargetText(mock.url, roles, tls)
      if (path !== undefined) writeNamed(path, target)
      // Its keys are no secrets: they open nothing but this mock.
      process.stdout.write(shown(welcome({ url: mock.url, roles, target, path, cert, tls })))
    } else process.stdout.write(`The mock listens at ${mock.url}\n`)
    if (mock.admin) process.stdout.write(`The admin API listens at ${mock.admin.url}\n`)
    await ended
    return 0
  } finally {
    stop()
    await mock.close()
  }
}
