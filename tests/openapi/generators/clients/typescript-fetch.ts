/** A program with the TypeScript client of openapi-generator. */
import {
  ChatApi,
  ChatCompletionChunkFromJSON,
  Configuration,
  ErrorBodyFromJSON,
  ModelsApi,
  type ResponseError,
} from 'made'

const configuration = new Configuration({
  basePath: process.env.GATEWAY_URL ?? '',
  accessToken: process.env.GATEWAY_KEY ?? '',
})
const chat = new ChatApi(configuration)
const request = {
  model: process.env.GATEWAY_MODEL ?? '',
  messages: [{ role: 'user' as const, content: 'Hello there' }],
  stop: ['none of this'],
}

async function main() {
  const whole = await chat.createChatCompletion({ chatCompletionRequest: request })
  const streaming = { ...request, stream: true, streamOptions: { includeUsage: true } }
  const { raw } = await chat.createChatCompletionRaw({ chatCompletionRequest: streaming })
  const streamed: [string, number | undefined] = ['', undefined]
  for (const line of (await raw.text()).split('\n')) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const { choices, usage } = ChatCompletionChunkFromJSON(JSON.parse(line.slice('data: '.length)))
    streamed[0] += choices[0]?.delta.content ?? ''
    streamed[1] = usage?.totalTokens ?? streamed[1]
  }
  const refused = await chat
    .createChatCompletion({ chatCompletionRequest: { ...request, model: 'svc/no-such-model' } })
    .catch(async (error: ResponseError) => {
      const body = ErrorBodyFromJSON(await error.response.json())
      return [error.response.status, body.error.type, body.error.param]
    })
  const [choice] = whole.choices
  const completed = [choice?.message.content, choice?.finishReason, whole.usage?.totalTokens]
  const models = (await new ModelsApi(configuration).listModels()).data.length
  console.log(JSON.stringify({ models, completed, streamed, refused }))
}

main()
