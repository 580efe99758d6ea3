/** Rounds in which each side is measured in turn, so that noise hits both alike. */
import { spawn } from 'node:child_process'

/** Milliseconds of a command from start to exit. @throws when it exits with a code that is not expected */
export function timed(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  codes: readonly number[] = [0],
): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (codes.includes(code ?? -1)) resolve(performance.now() - started)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${errors.slice(-400)}`))
    })
  })
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export interface Ratio {
  readonly name: string
  readonly ours: string
  readonly theirs: string
  readonly ratio: number
  /** The goal in words, and whether the median keeps it. */
  readonly goal: string
  readonly kept: boolean
}

/** Measures both sides `rounds` times, alternating, and compares medians. */
export async function ratioOf(
  name: string,
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  goal: { readonly words: string; readonly keeps: (ratio: number) => boolean },
  unit: string,
): Promise<Ratio> {
  const [a, b]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    b.push(await theirs())
    a.push(await ours())
  }
  const ratio = median(a) / median(b)
  return {
    name,
    ours: `${Math.round(median(a))} ${unit}`,
    theirs: `${Math.round(median(b))} ${unit}`,
    ratio,
    goal: goal.words,
    kept: goal.keeps(ratio),
  }
}
