/** A program with the client of hey-api. */
import { type ChatCompletionChunk, createChatCompletion, listModels } from 'made'
import { client } from 'made/client.gen'

client.setConfig({ baseUrl: process.env.GATEWAY_URL ?? '', auth: () => process.env.GATEWAY_KEY })
const request = {
  model: process.env.GATEWAY_MODEL ?? '',
  messages: [{ role: 'user' as const, content: 'Hello there' }],
  stop: ['none of this'],
}

async function main() {
  const { data: whole } = await createChatCompletion({ body: request })
  if (!whole || typeof whole === 'string') throw new Error('no completion')
  const body = { ...request, stream: true, stream_options: { include_usage: true } }
  const opened = await createChatCompletion({ body, parseAs: 'text' })
  const streamed: [string, number | undefined] = ['', undefined]
  for (const line of String(opened.data).split('\n')) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const { choices, usage }: ChatCompletionChunk = JSON.parse(line.slice('data: '.length))
    streamed[0] += choices[0]?.delta.content ?? ''
    streamed[1] = usage?.total_tokens ?? streamed[1]
  }
  const { error, response } = await createChatCompletion({ body: { ...request, model: 'svc/no-such-model' } })
  const [choice] = whole.choices
  const completed = [choice?.message.content, choice?.finish_reason, whole.usage?.total_tokens]
  const models = (await listModels()).data?.data.length
  const refused = [response?.status, error?.error.type, error?.error.param]
  console.log(JSON.stringify({ models, completed, streamed, refused }))
}

main()
