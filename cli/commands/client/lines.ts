/**
 * A client that makes all calls in one process. It reads each call as a line of JSON from standard input, and writes
 * each outcome as a line of JSON to standard output. It loads its imports only once. A call may reuse a connection that
 * an earlier call broke.
 */
import { setImmediate } from 'node:timers/promises'
import { jsonIn } from '../../../reporters/formats/json.ts'
import { type Deadlines, type Ended, endGroup, exitOf, spawnClient, tailOf, timing } from './process.ts'

/** The version of the protocol, which the program finds in its environment as SVC_PROTOCOL. */
const PROTOCOL = 'svc-client-lines/1'

/** What the program has to do for a call. */
export interface Call {
  readonly stream: boolean
  readonly base_url: string
  readonly key: string
  readonly model: string
  readonly prompt: string
}

/** The most characters of a line: more than the longest text for a client. */
const MAX_LINE = 16 * 1024 * 1024

interface Running {
  readonly child: ReturnType<typeof spawnClient>
  readonly exit: Promise<number | null>
  readonly stderr: () => string
}

/** Runs the client in one process, and restarts the process after a failed call. */
export class LinesClient {
  readonly #command: readonly string[]
  #running: Running | undefined
  #onResponse: ((line: string) => void) | undefined
  #next = 0

  constructor(command: readonly string[]) {
    this.#command = command
  }

  /** Makes a call; callers must await it before the next. @throws UsageError if the program cannot be started */
  async call(call: Call, deadlines: Deadlines): Promise<Ended> {
    const { child, exit, stderr } = (this.#running ??= this.#start())
    const id = ++this.#next
    // Whatever it wrote before belongs to earlier calls.
    stderr()
    const response = new Promise<string>((resolve) => {
      this.#onResponse = (line) => {
        if (idOf(line) === id) resolve(line)
      }
    })
    const { promise: late, resolve: over } = Promise.withResolvers<void>()
    const ended = timing(deadlines, over)
    child.stdin.write(`${JSON.stringify({ id, ...call })}\n`)
    const outcome = await Promise.race([
      response.then((stdout) => ({ code: 0, late: false, stdout })),
      late.then(() => ({ code: 1, late: true, stdout: '' })),
      // A program that exits has not completed its call, even if its exit code is 0.
      exit.then((code) => ({ code: code || 1, late: false, stdout: '' })),
    ]).finally(ended)
    // Its standard error may be read after the outcome, although it was written before.
    await setImmediate()
    if (outcome.code !== 0) this.end()
    return { ...outcome, stderr: stderr(), ...ended() }
  }

  /** Ends the process. */
  end(): void {
    if (this.#running) endGroup(this.#running.child)
    this.#running = undefined
  }

  #start(): Running {
    const child = spawnClient(this.#command, { SVC_PROTOCOL: PROTOCOL })
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      const lines = (rest + part).split('\n')
      rest = (lines.pop() ?? '').slice(-MAX_LINE)
      for (const line of lines) this.#onResponse?.(line)
    })
    return { child, exit: exitOf(child, this.#command), stderr: tailOf(child.stderr) }
  }
}

/** The `id` of an outcome; other output of the program, such as its log, is ignored. */
const idOf = (line: string): unknown => (Object(jsonIn(line)) as { id?: unknown }).id
