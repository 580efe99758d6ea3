/**
 * A client that makes all calls in one process. Each call is a JSON object on a line of its standard input, and each outcome
 * one on a line of its standard output. It loads its imports only once, and later calls may meet a connection that one call
 * has broken.
 */
import { type Deadlines, type Ended, endGroup, exitOf, spawnClient, tailOf } from './process.ts'

/** The version of the protocol, which the program finds in its environment as SVC_PROTOCOL. */
export const PROTOCOL = 'svc-client-lines/1'

/** What the program has to do for a call. */
export interface Call {
  readonly stream: boolean
  readonly base_url: string
  readonly key: string
  readonly model: string
  readonly prompt: string
}

/** Milliseconds between two looks at the deadline of a call. */
const LOOK = 20

/** The most characters of a line: more than the longest text for a client. */
const MAX_LINE = 16 * 1024 * 1024

/** One process, which is started again if a call has ended it. */
export class LinesClient {
  readonly #command: readonly string[]
  #child: ReturnType<typeof spawnClient> | undefined
  #exit: Promise<number | null> | undefined
  #stderr: () => string = () => ''
  #answered: ((line: string) => void) | undefined
  #next = 0

  constructor(command: readonly string[]) {
    this.#command = command
  }

  /** Makes one call at a time. @throws UsageError when the program cannot be started */
  async call(call: Call, { start, call: limit, hasBegun }: Deadlines): Promise<Ended> {
    const begun = performance.now()
    const since = (): number => Math.round(performance.now() - begun)
    const child = this.#child ?? this.#start()
    const id = ++this.#next
    let first: number | undefined
    let look: NodeJS.Timeout | undefined
    const line = new Promise<string>((resolve) => {
      this.#answered = (text) => {
        if (idOf(text) === id) resolve(text)
      }
    })
    const late = new Promise<'late'>((resolve) => {
      look = setInterval(() => {
        if (first === undefined && hasBegun()) first = since()
        if (first === undefined ? since() > start : since() - first > limit) resolve('late')
      }, LOOK)
    })
    child.stdin.write(`${JSON.stringify({ id, ...call })}\n`)
    const outcome = await Promise.race([line, late, this.#exit?.then((code) => ({ code }))])
    clearInterval(look)
    if (first === undefined && hasBegun()) first = since()
    if (typeof outcome !== 'string' || outcome === 'late') this.end()
    const isEnd = typeof outcome === 'object'
    return {
      // A program that ends has not made its call, with any exit code.
      code: typeof outcome === 'string' && outcome !== 'late' ? 0 : (isEnd && outcome.code) || 1,
      late: outcome === 'late',
      stdout: typeof outcome === 'string' && outcome !== 'late' ? outcome : '',
      stderr: this.#stderr(),
      milliseconds: since(),
      ...(first === undefined ? {} : { startMilliseconds: first }),
    }
  }

  /** Ends the process. */
  end(): void {
    if (this.#child) endGroup(this.#child)
    this.#child = undefined
  }

  #start(): ReturnType<typeof spawnClient> {
    const child = spawnClient(this.#command, { SVC_PROTOCOL: PROTOCOL })
    this.#child = child
    this.#stderr = tailOf(child.stderr)
    this.#exit = exitOf(child, this.#command)
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      const lines = (rest + part).split('\n')
      rest = (lines.pop() ?? '').slice(-MAX_LINE)
      for (const line of lines) this.#answered?.(line)
    })
    return child
  }
}

/** Other output of the program, such as its log, is ignored. */
function idOf(line: string): unknown {
  try {
    return (Object(JSON.parse(line)) as { id?: unknown }).id
  } catch {
    return undefined
  }
}
