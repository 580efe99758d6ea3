/** What comes in of one answer, kept within bounds while it comes. */
import type { Budget } from './budget.ts'
import { decodeContent } from './coding.ts'
import type { Answer, Failure, Header } from './exchange.ts'
import type { Redactor } from './redact.ts'
import type { SameBodies } from './same-bodies.ts'

/** Bytes that are kept of a body that broke off or was cut off: enough to show, too few to fill a memory. */
const KEPT = 64 * 1024
/** Interim answers that are kept of one exchange. */
const MAX_INTERIM = 1000

export interface RecordingOptions {
  /** Bytes of a body, packed and unpacked. */
  readonly maxBody: number
  readonly budget: Budget | undefined
  readonly redactor: Redactor
  readonly bodies: SameBodies
}

export class Recording {
  readonly #options: RecordingOptions
  readonly #interim: number[] = []
  readonly #packets: [number, number][] = []
  readonly #chunks: Buffer[] = []
  #status = 0
  #headers: readonly Header[] = []
  #size = 0

  constructor(options: RecordingOptions) {
    this.#options = options
  }

  /** The head of the answer has come. */
  get begun(): boolean {
    return this.#status !== 0
  }

  /** @param raw names and values in turn, as they were written */
  head(status: number, raw: readonly (Buffer | string)[]): void {
    if (status < 200) {
      if (this.#interim.length < MAX_INTERIM) this.#interim.push(status)
      return
    }
    this.#status = status
    this.#headers = raw.flatMap((name, at): Header[] =>
      at % 2 === 0 && at + 1 < raw.length ? [[text(name), this.#options.redactor.text(text(raw[at + 1]))]] : [],
    )
  }

  /** @returns why no more may come; undefined while more may */
  piece(chunk: Buffer, at: number): Failure | undefined {
    const { budget, maxBody } = this.#options
    this.#packets.push([this.#size, at])
    // The parser reuses its buffer, so a chunk has to be copied before it is kept.
    this.#chunks.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (budget?.received(chunk.length) === false)
      return { stage: 'budget', code: 'BUDGET', message: 'the bytes that the run may take are spent' }
    if (this.#size > maxBody)
      return { stage: 'body', code: 'TOO_LARGE', message: `the answer is longer than ${maxBody} bytes` }
    return undefined
  }

  /** The answer; undefined where not even its head has come. */
  answer(complete: boolean): Answer | undefined {
    if (!this.begun) return undefined
    const { redactor, bodies } = this.#options
    return {
      status: this.#status,
      headers: this.#headers,
      body: complete ? bodies.of(redactor.bytes(this.#unpacked())) : redactor.bytes(beginning(this.#chunks)),
      packets: complete ? this.#packets : this.#packets.filter(([offset]) => offset < KEPT),
      interim: this.#interim,
      complete,
    }
  }

  /** What is unpacked takes memory as well, so it counts as received. */
  #unpacked(): Uint8Array {
    const { maxBody, budget } = this.#options
    const encoding = this.#headers.flatMap(([name, value]) =>
      name.toLowerCase() === 'content-encoding' ? [value] : [],
    )
    const unpacked = decodeContent(Buffer.concat(this.#chunks, this.#size), encoding.join(','), maxBody)
    budget?.received(Math.max(0, unpacked.length - this.#size))
    return unpacked
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
