/** The rows that compare requests per second. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Built } from './build.ts'
import { requests } from './requests.ts'
import { atLeast, ifQuiet, ifRight, type Kept, type Row } from './row.ts'
import { bare, type Manner, ours } from './sides.ts'
import { ratio, type Speed, speeds } from './throughput.ts'

interface Comparison {
  readonly what: string
  readonly request: keyof typeof requests
  readonly manner: Manner
  /** The minimum ratio; without it, the row is only reported. */
  readonly goal?: number
  /** Arguments of our command. */
  readonly args?: readonly string[]
  readonly awake?: boolean
}

export const comparisons = {
  json: { what: 'JSON completion, 300-byte body', request: 'json', manner: 'whole', goal: 0.68 },
  '16k': { what: 'JSON completion, 16 KiB body', request: '16k', manner: 'whole', goal: 0.62 },
  // This isolates the mock's own work: for a body of this size, any server spends most of the time in the parser.
  '16k-parsed': { what: 'the same, against a bare server that parses the body', request: '16k', manner: 'parsed' },
  models: { what: '`GET /v1/models`', request: 'models', manner: 'whole', goal: 0.85 },
  // The load shares the machine, so the server does not have both cores.
  workers: {
    what: 'JSON completion, `--workers 2` against one bare process',
    request: 'json',
    manner: 'whole',
    goal: 1.15,
    args: ['--workers', '2'],
    awake: false,
  },
  stream: { what: 'stream of 32 chunks, unpaced', request: 'stream', manner: 'events', goal: 1.2 },
} as const satisfies Record<string, Comparison>

export async function compare(comparison: Comparison, rounds: number, built: Built): Promise<Row> {
  const request = requests[comparison.request]
  const sides = [await bare(built, request, comparison.manner), ours(built, comparison.args)] as const
  const [reference, own] = await speeds(sides, request, rounds, built, comparison.awake)
  const { what, goal } = comparison
  return speedRow(what, own, reference, goal, (kept) => ifQuiet(kept, reference.share))
}

/** @param goal the minimum ratio; without it, the row is only reported @param judged adjusts whether the goal is met */
export function speedRow(
  what: string,
  own: Speed,
  reference: Speed,
  goal: number | undefined,
  judged: (kept: Kept) => Kept = (kept) => kept,
): Row {
  const value = ratio(own.rates, reference.rates)
  const kept = goal === undefined ? 'reported' : judged(atLeast(value, goal))
  return {
    what,
    ours: words(own),
    reference: words(reference),
    ratio: value.toFixed(2),
    cpu: ratio(reference.cpus, own.cpus).toFixed(2),
    goal: goal === undefined ? '' : `at least ${goal}`,
    kept: ifRight(kept, own.failures + reference.failures),
  }
}

function words({ rate, cpu, p50, p99, failures }: Speed): string {
  const wrong = failures > 0 ? `, **${failures} wrong responses**` : ''
  return `${Math.round(rate)}/s, ${cpu.toFixed(1)} µs CPU, p50 ${ms(p50)}, p99 ${ms(p99)}${wrong}`
}

const ms = (microseconds: number): string => `${(microseconds / 1000).toFixed(2)} ms`

const PORT = 16_379

const WHAT =
  'JSON completion with its quota in a Valkey or Redis on the same machine, against the mock that counts alone'

/** Compares the mock with a shared store to one without. If no store server is installed, the row says so. */
export async function shared(rounds: number, built: Built): Promise<Row> {
  const server = (await started('valkey-server')) ?? (await started('redis-server'))
  if (!server) return { what: WHAT, ours: 'not measured: install valkey-server or redis-server', kept: 'reported' }
  try {
    const sides = [ours(built), ours(built, ['--store', `redis://127.0.0.1:${PORT}`])] as const
    const [alone, together] = await speeds(sides, requests.json, rounds, built, false)
    return speedRow(WHAT, together, alone, undefined)
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
}

/** Starts a store server that writes nothing to disk; undefined if it is not installed. */
async function started(name: string) {
  const server = spawn(name, ['--port', String(PORT), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  const missing = once(server, 'error').then(() => true)
  return (await Promise.race([missing, pause(1_000, false)])) ? undefined : server
}
