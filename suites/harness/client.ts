/**
 * Sends a plan and records the exchange: raw header lines, the bytes of the body with their times
 * of arrival, early answers, no redirects followed, nothing retried. The only place that holds keys.
 */
import { Agent, type Dispatcher } from 'undici'
import { decodeContent } from './coding.ts'
import { type KeyRole, keyVariable, present, recordedValue } from './credential.ts'
import type { Answer, Exchange, Failure, Header, SentRequest } from './exchange.ts'
import { failureOf } from './failure.ts'
import { patientConnector } from './interim.ts'
import { type Redactor, redactor } from './redact.ts'
import type { Plan } from './request.ts'

export interface ClientOptions {
  readonly baseUrl: string
  readonly keys: Partial<Record<KeyRole, string>>
  readonly concurrency: number
  /** Milliseconds that an exchange may take in all. */
  readonly timeout: number
  /** Bytes of an answer's body that are read at most. */
  readonly maxBody?: number
}

const MAX_BODY = 16 * 1024 * 1024
const MAX_HEADERS = 64 * 1024
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
    const { headers, recorded, path, recordedPath } = this.#prepare(plan)
    const body = plan.body === undefined ? undefined : Buffer.from(plan.body)
    const request: SentRequest = {
      operation: plan.operation,
      method: plan.method,
      path: recordedPath,
      headers: recorded,
      body,
      framing: plan.framing,
      stream: plan.stream,
      ownRequestId: plan.headers.find(([name]) => name.toLowerCase() === 'x-svc-request-id')?.[1],
      model: plan.model,
    }
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

  #prepare(plan: Plan): { headers: string[]; recorded: Header[]; path: string; recordedPath: string } {
    const headers: string[] = []
    const recorded: Header[] = []
    let path = `${this.#prefix}${plan.path}`
    let recordedPath = plan.path
    if (plan.credential) {
      const key = this.#options.keys[plan.credential.role]
      if (key === undefined) throw new Error(`no key for the role '${plan.credential.role}'`)
      const { headers: own = [], query } = present(plan.credential.form, key, this.#options.keys)
      for (const [name, value] of own) {
        headers.push(name, value)
        recorded.push([name, recordedValue(plan.credential)])
      }
      if (query) {
        const join = path.includes('?') ? '&' : '?'
        path += `${join}${query[0]}=${encodeURIComponent(query[1])}`
        recordedPath += `${join}${query[0]}=$${keyVariable(plan.credential.role)}`
      }
    }
    for (const [name, value] of plan.headers) {
      headers.push(name, value)
      recorded.push([name, value])
    }
    return { headers, recorded, path, recordedPath }
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
      const deadline = setTimeout(() => {
        const stage = recording.status === 0 ? 'headers' : 'body'
        stop({ stage, code: 'TIMEOUT', message: `no complete answer within ${this.#options.timeout} ms` })
      }, this.#options.timeout)
      this.#agent.dispatch(options, {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason)
        },
        onResponseStart: (controller, status) => {
          firstByte ??= since()
          if (status < 200) {
            recording.interim.push(status)
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
          if (recording.size > maxBody)
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

  #answer(recording: Recording, complete: boolean): Answer {
    const body = Buffer.concat(recording.chunks)
    const encoding = recording.headers
      .filter(([name]) => name.toLowerCase() === 'content-encoding')
      .map(([, value]) => value)
      .join(',')
    return {
      status: recording.status,
      headers: recording.headers,
      body: this.#redactor.bytes(complete ? decodeContent(body, encoding, this.#options.maxBody ?? MAX_BODY) : body),
      packets: recording.packets,
      interim: recording.interim,
      complete,
    }
  }
}

function text(value: Buffer | string | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '')
}
