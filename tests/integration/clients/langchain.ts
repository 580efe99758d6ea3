import type { UsageMetadata } from '@langchain/core/messages'
import { ChatOpenAICompletions } from '@langchain/openai'
import { type Ask, type ClientKind, REQUEST_ID, usageOf } from './client.ts'
import { classes, refused } from './openai.ts'

export const langchain: ClientKind = {
  name: '@langchain/openai',
  classes,
  repeatsLimit: false,
  acceptsEnd: true,
  open({ url, key, fetch: given = fetch, retries }) {
    // The library does not expose headers of a success, so that this `fetch` reads the request id.
    let requestId: string | undefined
    const noting: typeof fetch = async (input, init) => {
      const response = await given(input, init)
      requestId = response.headers.get(REQUEST_ID) ?? undefined
      return response
    }
    const chat = ({ model = 'svc/small', temperature }: Ask, streamUsage = false) =>
      new ChatOpenAICompletions({
        model,
        apiKey: key,
        maxRetries: retries,
        streamUsage,
        configuration: { baseURL: `${url}/v1`, fetch: noting },
        ...(temperature !== undefined && { temperature }),
      })
    const options = ({ signal }: Ask) => (signal ? { signal } : {})
    return {
      async complete(ask) {
        const message = await chat(ask).invoke(ask.text ?? 'Hello', options(ask))
        return {
          text: message.text,
          finish: finishOf(message.response_metadata),
          usage: tokensOf(message),
          requestId,
        }
      },
      async stream(ask, usage) {
        let text = ''
        let finish: string | undefined
        let tokens: ReturnType<typeof usageOf>
        for await (const chunk of await chat(ask, usage).stream(ask.text ?? 'Hello', options(ask))) {
          text += chunk.text
          if (chunk.text) ask.onText?.(chunk.text)
          finish = finishOf(chunk.response_metadata) ?? finish
          tokens = tokensOf(chunk) ?? tokens
        }
        return { text, finish, usage: tokens, requestId }
      },
    }
  },
  refused,
}

function finishOf({ finish_reason }: Record<string, unknown>): string | undefined {
  return typeof finish_reason === 'string' ? finish_reason : undefined
}

function tokensOf(message: { usage_metadata?: UsageMetadata | undefined }): ReturnType<typeof usageOf> {
  return usageOf(message.usage_metadata?.input_tokens, message.usage_metadata?.output_tokens)
}
