/** Rounds in which the sides are measured in turn, so that noise affects all equally. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Milliseconds of a command from start to exit. @throws if it fails */
export async function timed(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [code] = await once(child, 'exit')
  if (code === 0) return performance.now() - started
  throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${errors.slice(-400)}`)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The measurements of each side, by round. Each round begins with a different side. */
export async function inTurn<Side, Measured>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<Measured>,
): Promise<Measured[][]> {
  const measured: Measured[][] = sides.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const at = (round + turn) % sides.length
      measured[at]?.push(await measure(sides[at] as Side))
    }
  }
  return measured
}

export type Ratio = Awaited<ReturnType<typeof ratioOf>>

interface Sides {
  readonly name: string
  readonly ours: () => Promise<number>
  readonly theirs: () => Promise<number>
  readonly unit: 'ms' | '/s'
  readonly goal: readonly [bound: 'at most' | 'at least', ratio: number]
  /** Text after the goal. */
  readonly note?: string
}

/** Measures both sides `rounds` times, alternating, and compares medians. */
export async function ratioOf(rounds: number, { name, ours, theirs, unit, goal, note = '' }: Sides) {
  const measured = await inTurn([theirs, ours], rounds, (measure) => measure())
  const [b, a] = measured.map(median) as [number, number]
  const ratio = a / b
  const [bound, wanted] = goal
  return {
    name,
    ours: `${Math.round(a)} ${unit}`,
    theirs: `${Math.round(b)} ${unit}`,
    ratio,
    // The goal in words, and whether the median meets it.
    goal: `${bound} ${wanted}${note}`,
    kept: bound === 'at most' ? ratio <= wanted : ratio >= wanted,
  }
}
