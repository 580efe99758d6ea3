/**
 * Two bugs in one gateway: pairs of faults from different families, each in one run of the profile full with the
 * default limits. A run must name both.
 *
 *   npm run prove -- --pairs 200 --seed 1    number of pairs, drawn by this seed
 *     --at-once N        number of concurrent runs
 *     --fault A --fault B    this pair alone
 */
import { parseArgs } from 'node:util'
import { atOnce } from '../../../bench/at-once.ts'
import { listFaults } from '../../../mock/index.ts'
import { UsageError } from '../../prove/options.ts'
import { drawnPairs, type Pair } from './families.ts'
import { type JudgedPair, judgedPair } from './judged-pair.ts'

/** The minimum share of pairs with both faults named, among pairs that do not mask each other. */
const NAMED = 0.98

function wholeNumber(text: string | undefined, flag: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`${flag} ${text}: it must be a whole number from 1`)
  return value
}

function pairNamed(names: readonly string[]): Pair {
  const [one, other] = names.map((name) => listFaults().find((fault) => fault.name === name))
  if (!one || !other || names.length !== 2) throw new UsageError(`--fault ${names.join(' --fault ')}: name two faults`)
  return [one, other]
}

function report({ names, requests, followUps, stop, hidden }: JudgedPair): void {
  const spent = stop === undefined ? '' : `, ${stop}`
  for (const { name, masked, why } of hidden)
    console.log(
      `${names.join(' + ')} (${requests} requests, ${followUps} follow-ups${spent}): ${name} ${masked ? `masked: ${masked}` : `HIDDEN: ${why}`}`,
    )
}

/** @returns whether both faults are named in nearly every pair that does not mask one of them */
export async function provePairs(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pairs: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '2' },
      fault: { type: 'string', multiple: true },
    },
  })
  const seed = wholeNumber(values.seed, '--seed')
  const pairs = values.fault ? [pairNamed(values.fault)] : drawnPairs(wholeNumber(values.pairs, '--pairs'), seed)
  const rows: JudgedPair[] = []
  await atOnce(wholeNumber(values['at-once'], '--at-once'), pairs.values(), async (pair) => {
    const row = await judgedPair(pair)
    rows.push(row)
    report(row)
    if (rows.length % 50 === 0) console.log(`${rows.length} of ${pairs.length} pairs`)
  })
  const isLost = ({ hidden }: JudgedPair): boolean => hidden.some(({ masked }) => masked === undefined)
  const lost = rows.filter(isLost).length
  const masked = rows.filter((row) => row.hidden.length > 0 && !isLost(row)).length
  const rest = rows.length - masked
  const spent = rows.filter(({ stop }) => stop !== undefined).length
  console.log(
    `${rows.length} pairs, seed ${seed}: ${masked} mask each other by the contract; both are named in ${rest - lost} of the other ${rest} (${((100 * (rest - lost)) / Math.max(1, rest)).toFixed(1)} %); ${spent} runs spent a budget`,
  )
  return lost <= (1 - NAMED) * rest
}
