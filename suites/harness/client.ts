/**
 * Sends a plan and records the exchange: raw header lines, the bytes of the body with their times
 * of arrival, early answers, no redirects followed, nothing retried. The only place that holds keys.
 */
import { Agent, type Dispatcher } from 'undici'
import type { Budget } from './budget.ts'
import { decodeContent } from './coding.ts'
import { type KeyRole, present } from './credential.ts'
import type { Answer, Exchange, Failure, Header } from './exchange.ts'
import { failureOf } from './failure.ts'
import { patientConnector } from './interim.ts'
import { type Redactor, redactor } from './redact.ts'
import type { Plan } from './request.ts'
import { SameBodies } from './same-bodies.ts'
import { sentRequest } from './sent-request.ts'

export interface ClientOptions {
  readonly baseUrl: string
  readonly keys: Partial<Record<KeyRole, string>>
  readonly concurrency: number
  /** Milliseconds that an exchange may take in all. */
  readonly timeout: number
  /** Bytes of an answer's body that are read at most. */
  readonly maxBody?: number
  /** Where bytes and time are counted that the whole run may take. */
  readonly budget?: Budget
}

const MAX_BODY = 4 * 1024 * 1024
const MAX_HEADERS = 64 * 1024
/** Bytes that are kept of a body that broke off or was cut off: enough to show, too few to fill a memory. */
const KEPT = 64 * 1024
/** Interim answers that are kept of one exchange. */
const MAX_INTERIM = 1000
/** Bytes of a paced upload that go out at once. */
const PIECE = 16 * 1024

/** The base URL of a target as an origin and the path that comes before `/v1`. */
export function splitBase(baseUrl: string): { origin: string; prefix: string } {
  const url = new URL(baseUrl)
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

async function* pieces(body: Uint8Array, pause: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE) {
    yield Buffer.from(body.subarray(at, at + PIECE))
    if (pause > 0) await new Promise((go) => setTimeout(go, pause))
  }
}

interface Recording {
  status: number
  headers: Header[]
  interim: number[]
  packets: [number, number][]
  chunks: Buffer[]
  size: number
}

export class Client {
  readonly #agent: Agent
  readonly #redactor: Redactor
  readonly #bodies = new SameBodies()
  readonly #options: ClientOptions
  readonly #origin: string
  readonly #prefix: string

  constructor(options: ClientOptions) {
    this.#options = options
    const { origin, prefix } = splitBase(options.baseUrl)
    this.#origin = origin
    this.#prefix = prefix
    this.#redactor = redactor(Object.values(options.keys))
    this.#agent = new Agent({
      allowH2: false,
      connections: options.concurrency,
      pipelining: 1,
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: options.timeout,
      bodyTimeout: options.timeout,
      connect: patientConnector({ timeout: options.timeout, allowH2: false }),
    })
  }

  /** Ends every connection at once. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /**
   * @param id how the report names the exchange
   * @param paced send the body in small pieces with pauses, so that an early answer can be read
   */
  async send(id: string, plan: Plan, paced = false): Promise<Exchange> {
    const { headers, path } = this.#prepare(plan)
    const request = sentRequest(plan)
    const { body } = request
    if (body && paced && plan.framing === 'length') headers.push('content-length', String(body.length))
    const chunked = plan.framing === 'chunked'
    const upload = body && (paced || chunked) ? pieces(body, paced ? 2 : 0) : (body ?? null)
    const started = performance.now()
    const { answer, failure, firstByte } = await this.#dispatch(
      {
        origin: this.#origin,
        path,
        method: plan.method as Dispatcher.HttpMethod,
        headers,
        body: upload as NonNullable<Dispatcher.DispatchOptions['body']> | null,
      },
      started,
    )
    return {
      id,
      request,
      ...(answer ? { answer } : {}),
      ...(failure ? { failure } : {}),
      duration: performance.now() - started,
      ...(firstByte === undefined ? {} : { firstByte }),
    }
  }

  #prepare(plan: Plan): { headers: string[]; path: string } {
    const headers: string[] = []
    let path = `${this.#prefix}${plan.path}`
    if (plan.credential) {
      const key = this.#options.keys[plan.credential.role]
      if (key === undefined) throw new Error(`no key for the role '${plan.credential.role}'`)
      const { headers: own = [], query } = present(plan.credential.form, key, this.#options.keys)
      for (const [name, value] of own) headers.push(name, value)
      if (query) path += `${path.includes('?') ? '&' : '?'}${query[0]}=${encodeURIComponent(query[1])}`
    }
    for (const [name, value] of plan.headers) headers.push(name, value)
    return { headers, path }
  }

  #dispatch(
    options: Dispatcher.DispatchOptions,
    started: number,
  ): Promise<{ answer?: Answer; failure?: Failure; firstByte?: number }> {
    const maxBody = this.#options.maxBody ?? MAX_BODY
    const since = (): number => performance.now() - started
    const recording: Recording = { status: 0, headers: [], interim: [], packets: [], chunks: [], size: 0 }
    return new Promise((resolve) => {
      let firstByte: number | undefined
      let settled = false
      let abort: ((reason: Error) => void) | undefined
      const settle = (complete: boolean, failure?: Failure): void => {
        if (settled) return
        settled = true
        clearTimeout(deadline)
        const answer = recording.status === 0 ? undefined : this.#answer(recording, complete)
        resolve({
          ...(answer ? { answer } : {}),
          ...(failure ? { failure } : {}),
          ...(firstByte === undefined ? {} : { firstByte }),
        })
      }
      const stop = (failure: Failure): void => {
        settle(false, failure)
        abort?.(new Error(failure.message))
      }
      const { timeout, budget } = this.#options
      const left = budget?.timeLeft ?? Number.POSITIVE_INFINITY
      const deadline = setTimeout(
        () => {
          const stage = recording.status === 0 ? 'headers' : 'body'
          if (left < timeout) stop({ stage: 'budget', code: 'BUDGET', message: 'the time of the run is spent' })
          else stop({ stage, code: 'TIMEOUT', message: `no complete answer within ${timeout} ms` })
        },
        Math.max(0, Math.min(timeout, left)),
      )
      this.#agent.dispatch(options, {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason)
        },
        onResponseStart: (controller, status) => {
          firstByte ??= since()
          if (status < 200) {
            if (recording.interim.length < MAX_INTERIM) recording.interim.push(status)
            return
          }
          recording.status = status
          recording.headers = this.#headers(controller.rawHeaders as (Buffer | string)[] | undefined)
        },
        onResponseData: (_controller, chunk) => {
          if (settled) return
          recording.packets.push([recording.size, since()])
          // The parser reuses its buffer, so a chunk has to be copied before it is kept.
          recording.chunks.push(Buffer.from(chunk))
          recording.size += chunk.length
          if (budget?.received(chunk.length) === false)
            stop({ stage: 'budget', code: 'BUDGET', message: 'the bytes that the run may take are spent' })
          else if (recording.size > maxBody)
            stop({ stage: 'body', code: 'TOO_LARGE', message: `the answer is longer than ${maxBody} bytes` })
        },
        onResponseEnd: () => settle(true),
        onResponseError: (_controller, error) =>
          settle(false, failureOf(error, recording.status === 0 ? 'headers' : 'body', this.#redactor)),
      })
    })
  }

  #headers(raw: (Buffer | string)[] | undefined): Header[] {
    const headers: Header[] = []
    for (let index = 0; raw && index + 1 < raw.length; index += 2) {
      headers.push([text(raw[index]), this.#redactor.text(text(raw[index + 1]))])
    }
    return headers
  }

  /** What is unpacked takes memory as well, so it counts as received. */
  #decoded({ chunks, size }: Recording, encoding: string): Uint8Array {
    const body = Buffer.concat(chunks, size)
    const decoded = decodeContent(body, encoding, this.#options.maxBody ?? MAX_BODY)
    this.#options.budget?.received(Math.max(0, decoded.length - size))
    return decoded
  }

  #answer(recording: Recording, complete: boolean): Answer {
    const encoding = recording.headers
      .filter(([name]) => name.toLowerCase() === 'content-encoding')
      .map(([, value]) => value)
      .join(',')
    return {
      status: recording.status,
      headers: recording.headers,
      body: complete
        ? this.#bodies.of(this.#redactor.bytes(this.#decoded(recording, encoding)))
        : this.#redactor.bytes(beginning(recording.chunks)),
      packets: complete ? recording.packets : recording.packets.filter(([offset]) => offset < KEPT),
      interim: recording.interim,
      complete,
    }
  }
}

/** The first bytes of a body that did not come to its end. */
function beginning(chunks: readonly Buffer[]): Buffer {
  const kept: Buffer[] = []
  for (let at = 0, size = 0; size < KEPT && at < chunks.length; at += 1) {
    const chunk = chunks[at] as Buffer
    kept.push(chunk.subarray(0, KEPT - size))
    size += chunk.length
  }
  return Buffer.concat(kept)
}

function text(value: Buffer | string | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '')
}
