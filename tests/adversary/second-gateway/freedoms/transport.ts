import type { Switch } from './switch.ts'

/** What HTTP itself leaves open: spelling of headers, framing, connections. */
export const transport = {
  charset: {
    says: 'Parameters after the media type; the quoted and spaced spellings are legal RFC 9110 too.',
    values: ['charset', 'none', 'quoted', 'spaced'],
  },
  mediaTypeCase: {
    says: 'Media types compare without regard to case.',
    values: ['lower', 'mixed'],
  },
  headerCase: {
    says: 'Header names compare without regard to case.',
    values: ['title', 'lower', 'upper'],
  },
  framing: {
    says: 'How a JSON answer is delimited; dribble is chunked and cut into tiny pieces.',
    values: ['length', 'chunked', 'dribble'],
  },
  connection: {
    says: 'Whether the connection outlives an answer; sometimes closes after every third one.',
    values: ['sometimes', 'keep', 'close'],
  },
  reasonPhrase: {
    says: 'The words after the status number carry no meaning.',
    values: ['own', 'standard'],
  },
  requestIds: {
    says: 'Look of the request id, which is only said to be a string.',
    values: ['digits', 'uuid', 'prefixed', 'long', 'punctuated'],
  },
  extraHeaders: {
    says: 'Headers that the contract never mentions, a cookie among them.',
    values: ['some', 'none'],
  },
  compression: {
    says: 'Whether JSON answers are gzipped for a client that offers to read gzip.',
    values: ['never', 'when-offered'],
  },
  interim: {
    says: 'An interim 1xx answer before the real one; it carries no request id.',
    values: ['none', 'early-hints', 'processing'],
  },
  latency: {
    says: 'A short pause before each answer.',
    values: ['none', 'short'],
  },
  basePath: {
    says: 'Whether the base address has its own path in front of /v1.',
    values: ['none', 'nested'],
  },
} as const satisfies Record<string, Switch>
