// Requests one completion with openai-node, which reads OPENAI_BASE_URL and OPENAI_API_KEY.
import OpenAI from 'openai'

const { SVC_MODEL: model = '', SVC_STREAM } = process.env
const client = new OpenAI()
const messages = [{ role: 'user', content: 'Tell me a story.' }]

async function ask() {
  if (SVC_STREAM !== '1') {
    const completion = await client.chat.completions.create({ model, messages })
    return completion.choices[0]?.message.content
  }
  let text = ''
  for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
    text += chunk.choices[0]?.delta.content ?? ''
  return text
}

// Errors are not caught, so the process ends with 1.
console.log(JSON.stringify({ outcome: 'returned', text: await ask() }))
