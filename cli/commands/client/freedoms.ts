/** The freedoms as scenarios: a client must return the same text and usage for every legal way to respond. */
import { fail, limit, listVariants, stream, unavailable } from '../../../mock/index.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { type FreedomName, type FreedomRow, freedomRows } from './names.ts'
import type { Scenario } from './report.ts'

const PIECES = ['Once ', 'upon ', 'a ', 'tíme, ', 'and/or ', '🌍.']
const TEXT = PIECES.join('')

/** What the responses report, unless the variant reports something else or nothing. */
const USAGE = { prompt: 7, completion: 5 } as const
const WITHOUT_USAGE: ReadonlySet<string> = new Set(['usage-absent', 'usage-null-everywhere-in-streams'])
const OTHER_USAGE: ReadonlySet<string> = new Set([
  ...['usage-at-the-bound', 'usage-growing', 'usage-cached', 'usage-unasked', 'usage-in-every-chunk'],
])

function usageOf({ variant }: FreedomRow): Scenario['usage'] | undefined {
  if (WITHOUT_USAGE.has(variant)) return 'unknown'
  return OTHER_USAGE.has(variant) ? undefined : USAGE
}

/** The error that a variant changes; `model_not_found` if it changes all errors. */
function refusalOf(variant: string) {
  if (variant.startsWith('forbidden')) return 'disabled'
  return /challenge|due$/.test(variant) ? 'unauthenticated' : 'model_not_found'
}

function scenarioOf(row: FreedomRow, shows: string, freedom: string): Scenario {
  const { variant, way, set } = row
  // Clients must accept freedoms of the contract, but not those that only HTTP, JSON or event streams allow. JSON
  // Schema accepts 1.0 as an integer, but many parsers do not: neither is wrong.
  const isOfContract = /^\d/.test(freedom) && !/-with-(?:point-zero|exponent)$/.test(variant)
  const common = {
    set,
    variant,
    gateway: `does what is allowed: ${shows}`,
    rests: isOfContract ? (freedom.includes(':') ? freedom : `${freedom}: ${shows}`) : `should: ${freedom}`,
    level: isOfContract ? ('must' as const) : ('should' as const),
    text: TEXT,
  }
  if (way === 'refused')
    return {
      ...common,
      good: 'fails, and does not retry',
      streams: false,
      expects: 'threw',
      play: (project) => void project.always(fail(refusalOf(variant))),
    }
  if (way !== 'retried')
    return {
      ...common,
      good: 'returns the text and the usage',
      streams: way === 'stream',
      expects: 'returned',
      ...compact({ usage: usageOf(row) }),
      play: (project) => void project.always(stream(PIECES, { usage: USAGE })),
    }
  const refusal = variant.endsWith('503') || variant.endsWith('errors') ? unavailable() : limit({ retryAfter: 1 })
  return {
    ...common,
    good: 'retries after a pause, or fails',
    streams: false,
    expects: 'either',
    play: (project) => void project.next(refusal, stream(PIECES)),
  }
}

export function freedoms(): Readonly<Record<FreedomName, Scenario>> {
  const variants = new Map(listVariants().map((variant) => [variant.name, variant]))
  const entries = freedomRows.map((row) => {
    const variant = variants.get(row.variant)
    if (!variant) throw new Error(`no variant is called ${row.variant}`)
    return [row.name, scenarioOf(row, variant.shows, variant.freedom)] as const
  })
  return Object.fromEntries(entries) as Record<FreedomName, Scenario>
}
