/** Records one response while it is received, within limits. */
import { compact } from '../http/compact.ts'
import { essence, type Failure, type Header, type HttpResponse, headerValues, pairsOf } from '../http/exchange.ts'
import type { SameBodies } from '../http/read-once.ts'
import type { Redactor } from '../http/redact.ts'
import { hasTooManyLines, looksLikeSse, MAX_LINES } from '../http/sse.ts'
import type { Budget } from './budget.ts'
import { type Decoded, decodeBeginning, decodeContent, mayHide } from './content-encoding.ts'
import { ReceivedBytes } from './received-bytes.ts'

/** Bytes to store of an incomplete body: enough for reports, too few to fill the memory. */
const KEPT = 64 * 1024

/** Bytes of a margin that is longer than any key in any encoding. */
const MARGIN = 4 * 1024

/** The maximum number of header lines, since each costs memory. No gateway or proxy sends that many. */
const MAX_HEADER_LINES = 256

/** The maximum number of interim responses to record for one exchange. */
const MAX_INTERIM = 1000

/** The end of a complete stream. */
const END_OF_STREAM = /\[DONE\]\s*$/i

export interface RecorderOptions {
  /** The maximum number of bytes of a body, both as received and decoded. */
  readonly maxBody: number
  readonly budget: Budget | undefined
  readonly redactor: Redactor
  readonly bodies: SameBodies
}

export class ResponseRecorder {
  readonly #options: RecorderOptions
  readonly #interim: number[] = []
  readonly #received = new ReceivedBytes()
  /** The parts of the response in which a key was masked. */
  readonly #keyIn = new Set<'headers' | 'body'>()
  #status = 0
  #headers: readonly Header[] = []

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Whether the head of the response was received. */
  get begun(): boolean {
    return this.#status !== 0
  }

  /**
   * @param raw names and values in turn, as received
   * @returns why nothing more is accepted; undefined if more is accepted
   */
  head(status: number, raw: readonly (Buffer | string)[]): Failure | undefined {
    if (status < 200) {
      if (this.#interim.length < MAX_INTERIM) this.#interim.push(status)
      return undefined
    }
    if (raw.length > 2 * MAX_HEADER_LINES) {
      const message = `the response has more than ${MAX_HEADER_LINES} header lines`
      return { stage: 'headers', code: 'UND_ERR_HEADERS_OVERFLOW', message }
    }
    this.#status = status
    this.#headers = pairsOf(raw.map((part) => this.#masked(text(part))))
    return undefined
  }

  /** @returns why nothing more is accepted; undefined if more is accepted */
  piece(chunk: Buffer, at: number): Failure | undefined {
    const { budget, maxBody } = this.#options
    const cost = this.#received.add(chunk, at)
    if (budget?.received(cost) === false) return { stage: 'budget', code: 'BUDGET', message: budget.bytesSpent }
    if (this.#received.size > maxBody)
      return { stage: 'body', code: 'TOO_LARGE', message: `the response is longer than ${maxBody} bytes` }
    return undefined
  }

  /** The response as received; undefined without a head. Too many lines are a failure, like too many bytes. */
  end(complete: boolean): { readonly response?: HttpResponse; readonly failure?: Failure } {
    if (!this.begun) return {}
    if (!complete) return { response: this.#cut() }
    const { bodies, budget, maxBody } = this.#options
    const tooMuch = (message: string) =>
      ({ response: this.#cut(), failure: { stage: 'body', code: 'TOO_LARGE', message } }) as const
    const packed = this.#received.whole()
    const { bytes, unpacked, stuck, tooLarge } = this.#unpacked(packed)
    if (tooLarge) return tooMuch(`the unpacked response is longer than ${maxBody} bytes`)
    // Decoded bytes also take memory, so they count as received.
    budget?.received(Math.max(0, bytes.length - this.#received.size))
    if (this.#isStream(bytes) && hasTooManyLines(bytes)) return tooMuch(`the stream has more than ${MAX_LINES} lines`)
    const body = bodies.of(unpacked ? this.#maskedBytes(bytes) : this.#asReceived(bytes))
    return { response: { ...this.#response(body, this.#received.packets, true), ...compact({ encoded: stuck }) } }
  }

  /**
   * The decoded bytes. If a stream is cut inside an encoding, its beginning is decoded, as a client sees it. A stream
   * that lacks only the end of the encoding stays as received, because it would look complete after decoding.
   */
  #unpacked(packed: Uint8Array): Decoded {
    const { maxBody } = this.#options
    const decoded = decodeContent(packed, this.#encoding, maxBody)
    if (decoded.unpacked) return decoded
    const beginning = decodeBeginning(packed, this.#encoding, maxBody)
    const isCut = beginning !== undefined && looksLikeSse(beginning) && !END_OF_STREAM.test(ending(beginning))
    return isCut ? { bytes: beginning, unpacked: true } : decoded
  }

  get #encoding(): string {
    return headerValues({ headers: this.#headers }, 'content-encoding').join(',')
  }

  /** An incomplete response, or one that is treated as incomplete. */
  #cut(): HttpResponse {
    const packets = this.#received.packets.filter(([offset]) => offset < KEPT)
    // With a margin, so that no key is cut in two before masking.
    const beginning = this.#received.beginning(KEPT + MARGIN)
    return this.#response(this.#asReceived(beginning).subarray(0, KEPT), packets, false)
  }

  #response(body: Uint8Array, packets: HttpResponse['packets'], complete: boolean): HttpResponse {
    const known = { status: this.#status, headers: this.#headers, body, packets, interim: this.#interim, complete }
    return { ...known, ...compact({ keyIn: this.#keyIn.size > 0 ? [...this.#keyIn] : undefined }) }
  }

  /** Masks keys in bytes that may still be encoded, and masks all bytes if they may contain an encoded key. */
  #asReceived(bytes: Uint8Array): Uint8Array {
    const { redactor, maxBody } = this.#options
    const shows = (content: Uint8Array): boolean => redactor.bytes(content) !== content
    if (!mayHide(bytes, this.#encoding, maxBody, shows)) return this.#maskedBytes(bytes)
    return Buffer.alloc(bytes.length, '*')
  }

  #masked(text: string): string {
    const masked = this.#options.redactor.text(text)
    if (masked !== text) this.#keyIn.add('headers')
    return masked
  }

  #maskedBytes(bytes: Uint8Array): Uint8Array {
    const masked = this.#options.redactor.bytes(bytes)
    if (masked !== bytes) this.#keyIn.add('body')
    return masked
  }

  /** Whether a body may be read as a stream, in which each line takes far more memory than on the wire. */
  #isStream(body: Uint8Array): boolean {
    const types = headerValues({ headers: this.#headers }, 'content-type')
    return types.some((type) => essence(type) === 'text/event-stream') || looksLikeSse(body)
  }
}

/** The last characters of a body. */
const ending = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(-64)).toString('latin1')

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1')
}
