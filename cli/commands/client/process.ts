/** One start of the client under test: a command that gets address and key in its environment, and a deadline. */
import { type ChildProcess, spawn } from 'node:child_process'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'

/** How a start of the client ended, and what it said. */
export interface Ended {
  readonly code: number | null
  /** It was ended by us, because its time was over. */
  readonly late: boolean
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
}

/** Characters that are kept of what a client says: the last ones. */
const KEPT = 64 * 1024

/** Milliseconds for which we listen to a client that we have ended. */
const GRACE = 1_000

const running = new Set<ChildProcess>()

/** Starts the command and waits for its end. @throws UsageError when it cannot be started */
export async function startClient(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  deadline: number,
): Promise<Ended> {
  const begun = performance.now()
  const child = spawn(program, args, {
    env: { ...withoutOurs(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that its child processes end with it.
    detached: process.platform !== 'win32',
  })
  running.add(child)
  const [stdout, stderr] = [tailOf(child.stdout), tailOf(child.stderr)]
  let late = false
  let letGo: NodeJS.Timeout | undefined
  const timer = setTimeout(() => {
    late = true
    kill(child)
    // What has left the group of the client may hold its output open for as long as it likes.
    letGo = setTimeout(() => {
      child.stdout.destroy()
      child.stderr.destroy()
    }, GRACE)
  }, deadline)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(program, error)))
      child.once('close', resolve)
    })
    return { code, late, stdout: stdout(), stderr: stderr(), milliseconds: Math.round(performance.now() - begun) }
  } finally {
    clearTimeout(timer)
    clearTimeout(letGo)
    running.delete(child)
  }
}

/** Ends every client that still runs. */
export function killAll(): void {
  for (const child of running) kill(child)
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function notStarted(program: string, { code }: NodeJS.ErrnoException): UsageError {
  const why = code === 'ENOENT' ? 'there is no such program' : (code ?? 'unknown error')
  return new UsageError(`cannot start '${program}': ${why}; write the command of the client after --`)
}

/** The keys of real gateways and of other mocks are kept from the client here, and so is a proxy. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^(SVC_CONFORMANCE_|SVC_MOCK_|OPENAI_)/.test(name))
  return { ...Object.fromEntries(others), NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }
}

function tailOf(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-KEPT)
  })
  return () => text
}
