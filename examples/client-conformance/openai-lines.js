// Makes all calls for svc-conformance client --one-process with openai-node, one JSON line per call.
import { createInterface } from 'node:readline'
import OpenAI from 'openai'

async function complete({ base_url, key, model, prompt, stream }) {
  const client = new OpenAI({ baseURL: `${base_url}/v1`, apiKey: key })
  const messages = [{ role: 'user', content: prompt }]
  if (!stream) {
    const { choices, usage = null } = await client.chat.completions.create({ model, messages })
    return { text: choices[0]?.message.content, usage }
  }
  const said = { text: '', usage: null }
  for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) {
    said.text += chunk.choices[0]?.delta.content ?? ''
    said.usage = chunk.usage ?? said.usage
  }
  return said
}

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
