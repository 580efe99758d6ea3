import OpenAI from 'openai'
import { type Ask, type ClientKind, REQUEST_ID, usageOf } from './client.ts'

/** The error classes of openai, which LangChain also throws. 413 has no class, and 500 and 503 share one. */
export const classes = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  413: 'APIError',
  429: 'RateLimitError',
  500: 'InternalServerError',
  503: 'InternalServerError',
}

export function refused(error: unknown): ReturnType<ClientKind['refused']> {
  if (!(error instanceof OpenAI.APIError)) throw error
  return {
    class: error.constructor.name,
    status: error.status,
    code: error.code ?? undefined,
    param: error.param ?? undefined,
    requestId: error.headers?.get(REQUEST_ID) ?? undefined,
  }
}

export const openai: ClientKind = {
  name: 'openai',
  classes,
  repeatsLimit: true,
  acceptsEnd: true,
  open({ url, key, fetch, retries }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: retries, ...(fetch && { fetch }) })
    const body = ({ model = 'svc/small', text = 'Hello', temperature }: Ask) => ({
      model,
      messages: [{ role: 'user' as const, content: text }],
      ...(temperature !== undefined && { temperature }),
    })
    const options = ({ signal }: Ask) => (signal ? { signal } : {})
    return {
      async complete(ask) {
        const { data, response } = await client.chat.completions.create(body(ask), options(ask)).withResponse()
        const [choice] = data.choices
        return {
          text: choice?.message.content ?? '',
          finish: choice?.finish_reason,
          usage: usageOf(data.usage?.prompt_tokens, data.usage?.completion_tokens),
          requestId: response.headers.get(REQUEST_ID) ?? undefined,
        }
      },
      async stream(ask, usage) {
        const asked = { ...body(ask), stream: true as const, ...(usage && { stream_options: { include_usage: true } }) }
        const { data, response } = await client.chat.completions.create(asked, options(ask)).withResponse()
        let text = ''
        let finish: string | undefined
        let tokens: ReturnType<typeof usageOf>
        for await (const chunk of data) {
          const [choice] = chunk.choices
          const piece = choice?.delta.content ?? ''
          text += piece
          if (piece) ask.onText?.(piece)
          finish = choice?.finish_reason ?? finish
          tokens = usageOf(chunk.usage?.prompt_tokens, chunk.usage?.completion_tokens) ?? tokens
        }
        return { text, finish, usage: tokens, requestId: response.headers.get(REQUEST_ID) ?? undefined }
      },
    }
  },
  refused,
}
