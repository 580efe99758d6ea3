import type { Switch } from './switch.ts'

/** Shape of an event stream. */
export const streams = {
  chunking: {
    says: 'How the text is cut into chunks.',
    values: ['one', 'words', 'characters'],
  },
  roleDelta: {
    says: 'Where a delta names the role.',
    values: ['none', 'own-chunk', 'with-first', 'every'],
  },
  finalDelta: {
    says: 'The delta with the finish reason: no members, or an empty content.',
    values: ['bare', 'empty-content'],
    warned: ['empty-content'],
  },
  streamUsage: {
    says: 'Where usage stands when it was asked for.',
    values: ['in-finish', 'own-chunk', 'null-then-own', 'in-content', 'only-null', 'absent'],
  },
  unaskedUsage: {
    says: 'Whether usage appears without being asked for.',
    values: ['never', 'same'],
  },
  idleChunks: {
    says: 'Chunks that say nothing: an empty delta, or an empty content, before the finish.',
    values: ['none', 'empty-delta', 'empty-content'],
  },
  emptyChoices: {
    says: 'A chunk with no choice at all, at the start or just before the finish.',
    values: ['none', 'opening', 'middle'],
  },
  createdDrift: {
    says: 'Whether created stays the same over one stream.',
    values: ['none', 'drifts'],
  },
  streamIds: {
    says: 'Whether the chunks of one stream share their id.',
    values: ['shared', 'varying'],
    warned: ['varying'],
  },
  lineEnds: {
    says: 'SSE accepts LF and CRLF.',
    values: ['lf', 'crlf'],
  },
  streamBom: {
    says: 'A byte order mark at the very start of the stream.',
    values: ['none', 'leading'],
  },
  comments: {
    says: 'SSE comments: separate blocks, or a line straight before a data line.',
    values: ['none', 'opening', 'between', 'attached'],
  },
  pacing: {
    says: 'How the bytes leave: an event a write, all at once, with a Content-Length, in shreds, slowly.',
    values: ['burst', 'each', 'counted', 'shreds', 'slow'],
  },
} as const satisfies Record<string, Switch>
