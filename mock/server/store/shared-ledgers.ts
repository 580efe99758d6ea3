import { addEntries, type LedgerEntry } from '../../core/metering/ledger.ts'
import type { Count } from '../../core/metering/sums.ts'
import { realTimer } from '../../core/time/clock.ts'
import type { Project } from '../../core/types.ts'
import type { StoreConnection } from './connection.ts'

/** Milliseconds until the store has what a mock has counted. */
const SOON = 50

/** Seconds that a ledger stays in the store after the last change. */
const KEPT = 86_400

/**
 * The ledgers of the projects that several mocks share. Each mock writes down its own sums, never a difference: what is
 * written twice, or again after a lost connection, counts once.
 */
export class SharedLedgers {
  readonly #prefix: string
  /** A project that a reload takes out and another one brings back counts from zero, and so in its own place. */
  readonly #places = new WeakMap<Project, string>()
  readonly #changed = new Set<Project>()
  #connection: StoreConnection | undefined
  #waits = false

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  use(connection: StoreConnection): void {
    this.#connection = connection
  }

  /** A request of this project has come; what it adds is written soon, and again when its answer is over. */
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

  /** The sum of all mocks. @throws StoreLost */
  async read(project: Project): Promise<LedgerEntry> {
    await this.#write(project)
    // A flat list of mocks and their entries, or a map of them, by the protocol.
    const reply = await this.#connection?.send(['HGETALL', this.#key(project)])
    const entries = Array.isArray(reply) ? reply.filter((_, at) => at % 2 === 1) : Object.values(reply ?? {})
    return entries.map((entry) => read(String(entry))).reduce(addEntries)
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
        // Written again when the connection is back.
        this.#changed.add(project)
        throw error
      }
    }
  }

  async #write(project: Project): Promise<void> {
    const key = this.#key(project)
    await this.#connection?.send(['HSET', key, this.#placeOf(project), written(project.ledger.snapshot())])
    await this.#connection?.send(['EXPIRE', key, String(KEPT)])
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

/** JSON would round a bigint, or refuse it. */
function written(entry: LedgerEntry): string {
  return JSON.stringify(Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, String(value)])))
}

function read(text: string): LedgerEntry {
  const entries = Object.entries(JSON.parse(text) as Record<string, string>)
  return Object.fromEntries(entries.map(([name, value]) => [name, short(BigInt(value))])) as unknown as LedgerEntry
}

const short = (value: bigint): Count => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value)
