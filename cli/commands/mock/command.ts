/** `svc-conformance mock`: the reference gateway as a server, with everything that a first request needs. */
import { demoConfig, loadConfig, type MockConfig, startMock, startWorkers } from '../../../mock/index.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { writeNamed } from '../../files.ts'
import { mockTargetText, rolesIn } from '../../mock-target-file.ts'
import { reloading } from './reload.ts'
import { checkMockOptions, type MockOptions, serverOptions } from './settings.ts'
import { welcome } from './welcome.ts'

export interface Running {
  readonly url: string
  readonly admin: { readonly url: string } | undefined
  configure(config: MockConfig): Promise<void> | void
  drain(grace: `${number}s`): Promise<void>
  close(): Promise<void>
  /** @throws Error when it could not go on */
  readonly ended?: Promise<void>
}

const LISTENING: Readonly<Record<string, (options: MockOptions) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is taken; choose another one with --port, or --port 0 for any`,
  EACCES: ({ port }) => `port ${port} needs more rights than this user has; choose one above 1023 with --port`,
  EADDRNOTAVAIL: ({ host }) => `this machine has no address ${host}; choose another one with --host`,
  ENOTFOUND: ({ host }) => `the name ${host} cannot be resolved; choose another one with --host`,
}

/** @throws UsageError when there is nothing to listen at */
export async function startRunning(options: MockOptions, config: MockConfig): Promise<Running> {
  const { workers, journalBodies } = options
  const common = { ...(await serverOptions(options)), config }
  try {
    return workers > 1
      ? await startWorkers({ ...common, workers })
      : await startMock({ ...common, journal: { bodies: journalBodies } })
  } catch (error) {
    const words = LISTENING[(error as NodeJS.ErrnoException).code ?? '']
    throw words ? new UsageError(words(options)) : error
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves when the mock has ended as it was asked to. @throws Error when it could not go on */
export async function untilEnded(mock: Running, { grace }: MockOptions): Promise<void> {
  const asked = new Promise<void>((resolve, reject) => {
    let ending = false
    const end = (): void => {
      const ended = ending ? mock.close() : mock.drain(`${grace}s`)
      if (!ending) process.stderr.write(`The mock is ending: open answers have ${grace} s, or until another signal.\n`)
      ending = true
      ended.then(resolve, reject)
    }
    for (const signal of SIGNALS) process.on(signal, end)
  })
  await (mock.ended ? Promise.race([asked, mock.ended]) : asked)
}

/** Serves until a signal comes. */
export async function mockCommand(options: MockOptions): Promise<number> {
  checkMockOptions(options)
  const { config: file, targetFile: path, tlsCert: cert } = options
  const config = file === undefined ? demoConfig : loadConfig(file)
  const roles = rolesIn(config)
  if (!roles && path !== undefined) {
    throw new UsageError('--target-file needs a project in the configuration with a key and an available model')
  }
  const mock = await startRunning(options, config)
  const ended = untilEnded(mock, options)
  const stop = reloading(mock, options)
  try {
    if (roles) {
      const target = mockTargetText(mock.url, roles)
      if (path !== undefined) writeNamed(path, target)
      process.stdout.write(welcome({ url: mock.url, roles, target, path, cert }))
    } else process.stdout.write(`The mock listens at ${mock.url}\n`)
    if (mock.admin) process.stdout.write(`The admin API listens at ${mock.admin.url}\n`)
    await ended
    return 0
  } finally {
    stop()
    await mock.close()
  }
}
