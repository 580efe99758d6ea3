/** One keep-alive connection that repeats the same request. */
import { connect, type Socket } from 'node:net'
import { latencies } from './latencies.ts'

/** The maximum size of a response. `ResponseBytes` parses just enough of HTTP to find its end. */
const CAPACITY = 262_144
const STATUS_AT = 9
const CHUNKED = -1

class ResponseBytes {
  readonly #bytes = Buffer.alloc(CAPACITY)
  #filled = 0
  #bodyAt = 0
  #length = 0

  clear(): void {
    this.#filled = 0
    this.#bodyAt = 0
  }

  /** Adds what was read; returns true if the response is complete. */
  add(read: Buffer, length: number): boolean {
    read.copy(this.#bytes, this.#filled, 0, length)
    this.#filled += length
    if (this.#bodyAt === 0) this.#readHead()
    if (this.#bodyAt === 0) return false
    return this.#length === CHUNKED ? this.#endsWithLastChunk() : this.#filled >= this.#bodyAt + this.#length
  }

  /** Whether the status is 200, and no bytes follow the response. */
  get isOk(): boolean {
    const isLong = this.#length !== CHUNKED && this.#filled !== this.#bodyAt + this.#length
    return !isLong && this.#bytes.toString('latin1', STATUS_AT, STATUS_AT + 3) === '200'
  }

  get text(): string {
    return this.#bytes.toString('utf8', 0, this.#filled)
  }

  #readHead(): void {
    const end = this.#bytes.subarray(0, this.#filled).indexOf('\r\n\r\n')
    if (end < 0) return
    this.#bodyAt = end + 4
    const head = this.#bytes.toString('latin1', 0, end)
    const found = /content-length: *(\d+)/i.exec(head)
    this.#length = found ? Number(found[1]) : CHUNKED
  }

  // Events end with bare line feeds, so only the last chunk ends like this.
  #endsWithLastChunk(): boolean {
    return this.#bytes.toString('latin1', Math.max(this.#bodyAt, this.#filled - 5), this.#filled) === '0\r\n\r\n'
  }
}

export interface Load {
  readonly port: number
  /** The bytes of one request. */
  readonly request: string
  readonly connections: number
  /** What the body of every thousandth response must contain. */
  readonly proof: string
  /** Whether the load polls without sleeping, which needs a core for itself. */
  readonly awake: boolean
}

/** One response in this many is checked completely. */
const SAMPLE = 1000

export class Asker {
  readonly #request: Buffer
  readonly #proof: string
  readonly #response = new ResponseBytes()
  #socket: Socket | undefined
  #asked = 0
  #responses = 0
  #failures = 0
  #end = 0
  #done: ((counts: { responses: number; failures: number }) => void) | undefined

  private constructor({ request, proof }: Load) {
    this.#request = Buffer.from(request)
    this.#proof = proof
  }

  static open(load: Load): Promise<Asker> {
    const asker = new Asker(load)
    return new Promise((resolve, reject) => {
      // One buffer for all reads of the connection avoids streams and allocations.
      const onread = { buffer: Buffer.alloc(65_536), callback: asker.#read }
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true, onread }, () => resolve(asker))
      socket.on('error', reject)
      socket.on('close', () => asker.#stop(1))
      asker.#socket = socket
    })
  }

  /** Sends one request at a time until `end`, a time of `performance.now()`. */
  askUntil(end: number): Promise<{ responses: number; failures: number }> {
    this.#responses = 0
    this.#failures = 0
    this.#end = end
    return new Promise((resolve) => {
      this.#done = resolve
      if (this.#socket?.writable) this.#ask()
      else this.#stop(1)
    })
  }

  #ask(): void {
    this.#response.clear()
    this.#asked = performance.now()
    this.#socket?.write(this.#request)
  }

  readonly #read = (length: number, buffer: Uint8Array): boolean => {
    if (!this.#response.add(buffer as Buffer, length)) return true
    const now = performance.now()
    latencies.add(now - this.#asked)
    this.#responses++
    const sampled = this.#responses % SAMPLE === 1
    if (!this.#response.isOk || (sampled && !this.#response.text.includes(this.#proof))) this.#failures++
    if (now < this.#end) this.#ask()
    else this.#stop(0)
    return true
  }

  #stop(failures: number): void {
    const done = this.#done
    this.#done = undefined
    done?.({ responses: this.#responses, failures: this.#failures + failures })
  }
}
