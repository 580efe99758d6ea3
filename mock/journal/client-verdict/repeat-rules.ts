import type { JournalEntry, Repeat } from '../entry.ts'
import { type Evidence, type Facts, type FindingRule, named, span } from './finding.ts'

type Repeating = JournalEntry & { readonly repeats: Repeat }

/** Errors that are not transient: the request, the key or the model has to change first. */
const FINAL = new Set([400, 401, 403, 404, 413])
const RETRYABLE = new Set([429, 500, 503])

/** Tolerance in milliseconds, because timers may fire a little early. */
const SLACK = 50
const MAX_REPEATS = 5
const STORM_WINDOW = 60_000
/** A wait of fewer milliseconds is too short to be a deliberate pause. */
const NO_PAUSE = 10
/** From this length in milliseconds, a pause is the upper limit of a back-off, or polling, and not a mistake. */
const LONG_PAUSE = 5_000
/** After this many milliseconds, a repeat is polling, not retrying. */
const POLL = 30_000

function repeating(facts: Facts): Repeating[] {
  return facts.entries.filter((entry): entry is Repeating => entry.repeats !== undefined)
}

/** Repeats by entry number. */
type Repeats = ReadonlyMap<number, Repeating>

const repeatsIn = (facts: Facts): Repeats => new Map(repeating(facts).map((entry) => [entry.number, entry]))

/** The latest n repeats up to an entry, oldest first; fewer if the journal has dropped the others. */
function rowOf(entry: Repeating, count: number, all: Repeats): Repeating[] {
  const row = [entry]
  for (let first = entry; row.length < count; row.unshift(first)) {
    const before = all.get(first.repeats.of)
    if (!before) break
    first = before
  }
  return row
}

const waits = (row: readonly Repeating[]): number[] => row.map(({ repeats }) => repeats.waited)

/** Whether a repeat waited as long as Retry-After said. */
function isObedient({ repeats: { retryAfter = 0, waited } }: Repeating): boolean {
  return retryAfter > 0 && waited >= retryAfter * 1_000 - SLACK
}

/** Whether a repeat may belong to a storm. The contract does not limit repeats that wait as long as it says, or long. */
const isHasty = (one: Repeating): boolean => !isObedient(one) && one.repeats.waited < LONG_PAUSE

function isStorm(entry: Repeating, all: Repeats): boolean {
  if (!isHasty(entry)) return false
  const [first = NO_PAUSE, second = NO_PAUSE] = waits(rowOf(entry, 2, all))
  if (first < NO_PAUSE && second < NO_PAUSE) return true
  let [counted, since] = [0, 0]
  for (let one: Repeating | undefined = entry; one && counted <= MAX_REPEATS; one = all.get(one.repeats.of)) {
    since += one.repeats.waited
    if (since > STORM_WINDOW) return false
    if (isHasty(one)) counted += 1
  }
  return counted > MAX_REPEATS
}

/** Whether three pauses have about the same length. Random pauses may shrink by chance, but are seldom alike. */
function pausesAlike(row: readonly Repeating[]): boolean {
  const [shortest, longest] = [Math.min(...waits(row)), Math.max(...waits(row))]
  const free = row.every(({ repeats }) => repeats.retryAfter === undefined && RETRYABLE.has(repeats.status))
  return (
    row.length === 3 && free && shortest >= NO_PAUSE && longest < LONG_PAUSE && longest <= shortest * 1.1 + NO_PAUSE
  )
}

const evidence = (entry: Repeating, words: string): Evidence => ({ entries: [entry.repeats.of, entry.number], words })

/** Rules for the behaviour of a client after a response that was not a success. */
export const repeatRules: readonly FindingRule[] = [
  {
    id: 'retry-after-ignored',
    level: 'breach',
    words: 'It sent a request again sooner than Retry-After allowed (7.4).',
    mend: 'Wait as many seconds as the header Retry-After says before the same request goes out again.',
    find: (facts) =>
      repeating(facts).flatMap((entry) => {
        const { of, status, retryAfter, waited } = entry.repeats
        if (retryAfter === undefined || waited >= retryAfter * 1_000 - SLACK) return []
        const words = `${named(entry)} was sent ${span(waited)} after #${of}, which was ${status} with Retry-After: ${retryAfter}`
        return [evidence(entry, words)]
      }),
  },
  {
    id: 'repeated-in-vain',
    level: 'breach',
    words: 'It repeated a request unchanged after an error that is not transient.',
    mend: 'Do not retry 400, 401, 403, 404 and 413: fix the request, the key or the model first.',
    find: (facts) =>
      repeating(facts)
        .filter(({ repeats: { status, waited } }) => FINAL.has(status) && waited < POLL)
        .map((entry) =>
          evidence(entry, `${named(entry)} is #${entry.repeats.of} unchanged, which was ${entry.repeats.status}`),
        ),
  },
  {
    id: 'probably-repeated',
    level: 'warning',
    words: 'It probably repeated a completion unchanged after an error that is not transient, on another connection.',
    mend: 'Do not retry 400, 401, 403, 404 and 413. Where two callers of yours sent it, observe each call, so that the verdict can separate them.',
    find: ({ entries }) =>
      entries.flatMap((entry) => {
        const { resembles, route } = entry
        if (!resembles || route !== 'completion' || !FINAL.has(resembles.status)) return []
        const words = `${named(entry)} equals #${resembles.of}, which was ${resembles.status}, and was sent ${span(resembles.waited)} after it with no other request in flight`
        return [{ entries: [resembles.of, entry.number], words }]
      }),
  },
  {
    id: 'retry-storm',
    level: 'breach',
    words:
      'It kept repeating a failed request: more than five times within a minute after less than 5 s, or without a pause.',
    mend: 'Give up after a few attempts, and let the pauses between them grow.',
    find: (facts) => {
      const all = repeatsIn(facts)
      const storm = [...all.values()].filter((entry) => isStorm(entry, all))
      return storm.map((entry) => {
        const { depth, waited, of } = entry.repeats
        return evidence(entry, `${named(entry)} is repeat ${depth} of one request, ${span(waited)} after #${of}`)
      })
    },
  },
  {
    id: 'pause-not-growing',
    level: 'warning',
    words: 'Its pauses between repeats do not grow.',
    mend: 'Double the pause after every failed attempt, and add some chance to it.',
    find: (facts) => {
      const all = repeatsIn(facts)
      return [...all.values()].flatMap((entry) => {
        const row = rowOf(entry, 3, all)
        if (!pausesAlike(row)) return []
        const numbers = row.map(({ number }) => number)
        return [{ entries: numbers, words: `${named(entry)}: pauses of ${waits(row).map(span).join(', ')}` }]
      })
    },
  },
  {
    id: 'called-after-403',
    level: 'warning',
    words: 'It continued to call what is disabled for its project (5.4).',
    mend: 'Treat 403 as final until the operator has enabled the account or the feature.',
    find: (facts) => {
      const refusals = refusalsIn(facts)
      return facts.entries.flatMap((entry) => {
        const before = refusals.get(placeOf(entry))?.find((one) => isCalledAfter(entry, one))
        if (!before || entry.repeats) return []
        return [{ entries: [before.number, entry.number], words: `${named(entry)} after #${before.number}` }]
      })
    },
  },
]

/** A 403. `known` is the last entry of the first observed call that received it; later calls must know of it. */
interface Refusal {
  readonly number: number
  readonly ended: number | undefined
  readonly known: number
}

const placeOf = ({ project, route }: JournalEntry): string => `${project} ${route}`

/** For each route: the first 403 to end, and the first that an observed call received. No other was known earlier. */
function refusalsIn({ entries, observations }: Facts): Map<string, Refusal[]> {
  const refused = entries.filter(({ status }) => status === 403)
  const alone = observations.filter(({ alone, outcome }) => alone && outcome !== 'pending')
  const places = Map.groupBy(refused, placeOf)
  return new Map(
    [...places].map(([place, all]) => {
      const refusals = all.map(({ number, ended, project }): Refusal => {
        const holding = alone.filter(
          ({ after, last, project: of = project }) => number > after && number <= last && of === project,
        )
        return { number, ended, known: Math.min(Number.POSITIVE_INFINITY, ...holding.map(({ last }) => last)) }
      })
      const first = least(refusals, ({ ended = Number.POSITIVE_INFINITY }) => ended)
      return [place, [...new Set([first, least(refusals, ({ known }) => known)])]]
    }),
  )
}

function least(refusals: readonly Refusal[], of: (refusal: Refusal) => number): Refusal {
  return refusals.reduce((best, one) => (of(one) < of(best) ? one : best))
}

/** Whether a call began when the client could know of a 403. Concurrent calls may all get a 403. */
function isCalledAfter(entry: JournalEntry, { number, ended, known }: Refusal): boolean {
  if (entry.number <= number) return false
  return (ended !== undefined && entry.at - ended >= 2_000) || entry.number > known
}
