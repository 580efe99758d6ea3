/** Records an exchange while it passes, within a memory limit. An incomplete record is counted, but not judged. */
import type { Header } from '../../../../suites/harness/http/exchange.ts'
import type { SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import type { Ending, Passing, Tap } from '../path/relay.ts'
import { maskBytes, maskedText, namedHeaders, secretsOf } from './names.ts'

/** The maximum bytes of a recorded body. The contract allows requests of 1 MiB. */
const [MAX_REQUEST, MAX_RESPONSE] = [1_048_577, 16 * 1_048_576]

/** The memory budget that all recordings share until they are judged. */
export class Memory {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  get held(): number {
    return this.#held
  }

  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false
    this.#held += bytes
    return true
  }

  give(bytes: number): void {
    this.#held -= bytes
  }
}

/** Why an exchange is not judged. */
export type Shed = 'memory' | 'queue' | 'large' | 'worker'

/** What is known about each exchange, judged or not. */
export interface Passed {
  readonly ending: Ending
  readonly status: number | undefined
  /** The model that a completion request names. */
  readonly model: string | undefined
  /** Milliseconds. */
  readonly duration: number
  readonly firstByte: number | undefined
  readonly isStream: boolean
}

export interface RecorderOptions {
  readonly memory: Memory
  readonly where: string
  /** Receives the exchange, and must return its `bytes` to the memory. */
  readonly done: (seen: SeenExchange, bytes: number) => void
  readonly shed: (why: Shed) => void
  readonly passed: (passed: Passed) => void
}

class Body {
  readonly chunks: Buffer[] = []
  readonly packets: [offset: number, at: number][] = []
  length = 0

  add(chunk: Buffer, at: number): void {
    this.packets.push([this.length, at])
    this.chunks.push(chunk)
    this.length += chunk.length
  }

  /** The masked body in one buffer, which can be transferred to the other thread without a copy. */
  bytes(secrets: readonly string[]): Uint8Array {
    const bytes = new Uint8Array(this.length)
    let at = 0
    for (const chunk of this.chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    maskBytes(bytes, secrets)
    return bytes
  }
}

export class Recorder implements Tap {
  readonly #passing: Passing
  readonly #options: RecorderOptions
  readonly #begun = performance.now()
  readonly #at = Date.now()
  readonly #request = new Body()
  readonly #response = new Body()
  #head: { readonly status: number; readonly headers: readonly Header[] } | undefined
  #firstByte: number | undefined
  #isWhole = true
  #held = 0
  #isShed = false

  constructor(passing: Passing, options: RecorderOptions) {
    this.#passing = passing
    this.#options = options
  }

  requestBody(chunk: Buffer): void {
    if (this.#request.length + chunk.length > MAX_REQUEST) this.#isWhole = false
    else if (this.#hold(chunk.length)) this.#request.add(chunk, this.#now())
  }

  head(status: number, headers: readonly Header[]): void {
    this.#head = { status, headers }
  }

  responseBody(chunk: Buffer): void {
    this.#firstByte ??= this.#now()
    if (this.#response.length + chunk.length > MAX_RESPONSE) this.#drop('large')
    else if (this.#hold(chunk.length)) this.#response.add(chunk, this.#now())
  }

  end(ending: Ending): void {
    const duration = this.#now()
    const { status, headers = [] } = this.#head ?? {}
    const isStream = headers.some(([name, value]) => /^content-type$/i.test(name) && /^text\/event-stream/i.test(value))
    const firstByte = this.#firstByte
    this.#options.passed({ ending, status, model: this.#model(), duration, firstByte, isStream })
    if (this.#isShed) return
    // Without a response from the gateway there is nothing to judge.
    if (ending === 'unreachable' || status === undefined) this.#release()
    else this.#options.done(this.#seen(ending, duration, { status, headers }), this.#held)
  }

  #seen(ending: Ending, duration: number, head: { status: number; headers: readonly Header[] }): SeenExchange {
    const { method, url, headers } = this.#passing
    const secrets = secretsOf(headers, url)
    const encoding = head.headers.findLast(([name]) => /^content-encoding$/i.test(name))?.[1]
    return {
      where: this.#options.where,
      at: this.#at,
      duration,
      request: {
        method,
        url: maskedText(url, secrets),
        headers: namedHeaders(headers, secrets),
        body: { bytes: this.#request.bytes(secrets) },
        complete: this.#isWhole,
      },
      response: {
        status: head.status,
        headers: namedHeaders(head.headers, secrets),
        body: { bytes: this.#response.bytes(secrets) },
        ...(encoding !== undefined && { encoding }),
        complete: ending === 'complete',
        packets: this.#response.packets,
      },
      ...(ending === 'client-aborted' && { endedBy: 'client' as const }),
      ...(ending === 'upstream-aborted' && { endedBy: 'gateway' as const }),
    }
  }

  /** The model near the start of the body, found without the cost of parsing it. */
  #model(): string | undefined {
    const text = this.#request.chunks[0]?.toString('latin1', 0, 65_536) ?? ''
    return /"model"\s*:\s*"(svc\/[a-z0-9-]{1,100})"/.exec(text)?.[1]
  }

  #now(): number {
    return performance.now() - this.#begun
  }

  #hold(bytes: number): boolean {
    if (this.#isShed) return false
    if (!this.#options.memory.take(bytes)) {
      this.#drop('memory')
      return false
    }
    this.#held += bytes
    return true
  }

  #drop(why: Shed): void {
    if (this.#isShed) return
    this.#isShed = true
    this.#release()
    this.#options.shed(why)
  }

  #release(): void {
    this.#options.memory.give(this.#held)
    this.#held = 0
    this.#response.chunks.length = 0
    this.#request.chunks.length = 0
  }
}
