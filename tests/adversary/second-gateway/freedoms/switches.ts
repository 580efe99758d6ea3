/**
 * One point at which the contract leaves the gateway a choice.
 *
 * The first value is the default. Values under `warned` keep every `must` but go against a `should`,
 * so a strict run may complain about them and a plain run may not fail.
 */
export interface Switch<Value extends string = string> {
  readonly values: readonly [Value, ...Value[]]
  readonly warned?: readonly Value[]
}

/** A switch whose values are all free of warnings. */
const among = <const Value extends string>(...values: readonly [Value, ...Value[]]): Switch<Value> => ({
  values,
})

/** What HTTP itself leaves open: spelling of headers, framing, connections. */
const transport = {
  /** Parameters after the media type; the quoted and spaced spellings are legal RFC 9110 too. */
  charset: among('charset', 'none', 'quoted', 'spaced'),
  /** Media types compare without regard to case. */
  mediaTypeCase: among('lower', 'mixed'),
  /** Header names compare without regard to case. */
  headerCase: among('title', 'lower', 'upper'),
  /** How a JSON response is delimited; dribble is chunked and cut into tiny pieces. */
  framing: among('length', 'chunked', 'dribble'),
  /** Whether the connection outlives a response; sometimes closes after every third one. */
  connection: among('sometimes', 'keep', 'close'),
  /** The words after the status number carry no meaning. */
  reasonPhrase: among('own', 'standard'),
  /** The form of the request id, which must only be a string. */
  requestIds: among('digits', 'uuid', 'prefixed', 'long', 'punctuated'),
  /** Headers that the contract never mentions, a cookie among them. */
  extraHeaders: among('some', 'none'),
  /** Whether JSON responses are gzipped for a client that offers to read gzip. */
  compression: among('never', 'when-offered'),
  /** An interim 1xx response before the real one; it carries no request id. */
  interim: among('none', 'early-hints', 'processing'),
  /** A short pause before each response. */
  latency: among('none', 'short'),
  /** Whether the base address has its own path in front of /v1. */
  basePath: among('none', 'nested'),
} as const satisfies Record<string, Switch>

/** How requests are handled for which the contract allows several responses, or defines none. */
const requests = {
  /** When the key is checked; matters only for requests with several faults. */
  authOrder: among('after-validation', 'after-body', 'headers'),
  /** Which one of several faults in a body is reported. */
  faultChoice: among('last', 'first'),
  /** Whether the scheme is matched case-insensitively, as RFC 9110 requires. */
  schemeCase: { values: ['any', 'exact'], warned: ['exact'] },
  /** A body over the limit is rejected at once, or once the client has sent it all. */
  oversize: among('early', 'patient'),
  /** Status for a model name outside the pattern: invalid and unknown at the same time. */
  modelPattern: among('404', '400'),
  /** Whether 1.0 and 1e0 count as integers (value) or not (digits). */
  integerNotation: among('digits', 'value'),
  /** Whether policy refuses a max_tokens that the schema allows (400 with the name of the field). */
  outputCap: among('none', 'refuse'),
  /** How a repeated name in a JSON object is handled. */
  duplicateKeys: among('refuse', 'last', 'first'),
  /** A byte order mark before the JSON text. */
  byteOrderMark: among('refuse', 'accept'),
  /** A request body with Content-Encoding: gzip. */
  gzipBody: among('refuse', 'inflate'),
  /** A JSON body that is not labelled application/json. */
  contentTypeCheck: among('strict', 'ignore'),
  /** Unknown members inside a message or inside stream_options. */
  nestedStrangers: { values: ['refuse', 'tolerate'], warned: ['tolerate'] },
  /** A query string on the model list. */
  modelsQuery: among('refuse', 'ignore'),
  /** The model list for a disabled project: the feature may be off without the account. */
  disabledModels: among('list', 'refuse'),
  /** What uses up the limit of the limited project: completions, or any authenticated attempt. */
  limitCounts: among('completions', 'attempts'),
  /** Status for a path that does not exist. */
  unknownPath: among('404', '400'),
  /** Status for a known path with another method. */
  otherMethod: among('405', '404', '400'),
  /** Whether the secret of a key contains underscores, dashes and dots. */
  keyShape: among('underscored', 'plain'),
} as const satisfies Record<string, Switch>

/** Members of the error body, and other headers. */
const errors = {
  /** error.param: nested-only is null for top-level fields and a dotted path below them. */
  errorParam: among('nested-only', 'null', 'dotted', 'brackets', 'field'),
  /** The form of error.code. */
  errorCodes: among('numeric', 'snake', 'dotted', 'spaced'),
  /** error.message in plain English, beyond ASCII, or over several lines. */
  errorMessages: among('unicode', 'plain', 'multiline'),
  /** Whether the types follow the recommended pairing; 401 keeps its type either way. */
  errorTypes: { values: ['paired', 'shifted'], warned: ['shifted'] },
  /** error.type of 403, for which any of the four types is valid. */
  forbiddenType: among('rate_limit_error', 'authentication_error', 'invalid_request_error', 'server_error'),
  /** WWW-Authenticate on 401, which RFC 9110 asks for. */
  challenge: { values: ['long', 'short', 'absent'], warned: ['absent'] },
  /** Retry-After on 429; absent means that the wait cannot be computed. */
  retryAfter: among('1', '2', 'absent'),
  /** Retry-After on 503, which HTTP allows. */
  unavailableRetryAfter: among('absent', '1'),
} as const satisfies Record<string, Switch>

/** JSON text of the responses, and the values inside successful ones. */
const bodies = {
  /** White space in JSON; pretty falls back to spaced inside a stream, where an event is one line. */
  jsonSpacing: among('spaced', 'compact', 'pretty'),
  /** Whether strings are escaped down to ASCII, solidus included. */
  jsonEscapes: among('ascii', 'raw'),
  /** JSON objects have no order. */
  memberOrder: among('reversed', 'given'),
  /** A string that is present but empty. */
  blankStrings: {
    values: ['never', 'completion-id', 'error-code', 'error-message', 'error-param'],
    warned: ['completion-id', 'error-code', 'error-message', 'error-param'],
  },
  /** The form of the completion id. */
  completionIds: among('digits', 'prefixed', 'uuid'),
  /** Any integer from 0 to the largest int64 is valid. */
  created: among('now', 'zero', 'largest'),
  /** Members beyond the tables, in the list, the completion, the usage and the chunk. */
  extraMembers: among('some', 'none'),
  /** Members beyond the tables, in message and delta. */
  extraInMessage: among('none', 'some'),
  /** The text of the response; awkward contains line ends, separators and the text of an SSE end mark. */
  responseText: among('constant', 'echo', 'awkward', 'empty'),
  /** Why the text ended. */
  finishReason: among('length', 'stop', 'content_filter'),
  /** Usage in a JSON completion; unknown usage is left out. */
  jsonUsage: among('present', 'absent'),
  /** Usage with both, one or none of its detail objects, or with the largest int64 in it. */
  usageShape: among('half-details', 'plain', 'details', 'largest'),
  /** How many models the main project has. */
  catalogSize: among('few', 'many'),
  /** The position of the callable chat model in the list; changing rotates it on every request. */
  listOrder: among('chat-last', 'chat-first', 'changing'),
  /** Everyday names, or names at the edge of the pattern. */
  modelNames: among('plain', 'edge'),
} as const satisfies Record<string, Switch>

/** Shape of an event stream. */
const streams = {
  /** How the text is cut into chunks. */
  chunking: among('one', 'words', 'characters'),
  /** Where a delta names the role. */
  roleDelta: among('none', 'own-chunk', 'with-first', 'every'),
  /** The delta with the finish reason: no members, or an empty content. */
  finalDelta: { values: ['bare', 'empty-content'], warned: ['empty-content'] },
  /** Where usage is, if it was requested. */
  streamUsage: among('in-finish', 'own-chunk', 'null-then-own', 'in-content', 'only-null', 'absent'),
  /** Whether usage appears without being requested. */
  unaskedUsage: among('never', 'same'),
  /** Chunks without text: an empty delta, or an empty content, before the finish. */
  idleChunks: among('none', 'empty-delta', 'empty-content'),
  /** A chunk with no choice at all, at the start or just before the finish. */
  emptyChoices: among('none', 'opening', 'middle'),
  /** Whether created stays the same over one stream. */
  createdDrift: among('none', 'drifts'),
  /** Whether the chunks of one stream share their id. */
  streamIds: { values: ['shared', 'varying'], warned: ['varying'] },
  /** SSE accepts LF and CRLF. */
  lineEnds: among('lf', 'crlf'),
  /** A byte order mark at the very start of the stream. */
  streamBom: among('none', 'leading'),
  /** SSE comments: separate blocks, or a line straight before a data line. */
  comments: among('none', 'opening', 'between', 'attached'),
  /** How the bytes are sent: one event per write, all at once, with a Content-Length, in small pieces, or slowly. */
  pacing: among('burst', 'each', 'counted', 'shreds', 'slow'),
} as const satisfies Record<string, Switch>

/** Every switch by its name. */
export const switches = { ...transport, ...requests, ...errors, ...bodies, ...streams }

export type Freedoms = { readonly [Name in keyof typeof switches]: (typeof switches)[Name]['values'][number] }
