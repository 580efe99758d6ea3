/** Conditions on the head of a request, as gateways, proxies and firewalls read it. */
import { type Ask, headerOf } from '../../red-team/layer/ask.ts'
import type { Condition, Dimension } from './condition.ts'

type Table = Readonly<Record<string, readonly [weight: number, when: (ask: Ask) => boolean]>>

const rows = (dimension: Dimension, table: Table): Condition[] =>
  Object.entries(table).map(([name, [weight, when]]) => ({ name, dimension, weight, when }))

const has = (name: string, value = /^/) => {
  return (ask: Ask): boolean => {
    const given = headerOf(ask, name)
    return given !== undefined && value.test(given)
  }
}
const lacks = (name: string) => {
  return (ask: Ask): boolean => headerOf(ask, name) === undefined
}
const spelt = (name: string) => {
  return ({ headers }: Ask): boolean => headers.some(([given]) => given === name)
}

export const heads: readonly Condition[] = [
  ...rows('accept-encoding', {
    'Accept-Encoding holds gzip': [6, has('accept-encoding', /\bgzip\b/)],
    'Accept-Encoding holds br': [4, has('accept-encoding', /\bbr\b/)],
    'Accept-Encoding holds zstd': [2, has('accept-encoding', /\bzstd\b/)],
    'Accept-Encoding is identity': [1, has('accept-encoding', /^identity$/)],
    'no Accept-Encoding': [1, lacks('accept-encoding')],
  }),
  ...rows('accept', {
    'Accept holds text/event-stream': [3, has('accept', /text\/event-stream/)],
    'Accept is application/json alone': [4, has('accept', /^application\/json$/)],
    'Accept is */*': [3, has('accept', /^\*\/\*$/)],
    'no Accept': [1, lacks('accept')],
  }),
  ...rows('client', {
    'the SDK of OpenAI for Node': [3, has('user-agent', /^OpenAI\/JS/)],
    'the SDK of OpenAI for Python': [4, has('user-agent', /^OpenAI\/Python/)],
    'any SDK with x-stainless headers': [3, has('x-stainless-lang')],
    'a retry of an SDK': [2, has('x-stainless-retry-count', /^[1-9]/)],
    'a user agent that names LangChain': [2, has('user-agent', /langchain/i)],
    'a user agent that names the AI SDK': [2, has('user-agent', /ai-sdk/)],
    'a user agent that names curl': [2, has('user-agent', /^curl\//)],
    'a user agent that names Go': [2, has('user-agent', /^Go-http-client/)],
    'a user agent that names Python': [3, has('user-agent', /python/i)],
    'an organization of the caller': [1, has('openai-organization')],
    'a language of the caller': [1, has('accept-language')],
    'a caller that wants no cached response': [1, has('cache-control', /no-cache/)],
    'no user agent': [2, lacks('user-agent')],
  }),
  ...rows('tracing', {
    'it has traceparent': [5, has('traceparent')],
    'it has tracestate': [1, has('tracestate')],
    'it has x-request-id': [4, has('x-request-id')],
    'it has x-correlation-id': [3, has('x-correlation-id')],
    'it has headers of B3': [2, has('x-b3-traceid')],
    'it has x-amzn-trace-id': [2, has('x-amzn-trace-id')],
    'it has x-cloud-trace-context': [1, has('x-cloud-trace-context')],
  }),
  ...rows('spelling', {
    'Authorization begins with a capital': [2, spelt('Authorization')],
    'AUTHORIZATION is in upper case': [1, spelt('AUTHORIZATION')],
    'authorization is in lower case': [1, spelt('authorization')],
  }),
  ...rows('content-type', {
    'Content-Type names a charset': [3, has('content-type', /charset/i)],
    'Content-Type has capitals': [1, has('content-type', /[A-Z]/)],
  }).map((row): Condition => ({ ...row, forms: ['completion', 'stream', 'error'], ofBody: true })),
]
