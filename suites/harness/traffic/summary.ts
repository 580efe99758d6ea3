/** How often each requirement held and was broken, and what that shows about all traffic. */
import { type Level, type RequirementId, requirement, requirements } from '../catalogue/requirements.ts'
import { wilson } from '../explain/statistics.ts'
import { compact, entryOf } from '../http/compact.ts'
import type { Finding } from '../judge/evidence.ts'
import { OF_LIVING } from '../judge/index.ts'
import { CLIENT_FINDINGS, type ClientFinding } from './clients.ts'
import { needs } from './needs.ts'
import type { Part, SeenExchange } from './seen.ts'

/** A breach in one exchange. */
export interface SeenFinding extends Pick<Finding, 'requirement' | 'expected' | 'at'> {
  readonly level: Level
  readonly brief: string
  readonly where: string
}

/** The maximum number of breaches of a requirement to keep. */
export const MAX_EXAMPLES = 5
/** The maximum number of origins to list. */
const MAX_ORIGINS = 10

export interface SeenRequirement {
  readonly id: RequirementId
  readonly section: string
  readonly level: Level
  /** `not-seen`: no exchange could show it. */
  readonly verdict: 'held' | 'broken' | 'not-seen'
  /** The numbers of exchanges that could show a breach, and that did. */
  readonly judged: number
  readonly broken: number
  /** The highest share of exchanges that may break it, with a confidence of 95 %; absent if none was judged. */
  readonly at_most?: number
  readonly examples: readonly Omit<SeenFinding, 'requirement' | 'level'>[]
}

export interface TrafficSummary {
  readonly exchanges: number
  /** The numbers of exchanges that were judged, and that are not about the contract. */
  readonly judged: number
  readonly others: number
  /** Scheme and host of one of these that went to another gateway; absent if none did. */
  readonly other_origin?: string
  /** Origins of the judged requests, as far as the records have them. */
  readonly origins: readonly string[]
  /** Files without any header of the gateway: missing headers are not judged there. */
  readonly headerless: number
  readonly requirements: readonly SeenRequirement[]
  /** A value n means that one in n ids was compared with all others. */
  readonly compared: { readonly request_ids: number; readonly completion_ids: number }
  readonly client: readonly {
    readonly id: ClientFinding
    readonly message: string
    readonly exchanges: number
    readonly examples: readonly string[]
  }[]
}

interface Tally {
  judged: number
  broken: number
  readonly examples: SeenFinding[]
}

/** The upper end of the interval. If nothing was broken, it is exact: the probability of that is 5 % at this share. */
export const atMost = (broken: number, of: number): number =>
  broken === 0 ? 1 - 0.05 ** (1 / of) : wilson(broken, of).high

/** What the numbers of exchanges show about a requirement. */
export function resultOf(
  judged: number,
  broken: number,
): Omit<SeenRequirement, 'id' | 'section' | 'level' | 'examples'> {
  if (judged === 0) return { verdict: 'not-seen', judged, broken }
  return { verdict: broken > 0 ? 'broken' : 'held', judged, broken, at_most: atMost(broken, judged) }
}

/** Requirements that a missing header would break. */
const OF_HEADERS: ReadonlySet<Part> = new Set(['missing id', 'headers'])

const tallyOf = (tallies: Map<RequirementId, Tally>, id: RequirementId): Tally =>
  entryOf(tallies, id, () => ({ judged: 0, broken: 0, examples: [] }))

export class Counts {
  readonly #tallies = new Map<RequirementId, Tally>()
  readonly #clients = new Map<ClientFinding, { exchanges: number; readonly examples: string[] }>()
  readonly #alive = new Set<string>()
  readonly #origins = new Set<string>()
  /** Tallies of missing headers by file; undefined once a header of the gateway shows that the tool keeps headers. */
  readonly #doubts = new Map<string, Map<RequirementId, Tally> | undefined>()
  #exchanges = 0
  #judged = 0
  #others = 0

  exchange(isOurs: boolean, origin: string | undefined): void {
    this.#exchanges += 1
    if (!isOurs) this.#others += 1
    if (origin !== undefined && this.#origins.size < MAX_ORIGINS) this.#origins.add(origin)
  }

  /** The number of judged exchanges so far. */
  get ofJudged(): number {
    return this.#judged
  }

  alive(operation: string): void {
    this.#alive.add(operation)
  }

  client(id: ClientFinding, where: string): void {
    const count = entryOf(this.#clients, id, () => ({ exchanges: 0, examples: [] }))
    count.exchanges += 1
    if (count.examples.length < MAX_EXAMPLES) count.examples.push(where)
  }

  /** The file has a header of the gateway, so headers that are missing there were not sent. */
  trust(source: string): void {
    const doubts = this.#doubts.get(source)
    this.#doubts.set(source, undefined)
    for (const [id, { judged, broken, examples }] of doubts ?? []) {
      const tally = tallyOf(this.#tallies, id)
      tally.judged += judged
      tally.broken += broken
      tally.examples.push(...examples.slice(0, MAX_EXAMPLES - tally.examples.length))
    }
  }

  /** Counts the findings on one exchange, each requirement once. @returns the broken requirements */
  judged(findings: readonly Finding[], { where, source = '' }: SeenExchange): readonly SeenFinding[] {
    const broken = new Map<RequirementId, SeenFinding>()
    const held = new Set<RequirementId>()
    for (const { requirement: id, outcome, brief, message, expected, at } of findings) {
      if (outcome === 'pass') held.add(id)
      if (outcome !== 'fail' || broken.has(id)) continue
      const { level } = requirement(id)
      broken.set(id, { requirement: id, level, brief: brief ?? message, ...compact({ expected, at }), where })
    }
    const doubts = source === '' ? undefined : this.#doubtsOf(source)
    for (const id of new Set([...held, ...broken.keys()])) {
      const breach = broken.get(id)
      const isDoubtful = breach && needs.get(id)?.some((part) => OF_HEADERS.has(part))
      const tally = tallyOf(doubts && isDoubtful ? doubts : this.#tallies, id)
      tally.judged += 1
      if (!breach) continue
      tally.broken += 1
      if (tally.examples.length < MAX_EXAMPLES) tally.examples.push(breach)
    }
    if (held.size + broken.size > 0) this.#judged += 1
    return [...broken.values()]
  }

  #doubtsOf(source: string): Map<RequirementId, Tally> | undefined {
    if (!this.#doubts.has(source)) this.#doubts.set(source, new Map())
    return this.#doubts.get(source)
  }

  summary(compared: TrafficSummary['compared']): TrafficSummary {
    return {
      exchanges: this.#exchanges,
      judged: this.#judged,
      others: this.#others,
      origins: [...this.#origins].sort(),
      headerless: [...this.#doubts.values()].filter((doubts) => doubts?.has('request-id-present')).length,
      requirements: requirements
        .filter(({ id }) => needs.has(id))
        .map(({ id, section, level }) => this.#row(id, section, level)),
      compared,
      client: (Object.keys(CLIENT_FINDINGS) as ClientFinding[]).flatMap((id) => {
        const count = this.#clients.get(id)
        return count ? [{ id, message: CLIENT_FINDINGS[id], ...count }] : []
      }),
    }
  }

  #row(id: RequirementId, section: string, level: Level): SeenRequirement {
    const tally = this.#tallies.get(id)
    const isAlive = (OF_LIVING[id] ?? []).every((operation) => this.#alive.has(operation))
    const { judged, broken, examples } =
      tally && (isAlive || tally.broken > 0) ? tally : { judged: 0, broken: 0, examples: [] }
    return {
      id,
      section,
      level,
      ...resultOf(judged, broken),
      examples: examples.map(({ brief, expected, at, where }) => ({ brief, ...compact({ expected, at }), where })),
    }
  }
}
