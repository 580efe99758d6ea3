/** A program with the types of openapi-typescript in `gateway.d.ts`, which is type-checked and then run. */
import type { components, paths } from 'gateway'
import createClient from 'openapi-fetch'

type Schemas = components['schemas']

const { GATEWAY_URL: baseUrl = '', GATEWAY_KEY: key } = process.env
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
const request: Schemas['ChatCompletionRequest'] = {
  model: process.env.GATEWAY_MODEL ?? '',
  messages: [{ role: 'user', content: 'Hello there' }],
}

const whole = await client.POST('/v1/chat/completions', { body: request })
if (!whole.data || typeof whole.data === 'string') throw new Error('no completion')
const [choice] = whole.data.choices

const opened = await client.POST('/v1/chat/completions', {
  body: { ...request, stream: true, stream_options: { include_usage: true } },
  parseAs: 'text',
})
let streamed = ''
let usage: Schemas['Usage'] | null | undefined
for (const line of (opened.data ?? '').split('\n')) {
  if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
  const chunk: Schemas['ChatCompletionChunk'] = JSON.parse(line.slice('data: '.length))
  streamed += chunk.choices[0]?.delta.content ?? ''
  usage = chunk.usage ?? usage
}

const refused = await client.POST('/v1/chat/completions', { body: { ...request, model: 'svc/no-such-model' } })
const models = await client.GET('/v1/models')

console.log(
  JSON.stringify({
    models: models.data?.data.length,
    completed: [choice?.message.content, choice?.finish_reason, whole.data.usage?.total_tokens],
    streamed: [streamed, usage?.total_tokens],
    refused: [refused.response.status, refused.error?.error.type, refused.error?.error.param],
  }),
)
