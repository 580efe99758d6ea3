/** Compares the chunks that a client library receives with and without the proxy. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import OpenAI from 'openai'
import { startReplay } from '../../../cli/commands/mock/replay-server.ts'
import { readRecording } from '../../../cli/commands/recording/read.ts'
import { recordingOf } from '../../../cli/commands/recording/write.ts'
import { folder } from '../../cli/command.ts'
import { exchangeBytes, judgeTo } from '../../cli/proxy/passing.ts'
import { steppedGateway } from '../drivers/stepped-gateway.ts'

/** A gateway, and how openai-node receives its stream, which continues after each piece. */
async function readGateway() {
  const { url, next, events, text: sent } = await steppedGateway()
  const chunks = async (base: string): Promise<{ readonly pieces: readonly string[]; readonly text: string }> => {
    const pieces: string[] = []
    const seen = (): TransformStream<Uint8Array, Uint8Array> =>
      new TransformStream({
        transform(chunk, controller) {
          pieces.push(Buffer.from(chunk).toString())
          controller.enqueue(chunk)
          next()
        },
      })
    const client = new OpenAI({
      baseURL: `${base}/v1`,
      apiKey: 'svc_a_secret-of-this-test',
      maxRetries: 0,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        return new Response(response.body?.pipeThrough(seen()) ?? null, response)
      },
    })
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    const stream = await client.chat.completions.create({ model: 'svc/a', stream: true, messages })
    let text = ''
    for await (const part of stream) text += part.choices[0]?.delta.content ?? ''
    return { pieces, text }
  }
  return { url, chunks, events, text: sent }
}

test('openai-node receives the same chunks of a stream with and without the proxy', async () => {
  const gateway = await readGateway()
  await using proxy = await judgeTo(gateway.url)
  const { events: pieces, text } = gateway
  assert.deepEqual(await gateway.chunks(gateway.url), { pieces, text })
  assert.deepEqual(await gateway.chunks(proxy.url), { pieces, text })
})

for (const keepText of [true, false])
  test(`a replayed recording of the stream has the same chunks (texts ${keepText ? 'kept' : 'replaced'})`, async () => {
    const gateway = await readGateway()
    const file = join(folder(), 'r.yaml')
    const record = recordingOf({ record: file, keepText })
    await using proxy = await judgeTo(gateway.url, { record })
    const passed = await gateway.chunks(proxy.url)
    await proxy.traffic.summary()
    const { responses } = readRecording(file)
    const options = { port: 0, host: '127.0.0.1' }
    const lengths = (pieces: readonly string[]): number[] => pieces.map((piece) => piece.length)
    const again = await startReplay(responses ?? [], options)
    const replayed = await gateway.chunks(again.url)
    await again.close()
    assert.equal(replayed.text === passed.text, keepText)
    assert.equal(replayed.pieces.join('').length, passed.pieces.join('').length)
    // A client may read two chunks at once, so the boundaries are read from the raw bytes.
    const raw = await startReplay(responses ?? [], options)
    const body = JSON.stringify({ model: 'svc/a', messages: [{ role: 'user', content: 'Hello' }], stream: true })
    const head = ['POST /v1/chat/completions HTTP/1.1', 'host: a', 'authorization: Bearer any', 'connection: close']
    const request = [...head, `content-length: ${body.length}`, '', body].join('\r\n')
    const { text } = await exchangeBytes(Number(new URL(raw.url).port), request)
    await raw.close()
    const sent = [...text.matchAll(/^([0-9a-f]+)\r\n(?=data)/gm)].map(([, size = '']) => Number.parseInt(size, 16))
    assert.deepEqual(sent, lengths(passed.pieces))
  })
