/** A program with the functions of orval, which have only paths, so that this adds the base URL. */
import { type ChatCompletionChunk, createChatCompletion, listModels } from 'made/gateway'

const { fetch } = globalThis
globalThis.fetch = (path, init) => fetch(`${process.env.GATEWAY_URL}${path}`, init)
const headers = { authorization: `Bearer ${process.env.GATEWAY_KEY}` }
const request = {
  model: process.env.GATEWAY_MODEL ?? '',
  messages: [{ role: 'user' as const, content: 'Hello there' }],
  stop: ['none of this'],
}

async function main() {
  const { data: whole } = await createChatCompletion(request, { headers })
  if (typeof whole === 'string' || 'error' in whole) throw new Error('no completion')
  const streaming = { ...request, stream: true, stream_options: { include_usage: true } }
  const { data: text } = await createChatCompletion(streaming, { headers })
  const streamed: [string, number | undefined] = ['', undefined]
  for (const line of String(text).split('\n')) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const { choices, usage }: ChatCompletionChunk = JSON.parse(line.slice('data: '.length))
    streamed[0] += choices[0]?.delta.content ?? ''
    streamed[1] = usage?.total_tokens ?? streamed[1]
  }
  const { data, status } = await createChatCompletion({ ...request, model: 'svc/no-such-model' }, { headers })
  const refused = [status, ...(typeof data !== 'string' && 'error' in data ? [data.error.type, data.error.param] : [])]
  const listed = await listModels({ headers })
  const [choice] = whole.choices
  const completed = [choice?.message.content, choice?.finish_reason, whole.usage?.total_tokens]
  console.log(
    JSON.stringify({ models: 'data' in listed.data && listed.data.data.length, completed, streamed, refused }),
  )
}

main()
