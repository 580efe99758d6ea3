/** Headers that go out with every request, for a proxy in front of the gateway. Their values are secrets. */
import { names } from '../text/names.ts'

export interface GivenHeader {
  readonly name: string
  readonly value: string
  /** The variable of a shell that represents the value. */
  readonly variable: string
}

/** Names in lower case. */
export function namesGiven(headers: readonly GivenHeader[] = []): readonly string[] {
  return headers.map(({ name }) => name.toLowerCase())
}

/** Each name with the variable that represents its value. */
export function describeHeaders(headers: readonly GivenHeader[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, variable }) => [name, `$${variable}`]))
}

/** Texts to mask: whole values and their words, since a part of `Bearer x` or `session=x; theme=y` is the secret. */
export function secretsOfHeaders(headers: readonly GivenHeader[]): readonly string[] {
  return headers
    .flatMap(({ value }) => [value, ...value.split(/[\s;,]+|(?<=\w)=(?=.)/)])
    .filter((text) => !isOfContract(text))
}

/** Words that responses contain anyway. Masked, they would look like a breach. */
const OF_CONTRACT = [
  ...names(
    'chat.completion.chunk assistant content_filter invalid_request_error authentication_error rate_limit_error',
    'server_error finish_reason prompt_tokens_details completion_tokens_details reasoning_tokens cached_tokens',
    'total_tokens max_completion_tokens stream_options include_usage temperature',
  ),
  'application/json; charset=utf-8',
  'text/event-stream',
]

/** Masks also match texts that lack a character at either end, and the part after the first underscore. */
function isOfContract(text: string): boolean {
  const whole = text.toLowerCase()
  return [whole, whole.slice(whole.indexOf('_') + 1)].some((part) => {
    const inner = part.slice(1, -1)
    return OF_CONTRACT.some((word) => word.includes(inner))
  })
}
