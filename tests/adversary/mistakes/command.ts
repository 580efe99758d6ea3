/**
 * Mistakes of the operator: wrong values in a target file and in flags, against a conforming mock. Such a run may end
 * with 2 (usage), 3 (incomplete), or 0 if the mistake is harmless; never with 1, which accuses the gateway.
 *
 *   npm run prove -- --mistakes        every mistake
 *     --mistakes N       N mistakes, drawn by the seed      --member NAME    of one member or flag; repeatable
 *     --seed S           another draw, and other slips      --said           what the operator reads, for each
 *     --quick            asks for a part of each run
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { closing } from '../../prove/closing.ts'
import { UsageError } from '../../prove/options.ts'
import { flagMistakes, outcomeOfFlags } from './flags.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { allMistakes, type Mistake } from './values.ts'
import { openWorld } from './world.ts'

const DEFAULT_SEED = 1

/** @returns whether no run accused the gateway */
export async function proveMistakes(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      member: { type: 'string', multiple: true },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      said: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  })
  const seed = Number(values.seed)
  const count = positionals[0] === undefined ? Number.POSITIVE_INFINITY : Number(positionals[0])
  if (!Number.isInteger(seed) || Number.isNaN(count)) throw new UsageError('--mistakes [N] [--seed S]: whole numbers')
  return closing(await openWorld(), async (world) => {
    const all: readonly Job[] = [
      ...allMistakes(world, seed).map((each) => ({ ...each, run: () => outcomeOf(each.draft, world, values.quick) })),
      ...flagMistakes(world).map((each) => ({ ...each, run: () => outcomeOfFlags(each, world) })),
    ]
    return await runAll(drawnFrom(all, seed, count, values.member), values.said)
  })
}

interface Job extends Pick<Mistake, 'member' | 'what'> {
  run(): Promise<Outcome>
}

/**
 * @param members of the target file, and flags; default: all
 * @throws UsageError if no mistake is left
 */
function drawnFrom(mistakes: readonly Job[], seed: number, count: number, members?: readonly string[]): readonly Job[] {
  const all = mistakes.filter(({ member }) => members?.includes(member) ?? true)
  if (all.length === 0) throw new UsageError(`no mistake is of ${members}`)
  if (count >= all.length) return all
  const [drawn = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 })
  return drawn.slice(0, count)
}

async function runAll(mistakes: readonly Job[], isSaid: boolean): Promise<boolean> {
  const codes = new Map<number, number>()
  for (const { member, what, run } of mistakes) {
    const { code, said } = await run()
    codes.set(code, (codes.get(code) ?? 0) + 1)
    if (code === 1 || isSaid) console.log(`${code}  ${member}: ${what}\n   ${said}`)
  }
  const counts = [...codes].sort(([a], [b]) => a - b).map(([code, times]) => `exit ${code}: ${times}`)
  console.log(`${mistakes.length} mistakes: ${counts.join(', ')}`)
  return !codes.has(1)
}
