import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, RetryError, streamText } from 'ai'
import { type Ask, type ClientKind, REQUEST_ID, usageOf } from './client.ts'

const STATUSES = [400, 401, 403, 404, 413, 429, 500, 503]

export const aiSdk: ClientKind = {
  name: 'ai with @ai-sdk/openai-compatible',
  classes: Object.fromEntries(STATUSES.map((status) => [status, 'AI_APICallError'])),
  repeatsLimit: true,
  acceptsEnd: false,
  open({ url, key, fetch, retries }) {
    const provider = (includeUsage: boolean) =>
      createOpenAICompatible({ name: 'svc', baseURL: `${url}/v1`, apiKey: key, includeUsage, ...(fetch && { fetch }) })
    const call = ({ model = 'svc/small', text = 'Hello', temperature, signal }: Ask, usage = false) => ({
      model: provider(usage)(model),
      prompt: text,
      maxRetries: retries,
      ...(temperature !== undefined && { temperature }),
      ...(signal && { abortSignal: signal }),
    })
    return {
      async complete(ask) {
        const { text, finishReason, usage, response } = await generateText(call(ask))
        return {
          text,
          finish: inOurWords(finishReason),
          usage: usageOf(usage.inputTokens, usage.outputTokens),
          requestId: response.headers?.[REQUEST_ID],
        }
      },
      async stream(ask, wanted) {
        // Without `onError` a failure would look like a short response.
        const errors: unknown[] = []
        const result = streamText({ ...call(ask, wanted), onError: ({ error }) => void errors.push(error) })
        let text = ''
        for await (const piece of result.textStream) {
          text += piece
          ask.onText?.(piece)
        }
        if (errors.length > 0) throw errors[0]
        ask.signal?.throwIfAborted()
        const [usage, finish, response] = await Promise.all([result.usage, result.finishReason, result.response])
        return {
          text,
          finish: inOurWords(finish),
          usage: usageOf(usage.inputTokens, usage.outputTokens),
          requestId: response.headers?.[REQUEST_ID],
        }
      },
    }
  },
  refused(error) {
    const last = RetryError.isInstance(error) ? error.lastError : error
    if (!APICallError.isInstance(last)) throw last
    const { error: failure } = (last.data ?? {}) as { error?: { code?: string; param?: string } }
    return {
      class: last.name,
      status: last.statusCode,
      code: failure?.code ?? undefined,
      param: failure?.param ?? undefined,
      requestId: last.responseHeaders?.[REQUEST_ID],
    }
  },
}

function inOurWords(finish: string): string {
  return finish.replace('-', '_')
}
