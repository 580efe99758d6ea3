/** Sends one request through the library, until its response ends, its deadline passes, or its client disconnects. */
import type { Dispatcher } from 'undici'
import { compact } from '../../http/compact.ts'
import { ABORTED, type Exchange, type Failure, MAX_BODY, toMicrosecond } from '../../http/exchange.ts'
import { failureOf } from '../../http/network-errors.ts'
import type { SameBodies } from '../../http/read-once.ts'
import type { Redactor } from '../../http/redact.ts'
import type { Plan } from '../../http/request.ts'
import type { Deadlines } from '../../target/limits.ts'
import type { Budget } from '../budget.ts'
import type { Connections } from '../connections.ts'
import type { Http2Client } from '../http2.ts'
import { ResponseRecorder } from '../response-recorder.ts'
import type { Agent } from '../undici.ts'

/** Milliseconds after which a client that does not wait for the response disconnects. */
const SOON = 10
/** The failure if a proxy asks for a password. The target never returns this status. */
const PROXY_REFUSES: Failure = { stage: 'connect', code: 'PROXY_407', message: 'the proxy responded with 407' }

/** How to send one request, and what to mask in its response. */
export interface Way {
  readonly agent: Agent | Http2Client
  readonly deadlines: Deadlines
  readonly redactor: Redactor
  readonly hangUp: Plan['hangUp']
}

/** The state and options that all requests of a client share. */
export interface Sharing {
  readonly connections: Connections
  readonly bodies: SameBodies
  readonly budget: Budget | undefined
  readonly maxBody: number | undefined
  readonly isForwarded: boolean
  /** Functions that end the exchanges in flight. */
  readonly underWay: Set<(failure: Failure) => void>
}

type Received = Pick<Exchange, 'response' | 'failure' | 'firstByte' | 'connection'>

/** @param started when the exchange began, by `performance.now()` */
export function dispatched(
  options: Dispatcher.DispatchOptions,
  started: number,
  { agent, deadlines, redactor, hangUp }: Way,
  { connections, bodies, budget, maxBody = MAX_BODY, isForwarded, underWay }: Sharing,
): Promise<Received> {
  const since = (): number => toMicrosecond(performance.now() - started)
  const recorder = new ResponseRecorder({ maxBody, budget, redactor, bodies })
  return new Promise((resolve) => {
    let firstByte: number | undefined
    let connection: number | undefined
    let abort: ((reason: Error) => void) | undefined
    let leaving: ReturnType<typeof setTimeout> | undefined
    const settle = (complete: boolean, failure?: Failure): void => {
      if (watch.over) return
      watch.end()
      clearTimeout(leaving)
      underWay.delete(stop)
      resolve({ ...recorder.end(complete), ...compact({ failure, firstByte, connection }) })
    }
    const stop = (failure: Failure): void => {
      settle(false, failure)
      abort?.(new Error(failure.message))
    }
    const leave = (): void =>
      stop({ stage: recorder.begun ? 'body' : 'headers', code: ABORTED, message: 'the caller disconnected on purpose' })
    const watch = new Watch(deadlines, budget, stop)
    underWay.add(stop)
    agent.dispatch(options, {
      onRequestStart: (controller) => {
        connections.onNext((number) => {
          connection = number
        })
        abort = (reason) => controller.abort(reason)
        if (watch.over) abort(new Error('too late'))
        else {
          watch.connected()
          if (hangUp === 'after-request') leaving = setTimeout(leave, SOON)
        }
      },
      onResponseStart: (controller, status) => {
        if (status === 407 && isForwarded) return stop(PROXY_REFUSES)
        firstByte ??= since()
        const failure = recorder.head(status, (controller.rawHeaders ?? []) as (Buffer | string)[])
        if (failure) stop(failure)
        else if (recorder.begun) watch.moved()
      },
      onResponseData: (_controller, chunk) => {
        if (watch.over) return
        watch.moved()
        const failure = recorder.piece(chunk, since())
        if (failure) stop(failure)
        else if (hangUp === 'after-first-bytes') leave()
      },
      onResponseEnd: () => settle(true),
      onResponseError: (_controller, error) =>
        settle(false, failureOf(error, recorder.begun ? 'body' : watch.stage, redactor)),
    })
  })
}

/** Watches the deadlines of one exchange, from when it is sent. */
export class Watch {
  readonly #deadlines: Deadlines
  readonly #report: (failure: Failure) => void
  readonly #whole: ReturnType<typeof setTimeout>
  #stage: 'connect' | 'headers' | 'body' = 'connect'
  #over = false
  /** The timer for the current stage of the exchange; undefined while only the total counts. */
  #part: ReturnType<typeof setTimeout> | undefined

  /** @param report called with the stage that took too long; never after `end` */
  constructor(deadlines: Deadlines, budget: Budget | undefined, report: (failure: Failure) => void) {
    this.#deadlines = deadlines
    this.#report = report
    const { connect, timeout } = deadlines
    const left = budget?.timeLeft ?? Number.POSITIVE_INFINITY
    this.#whole = setTimeout(
      () => {
        if (left < timeout) report({ stage: 'budget', code: 'BUDGET', message: 'the time of the run is spent' })
        else this.#late(`no complete response within ${timeout} ms`)
      },
      Math.max(0, Math.min(timeout, left)),
    )
    if (connect < timeout) this.#allow(connect, `no connection within ${connect} ms`)
  }

  /** The stage that the exchange waits for. */
  get stage(): 'connect' | 'headers' | 'body' {
    return this.#stage
  }

  get over(): boolean {
    return this.#over
  }

  /** The request is sent. */
  connected(): void {
    this.#stage = 'headers'
    clearTimeout(this.#part)
  }

  /** The head of the response was received, or a piece of its body. */
  moved(): void {
    this.#stage = 'body'
    const { idle, timeout } = this.#deadlines
    if (idle < timeout) this.#allow(idle, `nothing more of the body for ${idle} ms`)
  }

  /** Called when the exchange is over. */
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
    this.#report({ stage: this.#stage, code: 'TIMEOUT', message })
  }
}
