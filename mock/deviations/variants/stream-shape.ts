import { DONE } from '../../core/answers/done.ts'
import { pieces } from '../../core/answers/tokens.ts'
import { type Apply, allowed } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'
import {
  chunkOf,
  contentChunk,
  delta,
  editChunks,
  editEvents,
  everyChunk,
  framed,
  inContent,
  indexOf,
  inFinal,
  roleChunk,
} from '../edits/events.ts'
import { choice } from '../edits/json.ts'

const saying = (events: readonly string[], delta: object): string =>
  framed({ ...chunkOf(events[0] ?? ''), choices: [{ index: 0, delta, finish_reason: null }] })

/** Cuts the text in another way. */
const cut =
  (how: (text: string) => string[]): Apply =>
  (behaviour, emit) => ({ ...behaviour, pieces: emitting(emit, how) })

/** The forms that a stream may have (2.6, 6). */
export const variants = () => [
  allowed('2.6: role is optional', {
    'stream-without-role: no delta has a role': editEvents((events) => events.slice(1)),
    'stream-role-on-every-chunk: each content chunk repeats the role': inContent({ role: 'assistant' }, delta),
  }),
  allowed('2.6: content may be any string', {
    'stream-role-with-empty-text: the first delta has an empty content next to its role': editChunks(
      roleChunk,
      (chunk) => (chunk.choices[0].delta.content = ''),
    ),
    'stream-with-empty-texts: some content chunks are empty': editEvents((events) =>
      events.flatMap((event, at) =>
        event !== DONE && contentChunk(chunkOf(event), at) ? [saying(events, { content: '' }), event] : [event],
      ),
    ),
  }),
  allowed('2.6', {
    'stream-role-with-first-text: role and first text share a chunk': editEvents(([, ...events]) => {
      const at = indexOf(events, contentChunk)
      if (at < 0) return undefined
      const chunk = chunkOf(events[at] ?? '')
      chunk.choices[0].delta.role = 'assistant'
      return events.map((event, index) => (index === at ? framed(chunk) : event))
    }),
    'stream-finish-content-filter: the finish_reason is content_filter': inFinal(
      { finish_reason: 'content_filter' },
      choice,
    ),
    'stream-finish-length: the finish_reason is length': inFinal({ finish_reason: 'length' }, choice),
  }),
  allowed('6.3: how text is cut is not shown', {
    'stream-in-one-chunk: the whole text comes in one content chunk': cut((text) => (text === '' ? [] : [text])),
  }),
  allowed('6.3', {
    'stream-a-character-a-chunk: each content chunk has one character': cut((text) => pieces(text, 1)),
    'stream-with-long-chunks: content chunks have up to 4000 characters': cut((text) => pieces(text, 4000)),
  }),
  allowed('2.6: a delta may be empty', editEvents, {
    'stream-with-empty-deltas: chunks without text come between the others': (events) =>
      events.flatMap((event, at) =>
        at > 0 && event !== DONE && contentChunk(chunkOf(event), at) ? [saying(events, {}), event] : [event],
      ),
  }),
  allowed('2.6: at most one choice', editEvents, {
    'stream-beginning-without-choices: the first chunk has no choice': (events) => [
      framed({ ...chunkOf(events[0] ?? ''), choices: [] }),
      ...events,
    ],
    'stream-ending-without-choices: a chunk without choice is before [DONE]': (events) => [
      ...events.slice(0, -1),
      framed({ ...chunkOf(events[0] ?? ''), choices: [] }),
      DONE,
    ],
  }),
  allowed('2.6, 6.3', { 'stream-without-text: the answer is empty: role, finish, [DONE]': cut(() => []) }),
  allowed('2.6: only the form of created is shown', editEvents, {
    'stream-created-of-each-chunk: created moves on from chunk to chunk': (events) =>
      events.map((event, at) =>
        event === DONE ? event : framed({ ...chunkOf(event), created: chunkOf(event).created + at }),
      ),
  }),
  allowed('2.6: a chunk is not closed', {
    'stream-chunks-with-more-members: chunks and deltas have their own members': editChunks(everyChunk, {
      system_fingerprint: 'fp',
      service_tier: null,
      obfuscation: 'x',
    }),
  }),
  allowed('2.6: a delta is not closed', {
    'stream-deltas-with-more-members: deltas with text have reasoning_content and refusal': inContent(
      { reasoning_content: null, refusal: null },
      delta,
    ),
  }),
  allowed('RFC 8259: members have no order', editEvents, {
    'stream-members-turned-round: the members of each chunk come in reverse order': (events) =>
      events.map((event) =>
        event === DONE ? event : framed(Object.fromEntries(Object.entries(chunkOf(event)).reverse())),
      ),
  }),
]
