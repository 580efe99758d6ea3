/** `svc-conformance mock`: the reference gateway as a server, with everything that a first request needs. */
import { writeFileSync } from 'node:fs'
import { demoConfig, loadConfig, startMock } from '../mock/index.ts'
import { shellWord } from '../suites/harness/shell-word.ts'
import { UsageError } from '../suites/harness/usage-error.ts'
import { rolesIn } from './mock-roles.ts'
import { mockTargetText } from './mock-target.ts'

export interface MockOptions {
  readonly port: number
  readonly host: string
  readonly config?: string
  readonly targetFile?: string
}

const LISTENING: Readonly<Record<string, (options: MockOptions) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is taken; choose another one with --port, or --port 0 for any`,
  EACCES: ({ port }) => `port ${port} needs more rights than this user has; choose one above 1023 with --port`,
  EADDRNOTAVAIL: ({ host }) => `this machine has no address ${host}; choose another one with --host`,
  ENOTFOUND: ({ host }) => `the name ${host} cannot be resolved; choose another one with --host`,
}

async function started(options: MockOptions, config: typeof demoConfig): ReturnType<typeof startMock> {
  try {
    return await startMock({ config, port: options.port, host: options.host })
  } catch (error) {
    const words = LISTENING[(error as NodeJS.ErrnoException).code ?? '']
    throw words ? new UsageError(words(options)) : error
  }
}

/** Resolves when the process is asked to end. */
function asked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(
      `--target-file ${path}: cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    )
  }
}

/** What someone needs who has just started a mock. */
function welcome(
  url: string,
  roles: NonNullable<ReturnType<typeof rolesIn>>,
  text: string,
  path: string | undefined,
): string {
  const model = roles.models.chat ?? ''
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
  const roleKeys = { ...roles.keys, disabled: roles.provoke.disabled?.key, limited: roles.provoke.limited?.key }
  const keys = Object.entries(roleKeys).flatMap(([role, key]) =>
    key === undefined ? [] : [`  ${role.padEnd(10)}${key}`],
  )
  return [
    `The mock listens at ${url}`,
    '',
    'Keys, which open nothing but this mock:',
    ...keys,
    '',
    'Try it:',
    `  curl -sS ${url}/v1/chat/completions -H ${shellWord(`authorization: Bearer ${roles.keys.valid}`)} -H 'content-type: application/json' -d ${shellWord(body)}`,
    '',
    ...(path === undefined
      ? [
          'Certify it with this target file, which --target-file would have written:',
          ...text
            .trimEnd()
            .split('\n')
            .map((line) => `  ${line}`),
        ]
      : [`The target file is ${path}`]),
    '',
    `  npx svc-conformance run --target ${shellWord(path ?? 'target.yaml')} --profile full`,
    '',
  ].join('\n')
}

/** Serves until a signal comes. */
export async function mockCommand(options: MockOptions): Promise<number> {
  const config = options.config === undefined ? demoConfig : loadConfig(options.config)
  const roles = rolesIn(config)
  if (!roles && options.targetFile !== undefined) {
    throw new UsageError('--target-file needs a project in the configuration with a key and an available model')
  }
  const ended = asked()
  const mock = await started(options, config)
  try {
    if (roles) {
      const text = mockTargetText(mock.url, roles)
      if (options.targetFile !== undefined) write(options.targetFile, text)
      process.stdout.write(welcome(mock.url, roles, text, options.targetFile))
    } else process.stdout.write(`The mock listens at ${mock.url}\n`)
    await ended
    return 0
  } finally {
    await mock.close()
  }
}
