/** The seed of a run: drawn, chosen by the caller, or derived from a verifier's nonce. */
import { createHash, randomInt } from 'node:crypto'
import { UsageError } from '../../catalogue/usage-error.ts'
import type { Environment } from '../../target/environment.ts'

/** The origin of a seed; empty if the caller chose it. Reports, transcripts and certificates have these members. */
export interface SeedOrigin {
  readonly seed_from?: 'drawn' | 'challenge'
  /** The nonce that the verifier sent. */
  readonly nonce?: string
}

export interface Seed {
  readonly seed: number
  readonly origin: SeedOrigin
}

/** The default seed of the library, the built-in mock and shards, so that their runs can be repeated. */
export const DEFAULT_SEED = 20_261_121

/** Seeds that are drawn or derived are below this: fast-check uses 32 bits with a sign. */
export const SEEDS = 2 ** 31

/** Long enough that no target can guess it. */
const NONCE = /^[\w.~:+/=-]{16,128}$/

/** The environment variable that sets the same seed for every run of a pipeline. */
const VARIABLE = 'SVC_CONFORMANCE_SEED'

export interface SeedOptions {
  readonly seed?: number
  /** A nonce of the verifier. */
  readonly challenge?: string
}

const chosen = (seed: number): Seed => ({ seed, origin: {} })
const drawn = (): Seed => ({ seed: randomInt(SEEDS), origin: { seed_from: 'drawn' } })

/** The same nonce gives a different seed for each target. */
export function seedFromNonce(nonce: string, baseUrl: string): number {
  const address = URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/+$/, '') : baseUrl
  return createHash('sha256').update(`${nonce}\n${address}`).digest().readUInt32BE() % SEEDS
}

/**
 * The seed of a run; drawn if neither an option nor the environment sets it.
 *
 * @param baseUrl of the named target. The built-in mock has none; it cannot prepare for a run, so its seed is fixed
 * @throws UsageError
 */
export function seedOf({ seed, challenge }: SeedOptions, baseUrl: string | undefined, env: Environment): Seed {
  if (challenge === undefined) {
    const own = seed ?? seedIn(env)
    if (own !== undefined) return chosen(own)
    return baseUrl === undefined ? chosen(DEFAULT_SEED) : drawn()
  }
  if (!NONCE.test(challenge))
    throw new UsageError(
      'the nonce of a challenge has 16 to 128 letters, digits or any of . _ ~ : + / = -; openssl rand -hex 16 makes one',
    )
  if (baseUrl === undefined) throw new UsageError('a challenge needs a target: name it with --base-url or --target')
  return { seed: seedFromNonce(challenge, baseUrl), origin: { seed_from: 'challenge', nonce: challenge } }
}

function seedIn({ [VARIABLE]: text = '' }: Environment): number | undefined {
  if (text.trim() === '') return undefined
  const seed = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed
  throw new UsageError(`${VARIABLE} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
}
