import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cut, malformed } from '../../../mock/core/disturbances/rows.ts'
import { drawsFrom } from '../../../mock/gateway/ids.ts'
import {
  demo,
  fail,
  type MockServer,
  type ProjectHandle,
  pause,
  reply,
  startMock,
  stream,
} from '../../../mock/index.ts'
import { chunks, read, send, valid } from '../asking.ts'

const CALLS = 100
const PRICE = { prompt: 3, completion: 7 }
const MODEL = 'svc/priced'
const TOKEN = 'four'
const LARGE = 2n ** 62n

/** What a client has seen, in the members of the ledger. */
const UNSEEN = {
  ...{ requests: 0, attempts: 0, refused: 0, failed: 0, aborted: 0, usage_known: 0, usage_unknown: 0 },
  ...{ prompt_tokens: 0n, completion_tokens: 0n },
}
type Seen = typeof UNSEEN

interface Round {
  readonly mock: MockServer
  readonly project: ProjectHandle
  readonly seen: Seen
  readonly draw: () => number
}

const many = (draw: () => number, most: number): number => Math.floor(draw() * most)

async function ask(
  { mock, project, seen }: Round,
  changes: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Response> {
  seen.requests++
  return send(mock.url, valid({ model: MODEL, ...changes }), project.key, { signal })
}

function use(seen: Seen, prompt: number | bigint, completion: number | bigint): void {
  seen.attempts++
  seen.usage_known++
  seen.prompt_tokens += BigInt(prompt)
  seen.completion_tokens += BigInt(completion)
}

/** The number of tokens in the complete chunks that a client has received. */
function tokensSeen(text: string): number {
  const contents = text.split('\n\n').slice(0, -1).map(contentIn)
  return Math.ceil(contents.join('').length / TOKEN.length)
}

function contentIn(event: string): string {
  try {
    return JSON.parse(event.replace(/^data: /, '')).choices[0].delta.content ?? ''
  } catch {
    return ''
  }
}

/** Reads to the end, or to where the connection breaks. */
async function readOn(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true })
  } catch {
    // The stream was cut.
  }
  return text
}

const HELLO = 3 + 2

/** The kinds of requests; each one records what its client has seen. */
const KINDS: Record<string, (round: Round) => Promise<void>> = {
  async json(round) {
    const { json } = await read(await ask(round, {}))
    use(round.seen, json.usage.prompt_tokens, json.usage.completion_tokens)
  },
  async stream(round) {
    const { text } = await read(await ask(round, { stream: true, stream_options: { include_usage: true } }))
    const { usage } = chunks(text).at(-1)
    use(round.seen, usage.prompt_tokens, usage.completion_tokens)
  },
  async 'large usage'(round) {
    const usage = { prompt: LARGE + BigInt(many(round.draw, 9)), completion: LARGE - 1n - 9n }
    round.project.next(reply('x', { usage }))
    const { text } = await read(await ask(round, {}))
    const [, prompt = '', completion = ''] = /"prompt_tokens":(\d+),"completion_tokens":(\d+)/.exec(text) ?? []
    use(round.seen, BigInt(prompt), BigInt(completion))
  },
  async 'unknown usage'(round) {
    round.project.next(reply('x', { usage: 'unknown' }))
    await read(await ask(round, { stream: round.draw() < 0.5 }))
    round.seen.attempts++
    round.seen.usage_unknown++
  },
  async failed(round) {
    round.project.next(fail('unavailable'))
    assert.equal((await read(await ask(round, {}))).status, 503)
    round.seen.attempts++
    round.seen.failed++
  },
  async invalid(round) {
    assert.equal((await read(await ask(round, { n: 2 }))).status, 400)
    round.seen.refused++
  },
  async unknown(round) {
    assert.equal((await read(await ask(round, { model: 'svc/none' }))).status, 404)
    round.seen.refused++
  },
  async aborted(round) {
    const count = 2 + many(round.draw, 6)
    const pieces = Array.from({ length: count }, () => [pause('1h'), TOKEN]).flat()
    round.project.next(stream(pieces))
    const controller = new AbortController()
    const response = await ask(round, { stream: true }, controller.signal)
    const reader = response.body?.getReader()
    let text = new TextDecoder().decode((await reader?.read())?.value)
    for (let left = many(round.draw, count); left > 0; left--) {
      await round.mock.clock.advance('1h')
      text += new TextDecoder().decode((await reader?.read())?.value)
    }
    const before = round.project.ledger().aborted
    controller.abort()
    while (round.project.ledger().aborted === before) await new Promise((resolve) => setImmediate(resolve))
    round.seen.aborted++
    use(round.seen, HELLO, tokensSeen(text))
  },
  async 'cut off'(round) {
    const count = 2 + many(round.draw, 6)
    round.project.next(stream(Array(count).fill(TOKEN)).with(cut({ after: 1 + many(round.draw, count) })))
    const text = await readOn(await ask(round, { stream: true }))
    round.seen.aborted++
    use(round.seen, HELLO, tokensSeen(text))
  },
  async malformed(round) {
    round.project.next(stream([TOKEN, TOKEN, TOKEN]).with(malformed({ after: 1 })))
    const text = await readOn(await ask(round, { stream: true }))
    use(round.seen, HELLO, tokensSeen(text))
  },
}

for (const seed of ['one', 'two', 'three'])
  test(`the ledger is the sum of what clients saw, for any mix of outcomes (seed ${seed})`, async () => {
    await using mock = await startMock({ seed })
    const project = mock.project({ models: { [MODEL]: { price: PRICE } } })
    mock.clock.freeze()
    const draw = drawsFrom(seed)(1)
    const seen: Seen = { ...UNSEEN }
    const names = Object.keys(KINDS)
    const happened = new Set<string>()
    for (let call = 0; call < CALLS; call++) {
      const name = names[many(draw, names.length)] ?? ''
      happened.add(name)
      await KINDS[name]?.({ mock, project, seen, draw })
    }
    assert.equal(happened.size, names.length)
    const { prompt_tokens, completion_tokens, price_micros, ...counts } = project.ledger()
    const booked = { ...counts, prompt_tokens: BigInt(prompt_tokens), completion_tokens: BigInt(completion_tokens) }
    assert.deepEqual(booked, seen)
    const price = seen.prompt_tokens * BigInt(PRICE.prompt) + seen.completion_tokens * BigInt(PRICE.completion)
    assert.equal(BigInt(price_micros), price)
    assert.equal(mock.gateway.ledger('main').requests, 0, `${demo.chat} was not asked`)
  })
