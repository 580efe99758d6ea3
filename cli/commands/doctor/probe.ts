/** The doctor's requests: few, never retried, and all counted, including those to URLs near the base URL. */
import { randomInt } from 'node:crypto'
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { compact, entryOf } from '../../../suites/harness/http/compact.ts'
import type { Exchange } from '../../../suites/harness/http/exchange.ts'
import type { Plan } from '../../../suites/harness/http/request.ts'
import type { Obstacle } from '../../../suites/harness/reachability/obstacle.ts'
import { Session } from '../../../suites/harness/run/session/session.ts'
import type { Target } from '../../../suites/harness/target/target.ts'

export interface Diagnosis {
  readonly about:
    | 'base URL'
    | 'TLS'
    | 'key'
    | 'catalog'
    | 'completion'
    | 'stream'
    | 'request id'
    | 'proxy'
    | 'clock'
    | 'limits'
    | 'target file'
    | 'declared'
  /** A `note` is useful information, but does not prevent a run. */
  readonly verdict: 'ok' | 'note' | 'problem'
  readonly found: string
  /** How to fix it. The name of this member is published in `--json`. */
  readonly mend?: string
}

type About = Diagnosis['about']

export const ok = (about: About, found: string): Diagnosis => ({ about, verdict: 'ok', found })
export const note = (about: About, found: string, fix?: string): Diagnosis =>
  compact({ about, verdict: 'note', found, mend: fix })
export const problem = (about: About, found: string, fix: string): Diagnosis =>
  compact({ about, verdict: 'problem', found, mend: fix })

/** Converts an obstacle to every run into a problem. */
export const inTheWay = ({ about, found, fix }: Obstacle): Diagnosis => problem(about, found, fix)

/** The most requests about the base URL, the valid key and its models. */
export const MAX_REQUESTS = 8
/** The most requests about the other keys, models and states of a target file. */
export const MAX_OF_FILE = 50

/** An exchange, and the time of its end by the clock of this machine. */
export interface Probed {
  readonly exchange: Exchange
  readonly at: Date
}

export class Probe {
  readonly target: Target
  readonly responded: Probed[] = []
  /** Selects the client that the requests imitate. */
  readonly #seed = randomInt(2 ** 31)
  readonly #sessions = new Map<string, Session>()
  #ofFile: Session | undefined

  constructor(target: Target) {
    this.target = target
  }

  get sent(): number {
    return this.#all.reduce((sum, session) => sum + session.live.spent.requests, 0)
  }

  /** Sends a plan once. @param baseUrl responses from another URL than the target's are not recorded in `responded` */
  async ask(plan: Plan, baseUrl = this.target.baseUrl): Promise<Exchange> {
    if (this.sent >= MAX_REQUESTS) throw new Error(`the doctor sends at most ${MAX_REQUESTS} requests`)
    const exchange = await this.#sessionFor(baseUrl).ask({ name: 'doctor' }, plan, { retryOn: [], attempts: 1 })
    if (exchange.response && baseUrl === this.target.baseUrl) this.responded.push({ exchange, at: new Date() })
    return exchange
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((session) => session.live.client.close()))
  }

  /** The session for the parts of the target file that only the profile full uses. */
  get ofFile(): Session {
    this.#ofFile ??= this.#session(this.target.baseUrl, 'full', MAX_OF_FILE)
    return this.#ofFile
  }

  get #all(): readonly Session[] {
    return [...this.#sessions.values(), ...(this.#ofFile ? [this.#ofFile] : [])]
  }

  #sessionFor(baseUrl: string): Session {
    return entryOf(this.#sessions, baseUrl, () => this.#session(baseUrl, 'smoke', MAX_REQUESTS))
  }

  #session(baseUrl: string, profile: Profile, most: number): Session {
    const { requests = most } = this.target.limits
    const limits = { ...this.target.limits, requests: Math.min(requests, most) }
    return new Session({ ...this.target, baseUrl, limits }, { seed: this.#seed, runs: 1, profile })
  }
}
