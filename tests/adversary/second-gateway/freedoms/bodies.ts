import { among, type Switch } from './switch.ts'

/** JSON text of the answers, and the values inside successful ones. */
export const bodies = {
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
  /** Look of the completion id. */
  completionIds: among('digits', 'prefixed', 'uuid'),
  /** Any integer from nought to the largest int64 will do. */
  created: among('now', 'zero', 'largest'),
  /** Members beyond the tables, in the list, the completion, the usage and the chunk. */
  extraMembers: among('some', 'none'),
  /** Members beyond the tables, in message and delta. */
  extraInMessage: among('none', 'some'),
  /** What the model says; awkward holds line ends, separators and the text of an SSE end mark. */
  answerText: among('constant', 'echo', 'awkward', 'empty'),
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
