/** One start of the client under test: a command that gets address and key in its environment, and a deadline. */
import { type ChildProcess, spawn } from 'node:child_process'
import { jsonIn } from '../../../reporters/formats/json.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'

/** How a start of the client ended, and its output. */
export interface Ended {
  readonly code: number | null
  /** Whether the harness ended it after its deadline. */
  readonly late: boolean
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
  /** Milliseconds from the start of the program to its first request; absent if it sent none. */
  readonly startMilliseconds?: number
}

/** The time limits of a client, in milliseconds. */
export interface Deadlines {
  /** Until its first request: a runtime may take long to load on a busy machine. */
  readonly start: number
  /** From its first request to its end. */
  readonly call: number
  /** Whether its first request has arrived. */
  readonly hasBegun: () => boolean
}

/** How many of the last characters of a client's output to keep. */
const KEPT = 64 * 1024

/** Milliseconds to read output after a client exits: a leftover child process may keep the pipe open. */
const GRACE = 1_000

/** Milliseconds between two checks for its first request. */
const LOOK = 20

const running = new Set<ChildProcess>()

/** Starts a command in its own process group, so that its child processes end with it. */
export function spawnClient([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(program, args, {
    env: { ...withoutOurs(process.env), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  running.add(child)
  child.once('exit', () => endGroup(child))
  child.stdin.on('error', () => undefined)
  return child
}

/** Calls `over` when a deadline passes. @returns a function that stops the timer and returns the times of the call */
export function timing({ start, call, hasBegun }: Deadlines, over: () => void) {
  const begun = performance.now()
  const since = (): number => Math.round(performance.now() - begun)
  let first: number | undefined
  const look = (): void => {
    if (first === undefined && hasBegun()) first = since()
  }
  const timer = setInterval(() => {
    look()
    if (first === undefined ? since() <= start : since() - first <= call) return
    clearInterval(timer)
    over()
  }, LOOK)
  return () => {
    clearInterval(timer)
    look()
    return compact({ milliseconds: since(), startMilliseconds: first })
  }
}

/** Starts the command and waits for its end. @throws UsageError when it cannot be started */
export async function startClient(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  deadlines: Deadlines,
): Promise<Ended> {
  const child = spawnClient(command, env)
  child.stdin.end()
  const [stdout, stderr] = [tailOf(child.stdout), tailOf(child.stderr)]
  let late = false
  const ended = timing(deadlines, () => {
    late = true
    endGroup(child)
  })
  const code = await exitOf(child, command).finally(ended)
  return { code, late, stdout: stdout(), stderr: stderr(), ...ended() }
}

/** The exit code, after its output ended or the grace period passed. @throws UsageError if it cannot be started */
export const exitOf = (child: ReturnType<typeof spawnClient>, [program = '']: readonly string[]) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(program, error)))
    child.once('exit', (code) => {
      const letGo = setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        resolve(code)
      }, GRACE)
      child.once('close', () => {
        clearTimeout(letGo)
        resolve(code)
      })
    })
  })

/** Ends every client that still runs. */
export function killAll(): void {
  for (const child of running) endGroup(child)
}

/** Ends a client with all its child processes, even after its own end. */
export function endGroup(child: ChildProcess): void {
  running.delete(child)
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function notStarted(program: string, { code }: NodeJS.ErrnoException): UsageError {
  const why = code === 'ENOENT' ? 'there is no such program' : (code ?? 'unknown error')
  return new UsageError(`cannot start '${program}': ${why}; write the command of the client after --`)
}

/** Hides keys of real gateways and other mocks from the client, and disables proxies for the address of the mock. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^(SVC|OPENAI)_/i.test(name))
  return { ...Object.fromEntries(others), NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }
}

/** @returns a function that returns the end of what was written since its previous call */
export function tailOf(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-KEPT)
  })
  return () => {
    const tail = text
    text = ''
    return tail
  }
}

/** The outcome in the last line of a client's output, if that line is JSON; undefined members for anything else. */
export function ownWords(stdout: string) {
  const said = jsonIn(stdout.trimEnd().split('\n').at(-1) ?? '')
  const { outcome, text, usage } = Object(said) as Record<string, unknown>
  return {
    outcome: (['returned', 'threw'] as const).find((known) => known === outcome),
    text: typeof text === 'string' ? text : undefined,
    // As reported; null if the client got no usage, undefined if it does not report usage.
    usage,
  }
}
