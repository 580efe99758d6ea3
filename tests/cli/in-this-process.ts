/**
 * Runs `svc-conformance <args>` in this process, to save the start of another. The working directory, the environment
 * and the output belong to the whole process, so commands run one at a time.
 */
import { main } from '../../cli/program.ts'

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Write = typeof process.stdout.write

let last: Promise<unknown> = Promise.resolve()

export function inThisProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Said> {
  const said = last.then(() => run(args, cwd, env))
  last = said.catch(() => undefined)
  return said
}

async function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Said> {
  const [folder, environment] = [process.cwd(), process.env]
  const listeners = [keptListeners(process, 'uncaughtException'), keptListeners(process.stdout, 'error')]
  const [stdout, stderr] = [caught(process.stdout), caught(process.stderr)]
  process.chdir(cwd)
  process.env = { ...env }
  try {
    const code = await main(args)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    process.env = environment
    process.chdir(folder)
    for (const each of [stdout, stderr, ...listeners]) each.restore()
  }
}

/** Captures the output, as a pipe would. */
function caught(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const { write, isTTY } = stream
  let text = ''
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    // The test runner reports in bytes, the command speaks in text.
    if (typeof chunk !== 'string') return write.call(stream, chunk, ...rest)
    text += chunk
    return true
  }) as Write
  stream.isTTY = false
  return { text: () => text, restore: () => Object.assign(stream, { write, isTTY }) }
}

/** Commands never remove their listeners, which would accumulate in this process. */
function keptListeners(emitter: NodeJS.EventEmitter, event: string): { restore(): void } {
  const before = new Set(emitter.listeners(event))
  return {
    restore: () => {
      for (const listener of emitter.listeners(event))
        if (!before.has(listener)) emitter.off(event, listener as () => void)
    },
  }
}
