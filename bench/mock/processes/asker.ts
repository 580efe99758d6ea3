/** One keep-alive connection that asks the same again and again. */
import { connect, type Socket } from 'node:net'
import { latencies } from './latencies.ts'
import type { Load } from './load-messages.ts'
import { ResponseBytes } from './response-bytes.ts'

/** One response in this number is read as a whole. */
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
      // One buffer for all reads of the connection: no stream and no allocation between the kernel and the count.
      const onread = { buffer: Buffer.alloc(65_536), callback: asker.#read }
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true, onread }, () => resolve(asker))
      socket.on('error', reject)
      socket.on('close', () => asker.#stop(1))
      asker.#socket = socket
    })
  }

  /** Asks, one request at a time, until a time of `performance.now()`. */
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
