import { DONE } from '../../core/responses/done.ts'
import { pieces } from '../../core/responses/tokens.ts'
import { type Apply, allowed } from '../deviation.ts'
import { contentChunk, delta, editChunks, inContent, indexOf, inEvery, inFinal, roleChunk } from '../edits/chunks.ts'
import { chunkOf, editEvents, framed, withDelta } from '../edits/events.ts'
import { instead } from '../edits/instead.ts'
import { choice, type Json, within } from '../edits/json.ts'

const withoutChoices = (event = ''): string => framed({ ...chunkOf(event), choices: [] })
const endingWithout = (all: string[]): string[] => all.toSpliced(-1, 0, withoutChoices(all[0]))

/** Splits the text into chunks differently. */
const cut = (how: (text: string) => string[]): Apply => instead('pieces', (_, text) => how(text))

/** Inserts chunks with this delta before the chunks from an index on that have text. */
const between = (delta: object, from: number) =>
  editEvents((events) =>
    events.flatMap((event, at) =>
      at >= from && event !== DONE && contentChunk(chunkOf(event), at) ? [withDelta(events[0], delta), event] : [event],
    ),
  )
const roleWithFirstText = editEvents(([, ...events]) => {
  const at = indexOf(events, contentChunk)
  if (at < 0) return undefined
  const chunk = chunkOf(events[at] ?? '')
  chunk.choices[0].delta.role = 'assistant'
  return events.with(at, framed(chunk))
})
const each = (change: (chunk: Json, at: number) => unknown) =>
  editEvents((events) => events.map((event, at) => (event === DONE ? event : framed(change(chunkOf(event), at)))))
const movingOn = (chunk: Json, at: number): Json => ({ ...chunk, created: chunk.created + at })
const reversed = (chunk: Json): Json => Object.fromEntries(Object.entries(chunk).reverse())
const MORE = { system_fingerprint: 'fp', service_tier: null, obfuscation: 'x' }
const MORE_OF_DELTA = { reasoning_content: null, refusal: '', tool_calls: [] }

/** Freedoms in the form of a stream (2.6, 6). */
export const variants = () => [
  allowed('2.6: role is optional', {
    'stream-without-role: no delta has a role': editEvents((events) => events.slice(1)),
    'stream-role-on-every-chunk: each content chunk repeats the role': inContent({ role: 'assistant' }, delta),
  }),
  allowed('2.6: content may be any string', {
    'stream-role-with-empty-text: the first delta has an empty content next to its role': emptyWithRole,
    'stream-with-empty-texts: some content chunks are empty': between({ content: '' }, 0),
  }),
  allowed('2.6', {
    'stream-role-with-first-text: role and first text share a chunk': roleWithFirstText,
    'stream-finish-content-filter: the finish is content_filter': inFinal({ finish_reason: 'content_filter' }, choice),
    'stream-finish-length: the finish_reason is length': inFinal({ finish_reason: 'length' }, choice),
  }),
  allowed('6.3: how text is cut is not specified', cut, {
    'stream-in-one-chunk: the whole text is in one content chunk': (text) => (text === '' ? [] : [text]),
  }),
  allowed('6.3', cut, {
    'stream-a-character-a-chunk: each content chunk has one character': (text) => pieces(text, 1),
    'stream-with-long-chunks: content chunks have up to 4000 characters': (text) => pieces(text, 4000),
  }),
  allowed('2.6: a delta may be empty', {
    'stream-with-empty-deltas: chunks without text are between the others': between({}, 1),
  }),
  allowed('2.6: at most one choice', editEvents, {
    'stream-beginning-without-choices: the first chunk has no choice': (all) => [withoutChoices(all[0]), ...all],
    'stream-ending-without-choices: a chunk without choice is before [DONE]': endingWithout,
  }),
  allowed('2.6, 6.3', { 'stream-without-text: the response is empty: role, finish, [DONE]': cut(() => []) }),
  allowed('2.6: only the form of created is shown', each, {
    'stream-created-of-each-chunk: created moves on from chunk to chunk': movingOn,
  }),
  allowed('2.6: a chunk is not closed', inEvery, {
    'stream-chunks-with-more-members: chunks and deltas have their own members': MORE,
  }),
  allowed('2.6: a delta is not closed', {
    'stream-deltas-with-more-members: all deltas have members that hold nothing': inEvery(MORE_OF_DELTA, delta),
  }),
  allowed('RFC 8259: members have no order', each, {
    'stream-members-turned-round: the members of each chunk are in reverse order': reversed,
  }),
]

const emptyWithRole = editChunks(roleChunk, within({ content: '' }, delta))
