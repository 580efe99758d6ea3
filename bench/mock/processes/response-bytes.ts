/** The bytes of one response as they come in: just enough of HTTP to know where it ends. */
const CAPACITY = 262_144
const STATUS_AT = 9
const CHUNKED = -1

export class ResponseBytes {
  readonly #bytes = Buffer.alloc(CAPACITY)
  #filled = 0
  #bodyAt = 0
  #length = 0

  clear(): void {
    this.#filled = 0
    this.#bodyAt = 0
  }

  /** Adds what was read; true when the response is whole. */
  add(read: Buffer, length: number): boolean {
    read.copy(this.#bytes, this.#filled, 0, length)
    this.#filled += length
    if (this.#bodyAt === 0) this.#readHead()
    if (this.#bodyAt === 0) return false
    return this.#length === CHUNKED ? this.#endsWithLastChunk() : this.#filled >= this.#bodyAt + this.#length
  }

  /** Whether the status is 200 and nothing followed the end. */
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

  // The events of a stream end in a bare line feed, so that nothing but the last chunk looks like this.
  #endsWithLastChunk(): boolean {
    return this.#bytes.toString('latin1', Math.max(this.#bodyAt, this.#filled - 5), this.#filled) === '0\r\n\r\n'
  }
}
