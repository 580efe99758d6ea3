/** Words that requests and conforming responses contain, and which may be the secret of a simple key. */
import { names } from './names.ts'

const IN_RESPONSES = [
  ...names(
    'chat.completion.chunk assistant content_filter invalid_request_error authentication_error rate_limit_error',
    'server_error finish_reason prompt_tokens_details completion_tokens_details reasoning_tokens cached_tokens',
    'total_tokens max_completion_tokens stream_options include_usage temperature',
  ),
  'application/json; charset=utf-8',
  'text/event-stream',
]

/** Of our requests, records and reports, the words that keys for tests often have. */
const IN_REQUESTS = names(
  'sk-test-0123456789abcdefghijklmnopqrstuvwxyz fedcba9876543210 1234567890 password=1 empty-secret messages',
  'chat/completions svc-conformance langchain api.example.com 127.0.0.1:8080 localhost:8080',
)

const ordinary = [...IN_RESPONSES, ...IN_REQUESTS]

/**
 * Whether a text is part of such a word, or repeats one character. To mask these would make responses look like a
 * breach, and requests like those of another run. A mask also matches without its first or last character, or its first
 * part.
 */
export function isOrdinary(text: string): boolean {
  const whole = text.toLowerCase()
  return [whole, whole.slice(whole.indexOf('_') + 1)].some((part) => {
    const inner = part.slice(1, -1)
    return /^(.)\1*$/.test(inner) || ordinary.some((word) => word.includes(inner))
  })
}
