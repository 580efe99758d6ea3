import { DONE } from '../../core/answers/stream.ts'
import { pieces } from '../../core/answers/tokens.ts'
import { type Apply, type Variant, variant } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'
import {
  chunkOf,
  contentChunk,
  editChunks,
  editEvents,
  everyChunk,
  finalChunk,
  framed,
  indexOf,
  roleChunk,
} from '../edits/events.ts'

const empty = (events: readonly string[]): string =>
  framed({ ...chunkOf(events[0] ?? ''), choices: [{ index: 0, delta: {}, finish_reason: null }] })
const saying = (events: readonly string[], delta: object): string =>
  framed({ ...chunkOf(events[0] ?? ''), choices: [{ index: 0, delta, finish_reason: null }] })

/** Cuts the text in another way. */
const cut =
  (how: (text: string) => string[]): Apply =>
  (behaviour, emit) => ({ ...behaviour, pieces: emitting(emit, how) })

/** The shapes that a stream may take (2.6, 6). */
export const streamShapeVariants = (): readonly Variant[] => [
  variant(
    'stream-without-role',
    '2.6: role is optional',
    'no delta has a role',
    editEvents((events) => events.slice(1)),
  ),
  variant(
    'stream-role-on-every-chunk',
    '2.6: role is optional',
    'each content chunk repeats the role',
    editChunks(contentChunk, (chunk) => (chunk.choices[0].delta.role = 'assistant')),
  ),
  variant(
    'stream-role-with-empty-text',
    '2.6: content may be any string',
    'the first delta has an empty content beside its role',
    editChunks(roleChunk, (chunk) => (chunk.choices[0].delta.content = '')),
  ),
  variant(
    'stream-role-with-first-text',
    '2.6',
    'role and first text share a chunk',
    editEvents(([, ...events]) => {
      const at = indexOf(events, contentChunk)
      if (at < 0) return undefined
      const chunk = chunkOf(events[at] ?? '')
      chunk.choices[0].delta.role = 'assistant'
      return events.map((event, index) => (index === at ? framed(chunk) : event))
    }),
  ),
  variant(
    'stream-in-one-chunk',
    '6.3: how text is cut is not shown',
    'the whole text comes in one content chunk',
    cut((text) => (text === '' ? [] : [text])),
  ),
  variant(
    'stream-a-character-a-chunk',
    '6.3',
    'each content chunk has one character',
    cut((text) => pieces(text, 1)),
  ),
  variant(
    'stream-with-long-chunks',
    '6.3',
    'content chunks have up to 4000 characters',
    cut((text) => pieces(text, 4000)),
  ),
  variant(
    'stream-with-empty-texts',
    '2.6: content may be any string',
    'some content chunks are empty',
    editEvents((events) =>
      events.flatMap((event, at) =>
        event !== DONE && contentChunk(chunkOf(event), at) ? [saying(events, { content: '' }), event] : [event],
      ),
    ),
  ),
  variant(
    'stream-with-empty-deltas',
    '2.6: a delta may be empty',
    'chunks without text come between the others',
    editEvents((events) =>
      events.flatMap((event, at) =>
        at > 0 && event !== DONE && contentChunk(chunkOf(event), at) ? [empty(events), event] : [event],
      ),
    ),
  ),
  variant(
    'stream-beginning-without-choices',
    '2.6: at most one choice',
    'the first chunk has no choice',
    editEvents((events) => [framed({ ...chunkOf(events[0] ?? ''), choices: [] }), ...events]),
  ),
  variant(
    'stream-ending-without-choices',
    '2.6: at most one choice',
    'a chunk without choice stands before [DONE]',
    editEvents((events) => [...events.slice(0, -1), framed({ ...chunkOf(events[0] ?? ''), choices: [] }), DONE]),
  ),
  variant(
    'stream-without-text',
    '2.6, 6.3',
    'the answer is empty: role, finish, [DONE]',
    cut(() => []),
  ),
  variant(
    'stream-created-of-each-chunk',
    '2.6: only the form of created is shown',
    'created moves on from chunk to chunk',
    editEvents((events) =>
      events.map((event, at) =>
        event === DONE ? event : framed({ ...chunkOf(event), created: chunkOf(event).created + at }),
      ),
    ),
  ),
  variant(
    'stream-finish-content-filter',
    '2.6',
    'the finish_reason is content_filter',
    editChunks(finalChunk, (chunk) => (chunk.choices[0].finish_reason = 'content_filter')),
  ),
  variant(
    'stream-finish-length',
    '2.6',
    'the finish_reason is length',
    editChunks(finalChunk, (chunk) => (chunk.choices[0].finish_reason = 'length')),
  ),
  variant(
    'stream-chunks-with-more-members',
    '2.6: a chunk is not closed',
    'chunks and deltas have members of their own',
    editChunks(everyChunk, (chunk) =>
      Object.assign(chunk, { system_fingerprint: 'fp', service_tier: null, obfuscation: 'x' }),
    ),
  ),
  variant(
    'stream-deltas-with-more-members',
    '2.6: a delta is not closed',
    'deltas with text have reasoning_content and refusal',
    editChunks(contentChunk, (chunk) =>
      Object.assign(chunk.choices[0].delta, { reasoning_content: null, refusal: null }),
    ),
  ),
  variant(
    'stream-members-turned-round',
    'RFC 8259: members have no order',
    'the members of each chunk come in reverse order',
    editEvents((events) =>
      events.map((event) =>
        event === DONE ? event : framed(Object.fromEntries(Object.entries(chunkOf(event)).reverse())),
      ),
    ),
  ),
]
