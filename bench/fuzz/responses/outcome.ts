import { held } from '../memory.ts'
import { SeenIds } from './seen-ids.ts'

/** Most findings that are kept with their requests; all are counted. */
const MAX_SHOWN = 20
const MAX_LENGTH = 1_000

/** What a fuzz comes to. */
export class Outcome {
  requests = 0
  /** Connections that were closed in order without a response, although something was asked. */
  silent = 0
  /** How many responses broke a rule. */
  broken = 0
  readonly shown: string[] = []
  readonly statuses = new Map<number, number>()
  readonly #ids: SeenIds
  readonly #planned: number
  readonly #bytes: number[] = []

  /** @param planned how many requests will come, each with up to `responses` responses */
  constructor(planned: number, responses = 1) {
    this.#planned = planned
    this.#ids = new SeenIds(planned * responses)
  }

  /** A response has come. */
  add(status: number, id: string | undefined): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (id !== undefined) this.#ids.add(id)
  }

  /** A request is over, with what is wrong with its responses. */
  judged(breaches: readonly string[], request: () => string): void {
    this.requests += 1
    if (this.requests === Math.ceil(this.#planned / 10) || this.requests === this.#planned) this.#bytes.push(held())
    if (breaches.length === 0) return
    this.broken += 1
    if (this.shown.length < MAX_SHOWN)
      this.shown.push(`${breaches.join('; ')}: ${JSON.stringify(request().slice(0, MAX_LENGTH))}`)
  }

  get responses(): number {
    return this.#ids.count
  }

  /** Responses whose request id another one had. */
  get repeatedIds(): number {
    return this.#ids.repeated()
  }

  /** MiB that were held after a tenth of the requests, and after all. */
  get mebibytes(): readonly [early: number, late: number] {
    const [early = Number.NaN, late = Number.NaN] = this.#bytes.map((bytes) => bytes / 2 ** 20)
    return [early, late]
  }
}
