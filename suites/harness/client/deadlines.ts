/** How long each stage of an exchange may take, and the watch that ends one which takes longer. */

import type { Failure } from '../http/exchange.ts'
import type { Budget } from './budget.ts'

/** All in milliseconds. */
export interface Deadlines {
  /** Until a connection stands, with TLS and the tunnel of a proxy. */
  readonly connect: number
  /** Between two pieces of a body, and before the first. */
  readonly idle: number
  /** For the whole exchange; so for its head as well. */
  readonly timeout: number
}

/** No one waits longer than this for a connection unless asked to. */
const CONNECT = 10_000

/** The deadlines that hold where some are not named. */
export function deadlinesOf({ connect, idle, timeout }: Partial<Deadlines> & Pick<Deadlines, 'timeout'>): Deadlines {
  return { connect: Math.min(connect ?? CONNECT, timeout), idle: Math.min(idle ?? timeout, timeout), timeout }
}

/** Watches one exchange from its sending on. */
export class Watch {
  readonly #deadlines: Deadlines
  readonly #tell: (failure: Failure) => void
  readonly #whole: ReturnType<typeof setTimeout>
  #stage: 'connect' | 'headers' | 'body' = 'connect'
  /** For the stage that the exchange is in; none while only the whole counts. */
  #part: ReturnType<typeof setTimeout> | undefined
  #over = false

  /** @param tell is told what took too long; nothing is told after `end` */
  constructor(deadlines: Deadlines, budget: Budget | undefined, tell: (failure: Failure) => void) {
    this.#deadlines = deadlines
    this.#tell = tell
    const { connect, timeout } = deadlines
    const left = budget?.timeLeft ?? Number.POSITIVE_INFINITY
    this.#whole = setTimeout(
      () => {
        if (left < timeout) tell({ stage: 'budget', code: 'BUDGET', message: 'the time of the run is spent' })
        else this.#late(`no complete answer within ${timeout} ms`)
      },
      Math.max(0, Math.min(timeout, left)),
    )
    if (connect < timeout) this.#allow(connect, `no connection within ${connect} ms`)
  }

  get over(): boolean {
    return this.#over
  }

  /** The request goes out. */
  connected(): void {
    this.#stage = 'headers'
    clearTimeout(this.#part)
  }

  /** The head of the answer has come, or a piece of its body. */
  moved(): void {
    this.#stage = 'body'
    const { idle, timeout } = this.#deadlines
    if (idle < timeout) this.#allow(idle, `nothing more of the body for ${idle} ms`)
  }

  /** The exchange is over; the watch is as well. */
  end(): void {
    this.#over = true
    clearTimeout(this.#whole)
    clearTimeout(this.#part)
  }

  #allow(milliseconds: number, message: string): void {
    clearTimeout(this.#part)
    this.#part = setTimeout(() => this.#late(message), milliseconds)
  }

  #late(message: string): void {
    this.#tell({ stage: this.#stage, code: 'TIMEOUT', message })
  }
}
