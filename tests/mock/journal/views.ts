import { connect } from 'node:net'
import { type MockOptions, type MockServer, startMock } from '../../../mock/index.ts'
import { valid } from '../asking.ts'

/** How a response ended: complete, early with a FIN or an RST, or not yet. */
export type Ending = 'whole' | 'cut' | 'reset' | 'open'

/** What a caller has received so far: `200 ` for the head, then the body in packets. */
export interface View {
  readonly text: string
  readonly packets: readonly Buffer[]
  ending: Ending
  /** Resolves when the condition holds; checks it whenever something arrives. */
  until(holds: () => boolean): Promise<void>
  leave(): void
}

/** Sends a request to a mock, and returns a view of its response. */
export type Sender = (mock: MockServer, key: string, request: Asked) => View

/** A completion request, with headers in addition to the usual ones. */
export interface Asked {
  readonly stream: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A mock with a frozen clock, which sends the same bytes in every run. */
export async function stillMock(options: Omit<MockOptions, 'clock'> = {}): Promise<MockServer> {
  const mock = await startMock({ seed: 'still', ...options })
  mock.clock.freeze(1_700_000_000_000)
  return mock
}

/** One character of each length in UTF-8. */
export const TEXT = 'aß€🎉 and more'

export const bodyOf = ({ stream }: Asked): string =>
  JSON.stringify(valid({ stream, messages: [{ role: 'user', content: TEXT }] }))

class Seen implements View {
  status = ''
  packets: Buffer[] = []
  ending: Ending = 'open'
  readonly leave: () => void
  readonly #waiting = new Set<() => void>()

  constructor(leave: () => void) {
    this.leave = leave
  }

  get text(): string {
    return this.status + Buffer.concat(this.packets).toString()
  }

  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return
        this.#waiting.delete(check)
        resolve()
      }
      this.#waiting.add(check)
      check()
    })
  }

  changed(): void {
    for (const check of [...this.#waiting]) check()
  }
}

/** Sends the request over a new socket; packets are the chunks of the transfer coding. */
export const onSocket: Sender = (mock, key, asked) => {
  const body = bodyOf(asked)
  const headers = {
    host: 'x',
    authorization: `Bearer ${key}`,
    'content-length': Buffer.byteLength(body),
    ...asked.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(mock.port, '127.0.0.1', () =>
    socket.write(`POST /v1/chat/completions HTTP/1.1\r\n${lines.join('')}\r\n${body}`),
  )
  const seen = new Seen(() => socket.destroy())
  const reader = new ResponseReader(seen)
  let failed = false
  socket.on('data', (part) => {
    if (reader.read(part)) {
      seen.ending = 'whole'
      socket.destroy()
    }
    seen.changed()
  })
  socket.on('error', () => {
    failed = true
  })
  socket.on('close', () => {
    if (seen.ending === 'open') seen.ending = failed ? 'reset' : 'cut'
    seen.changed()
  })
  return seen
}

/** Sends the request without a socket; packets are the chunks of the body. */
export const onFetch: Sender = (mock, key, asked) => {
  const controller = new AbortController()
  const seen = new Seen(() => controller.abort())
  const read = async (): Promise<Ending> => {
    const response = await mock.fetch(`${mock.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...asked.headers },
      body: bodyOf(asked),
      signal: controller.signal,
    })
    seen.status = `${response.status} `
    seen.changed()
    for await (const part of response.body ?? []) {
      seen.packets.push(Buffer.from(part))
      seen.changed()
    }
    return 'whole'
  }
  read()
    .catch((): Ending => 'cut')
    .then((ending) => {
      seen.ending = ending
      seen.changed()
    })
  return seen
}

/** Parses the bytes of a response as they arrive. */
class ResponseReader {
  readonly #seen: Seen
  #rest = Buffer.alloc(0)
  #length: number | undefined
  #headed = false

  constructor(seen: Seen) {
    this.#seen = seen
  }

  /** True when the response is complete. */
  read(bytes: Buffer): boolean {
    this.#rest = Buffer.concat([this.#rest, bytes])
    if (!this.#headed && !this.#readHead()) return false
    return this.#length === undefined ? this.#readChunks() : this.#readBody(this.#length)
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return false
    const head = this.#rest.subarray(0, end).toString('latin1')
    const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
    this.#length = length === undefined ? undefined : Number(length)
    this.#seen.status = `${head.slice(9, 12)} `
    this.#rest = this.#rest.subarray(end + 4)
    this.#headed = true
    return true
  }

  #readBody(length: number): boolean {
    this.#seen.packets = [this.#rest]
    return this.#rest.length === length
  }

  #readChunks(): boolean {
    for (;;) {
      const start = this.#rest.indexOf('\r\n') + 2
      const size = Number.parseInt(this.#rest.subarray(0, start).toString('latin1'), 16)
      if (start < 2 || this.#rest.length < start + size + 2) return false
      if (size === 0) return true
      this.#seen.packets.push(this.#rest.subarray(start, start + size))
      this.#rest = this.#rest.subarray(start + size + 2)
    }
  }
}
