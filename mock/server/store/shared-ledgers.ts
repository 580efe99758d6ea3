import { Cells } from '../../core/metering/cells.ts'
import { addEntries, type LedgerEntry, ledgerIn } from '../../core/metering/ledger.ts'
import { short } from '../../core/metering/sums.ts'
import { realTimer } from '../../core/time/clock.ts'
import type { Project } from '../../core/types.ts'
import type { StoreConnection } from './connection.ts'
import type { News } from './shared-limits.ts'

/** Milliseconds until a mock writes changed counts to the store. */
const SOON = 50

/** Seconds for which a ledger stays in the store after its last write. */
const KEPT = 86_400

/** The maximum number of malformed entries to report. */
const MAX_REPORTED = 100

/**
 * The ledgers of projects that several mocks share. Each mock writes its totals instead of differences, so that a
 * repeated write counts once.
 */
export class SharedLedgers {
  readonly #connection: StoreConnection
  readonly #prefix: string
  readonly #news: News
  /** The field of each project in the store. A project that is removed and added again starts at 0 in a new field. */
  readonly #places = new Map<Project, string>()
  /** Malformed fields that were reported. */
  readonly #broken = new Set<string>()
  readonly #changed = new Set<Project>()
  #waits = false

  constructor(connection: StoreConnection, prefix: string, news: News) {
    this.#connection = connection
    this.#prefix = prefix
    this.#news = news
  }

  /** Schedules a write of the counts of a project. Called for each request, and again after its response. */
  changed(project: Project): void {
    this.#changed.add(project)
    this.flushSoon()
  }

  flushSoon(): void {
    if (this.#waits) return
    this.#waits = true
    realTimer(SOON, () => {
      this.#waits = false
      this.#flush().catch(() => undefined)
    })
  }

  /** Schedules a write of all totals, because a store that was flushed has lost them. */
  again(): void {
    for (const project of this.#places.keys()) this.changed(project)
  }

  /** The sum over all mocks, without malformed entries. @throws StoreLost, or the error of the store */
  async read(project: Project): Promise<LedgerEntry> {
    await this.#write(project)
    const reply = await this.#connection.send(['HGETALL', this.#key(project)])
    // Depending on the protocol, the reply is a flat list of mocks and their entries, or a map.
    const fields = Array.isArray(reply) ? pairs(reply) : Object.entries(reply ?? {})
    const entries = fields.flatMap(([mock, text]) => read(String(text)) ?? this.#skip(project, mock))
    return entries.reduce(addEntries, NONE)
  }

  #skip(project: Project, mock: string): [] {
    const key = this.#key(project)
    if (!this.#broken.has(`${key} ${mock}`) && this.#broken.size < MAX_REPORTED) {
      this.#broken.add(`${key} ${mock}`)
      this.#news(
        `The store holds a ledger entry that no mock wrote; it is left out. Delete a field of ${key}: ${JSON.stringify(mock.slice(0, 60))}.`,
      )
    }
    return []
  }

  async close(): Promise<void> {
    await this.#flush().catch(() => undefined)
  }

  async #flush(): Promise<void> {
    for (const project of [...this.#changed]) {
      this.#changed.delete(project)
      try {
        await this.#write(project)
      } catch (error) {
        // Write it again when the connection is restored.
        this.#changed.add(project)
        throw error
      }
    }
  }

  async #write(project: Project): Promise<void> {
    const key = this.#key(project)
    await this.#connection.send(['HSET', key, this.#placeOf(project), written(ledgerIn(project.cells))])
    await this.#connection.send(['EXPIRE', key, String(KEPT)])
  }

  #placeOf(project: Project): string {
    const place = this.#places.get(project) ?? crypto.randomUUID()
    this.#places.set(project, place)
    return place
  }

  #key({ name }: Project): string {
    return `${this.#prefix}:{${name}}:ledger`
  }
}

/** Writes an entry with numbers as strings, because JSON.stringify throws on bigints and JSON.parse rounds. */
function written(entry: LedgerEntry): string {
  return JSON.stringify(Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value)])))
}

/** Parses an entry; undefined if no mock can have written it. */
function read(text: string): LedgerEntry | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const members = value as Readonly<Record<string, unknown>> | null
  const counts = Object.keys(NONE).map((name) => [name, members?.[name]] as const)
  if (!counts.every(([, count]) => typeof count === 'string' && COUNT.test(count))) return undefined
  const sums = counts.map(([name, count]) => [name, short(BigInt(count as string))])
  return Object.fromEntries(sums) as unknown as LedgerEntry
}

const pairs = (flat: readonly unknown[]): [name: string, value: unknown][] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[String(name), flat[at + 1]]] : []))

const COUNT = /^\d{1,60}$/

const NONE = ledgerIn(new Cells())
