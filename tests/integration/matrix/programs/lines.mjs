/** Makes all calls of `svc-conformance client --one-process` with one library: `node lines.mjs LIBRARY`. */
import { createInterface } from 'node:readline'

const messagesOf = ({ prompt }) => [{ role: 'user', content: prompt }]

/** Each makes one call, and returns text and usage, without usage if the library does not show it as received. */
const libraries = {
  async openai({ base_url, key, model, stream, ...call }) {
    const { OpenAI } = await import('openai')
    const client = new OpenAI({ baseURL: `${base_url}/v1`, apiKey: key })
    const messages = messagesOf(call)
    if (!stream) {
      const { choices, usage = null } = await client.chat.completions.create({ model, messages })
      return { text: choices[0]?.message.content, usage }
    }
    const said = { text: '', usage: null }
    for await (const { choices, usage } of await client.chat.completions.create({ model, messages, stream })) {
      said.text += choices[0]?.delta.content ?? ''
      said.usage = usage ?? said.usage
    }
    return said
  },

  async '@langchain/openai'({ base_url, key, model, prompt, stream }) {
    const { ChatOpenAI } = await import('@langchain/openai')
    const chat = new ChatOpenAI({
      apiKey: key,
      model,
      streamUsage: false,
      configuration: { baseURL: `${base_url}/v1` },
    })
    if (!stream) return { text: (await chat.invoke(prompt)).text }
    let text = ''
    for await (const chunk of await chat.stream(prompt)) text += chunk.text
    return { text }
  },

  async '@ai-sdk/openai-compatible'({ base_url, key, model, prompt, stream }) {
    const { generateText, streamText } = await import('ai')
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const provider = createOpenAICompatible({ name: 'svc', apiKey: key, baseURL: `${base_url}/v1` })
    const asked = { model: provider(model), prompt }
    if (!stream) return { text: (await generateText(asked)).text }
    let failure
    let text = ''
    // Without `onError` a failure would look like a short text.
    const onError = ({ error }) => {
      failure = error
    }
    for await (const piece of streamText({ ...asked, onError }).textStream) text += piece
    if (failure) throw failure
    return { text }
  },

  async xsai({ base_url, key, model, stream, ...call }) {
    const asked = { apiKey: key, baseURL: `${base_url}/v1/`, model, messages: messagesOf(call) }
    if (!stream) {
      const { generateText } = await import('@xsai/generate-text')
      return { text: (await generateText(asked)).text }
    }
    const { streamText } = await import('@xsai/stream-text')
    const result = streamText(asked)
    // Its other promises fail with the stream, and nothing else waits for them.
    for (const promise of [result.messages, result.steps, result.usage, result.totalUsage])
      Promise.resolve(promise).catch(() => undefined)
    let text = ''
    for await (const piece of result.textStream) text += piece
    return { text }
  },

  async 'eventsource-parser'({ base_url, key, model, stream, ...call }) {
    const { EventSourceParserStream } = await import('eventsource-parser/stream')
    const response = await fetch(`${base_url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: messagesOf(call), stream }),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    if (!stream) {
      const { choices, usage = null } = await response.json()
      return { text: choices[0].message.content, usage }
    }
    const said = { text: '', usage: null }
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { data } of events) {
      if (data === '[DONE]') return said
      const { choices, usage, error } = JSON.parse(data)
      if (error) throw new Error(error.message)
      said.text += choices[0]?.delta.content ?? ''
      said.usage = usage ?? said.usage
    }
    throw new Error('the stream ended before [DONE]')
  },
}

const complete = libraries[process.argv[2]]
for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line)
  const said = await complete(call).then(
    (returned) => ({ outcome: 'returned', ...returned }),
    (error) => {
      console.error(String(error))
      return { outcome: 'threw' }
    },
  )
  console.log(JSON.stringify({ id: call.id, ...said }))
}
