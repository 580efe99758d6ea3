import { among, type Switch } from './switch.ts'

/** Shape of an event stream. */
export const streams = {
  /** How the text is cut into chunks. */
  chunking: among('one', 'words', 'characters'),
  /** Where a delta names the role. */
  roleDelta: among('none', 'own-chunk', 'with-first', 'every'),
  /** The delta with the finish reason: no members, or an empty content. */
  finalDelta: { values: ['bare', 'empty-content'], warned: ['empty-content'] },
  /** Where usage stands when it was asked for. */
  streamUsage: among('in-finish', 'own-chunk', 'null-then-own', 'in-content', 'only-null', 'absent'),
  /** Whether usage appears without being asked for. */
  unaskedUsage: among('never', 'same'),
  /** Chunks that say nothing: an empty delta, or an empty content, before the finish. */
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
  /** How the bytes leave: an event a write, all at once, with a Content-Length, in shreds, slowly. */
  pacing: among('burst', 'each', 'counted', 'shreds', 'slow'),
} as const satisfies Record<string, Switch>
