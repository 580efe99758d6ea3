import { among, type Switch } from './switch.ts'

/** What HTTP itself leaves open: spelling of headers, framing, connections. */
export const transport = {
  /** Parameters after the media type; the quoted and spaced spellings are legal RFC 9110 too. */
  charset: among('charset', 'none', 'quoted', 'spaced'),
  /** Media types compare without regard to case. */
  mediaTypeCase: among('lower', 'mixed'),
  /** Header names compare without regard to case. */
  headerCase: among('title', 'lower', 'upper'),
  /** How a JSON answer is delimited; dribble is chunked and cut into tiny pieces. */
  framing: among('length', 'chunked', 'dribble'),
  /** Whether the connection outlives an answer; sometimes closes after every third one. */
  connection: among('sometimes', 'keep', 'close'),
  /** The words after the status number carry no meaning. */
  reasonPhrase: among('own', 'standard'),
  /** Look of the request id, which is only said to be a string. */
  requestIds: among('digits', 'uuid', 'prefixed', 'long', 'punctuated'),
  /** Headers that the contract never mentions, a cookie among them. */
  extraHeaders: among('some', 'none'),
  /** Whether JSON answers are gzipped for a client that offers to read gzip. */
  compression: among('never', 'when-offered'),
  /** An interim 1xx answer before the real one; it carries no request id. */
  interim: among('none', 'early-hints', 'processing'),
  /** A short pause before each answer. */
  latency: among('none', 'short'),
  /** Whether the base address has its own path in front of /v1. */
  basePath: among('none', 'nested'),
} as const satisfies Record<string, Switch>
