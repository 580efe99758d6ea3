/** What a client library receives through the proxy, chunk by chunk. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import OpenAI from 'openai'
import { judgeTo } from '../../cli/proxy/passing.ts'

test('a stream of openai-node has the same chunks with the proxy as without', async () => {
  const texts = ['one', 'two', 'three', 'four']
  const chunkOf = (content: string | undefined): string => {
    const choice = { index: 0, delta: content === undefined ? {} : { content }, finish_reason: content ? null : 'stop' }
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'svc/a', choices: [choice] }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }
  const events = [...texts.map(chunkOf), chunkOf(undefined), 'data: [DONE]\n\n']
  // The next event leaves when the client has received the one before: neither side can join two.
  let next = (): void => undefined
  const gateway = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-svc-request-id': 'r' })
    const left = [...events]
    next = () => {
      const event = left.shift()
      if (event !== undefined) response.write(event)
      if (left.length === 0) response.end()
    }
    next()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => gateway.once('listening', resolve))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  await using proxy = await judgeTo(url)
  const chunks = async (base: string): Promise<string[]> => {
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
    assert.equal(text, texts.join(''))
    return pieces
  }
  assert.deepEqual(await chunks(url), events)
  assert.deepEqual(await chunks(proxy.url), events)
  gateway.close()
  gateway.closeAllConnections()
})
