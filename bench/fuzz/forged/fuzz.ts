/** Makes forged inputs of each kind, and counts the results. */
import { Draw } from '../requests/draw.ts'
import { forgedCertificates } from './certificates.ts'
import type { ForgedKind } from './classes.ts'
import { forgedEchoes } from './echoes.ts'
import { forgedServices } from './services.ts'

export interface Forged {
  readonly kind: string
  readonly ways: number
  made: number
  refused: number
  harmless: number
  /** Milliseconds. */
  longest: number
  readonly shown: string[]
}

/** The maximum milliseconds for an input; generous, because the machine may be busy. */
const SOON = 5_000
const MAX_SHOWN = 5

// biome-ignore lint/suspicious/noExplicitAny: each kind has its own inputs, which nothing else reads
type Any = ForgedKind<any>

export const ourKinds = async (): Promise<readonly Any[]> => [
  ...(await forgedCertificates()),
  ...(await forgedServices()),
  forgedEchoes(),
]

/** @param each the number of forgeries for each way of each kind */
export async function fuzzForged(each: number, seed: number, kinds?: readonly Any[]): Promise<Forged[]> {
  const draw = new Draw(seed)
  const found: Forged[] = []
  for (const { kind, own, forgeries, judge, close } of kinds ?? (await ourKinds())) {
    const ways = Object.entries(forgeries)
    const outcome: Forged = { kind, ways: ways.length, made: 0, refused: 0, harmless: 0, longest: 0, shown: [] }
    for (const [way, forge] of ways)
      for (let at = 0; at < each; at += 1) {
        const forged = forge(own, draw)
        const began = performance.now()
        const result = await judge(forged)
        const took = performance.now() - began
        outcome.made += 1
        outcome.longest = Math.max(outcome.longest, took)
        const broken = typeof result === 'object' ? result.broken : took > SOON ? `${took.toFixed(0)} ms` : undefined
        if (result === 'refused' || result === 'harmless') outcome[result] += 1
        if (broken !== undefined && outcome.shown.length < MAX_SHOWN) outcome.shown.push(`${way}: ${broken}`)
      }
    await close?.()
    found.push(outcome)
  }
  return found
}
