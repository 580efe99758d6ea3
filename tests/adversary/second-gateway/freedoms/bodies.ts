import type { Switch } from './switch.ts'

/** JSON text of the answers, and the values inside successful ones. */
export const bodies = {
  jsonSpacing: {
    says: 'White space in JSON; pretty falls back to spaced inside a stream, where an event is one line.',
    values: ['spaced', 'compact', 'pretty'],
  },
  jsonEscapes: {
    says: 'Whether strings are escaped down to ASCII, solidus included.',
    values: ['ascii', 'raw'],
  },
  memberOrder: {
    says: 'JSON objects have no order.',
    values: ['reversed', 'given'],
  },
  blankStrings: {
    says: 'A string that is present but empty.',
    values: ['never', 'completion-id', 'error-code', 'error-message', 'error-param'],
    warned: ['completion-id', 'error-code', 'error-message', 'error-param'],
  },
  completionIds: {
    says: 'Look of the completion id.',
    values: ['digits', 'prefixed', 'uuid'],
  },
  created: {
    says: 'Any integer from nought to the largest int64 will do.',
    values: ['now', 'zero', 'largest'],
  },
  extraMembers: {
    says: 'Members beyond the tables, in the list, the completion, the usage and the chunk.',
    values: ['some', 'none'],
  },
  extraInMessage: {
    says: 'Members beyond the tables, in message and delta.',
    values: ['none', 'some'],
  },
  answerText: {
    says: 'What the model says; awkward holds line ends, separators and the text of an SSE end mark.',
    values: ['constant', 'echo', 'awkward', 'empty'],
  },
  finishReason: {
    says: 'Why the text ended.',
    values: ['length', 'stop', 'content_filter'],
  },
  jsonUsage: {
    says: 'Usage in a JSON completion; unknown usage is left out.',
    values: ['present', 'absent'],
  },
  usageShape: {
    says: 'Usage with both, one or none of its detail objects, or with the largest int64 in it.',
    values: ['half-details', 'plain', 'details', 'largest'],
  },
  catalogSize: {
    says: 'How many models the main project has.',
    values: ['few', 'many'],
  },
  listOrder: {
    says: 'The position of the callable chat model in the list; changing rotates it on every request.',
    values: ['chat-last', 'chat-first', 'changing'],
  },
  modelNames: {
    says: 'Everyday names, or names at the edge of the pattern.',
    values: ['plain', 'edge'],
  },
} as const satisfies Record<string, Switch>
