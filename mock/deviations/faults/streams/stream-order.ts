import { DONE } from '../../../core/answers/done.ts'
import { type Apply, breaking } from '../../deviation.ts'
import {
  chunkOf,
  contentChunk,
  editChunks,
  editEvents,
  final,
  framed,
  inContent,
  indexOf,
  inFinal,
  insertAt,
  reorder,
  usageChunk,
  without,
} from '../../edits/events.ts'
import { choice, type Json } from '../../edits/json.ts'
import { brokenAt, halved, withText } from './stream-text.ts'

const content = (events: readonly string[]): number => indexOf(events, contentChunk)

/** Faults in the order of the chunks of a stream (6.3, 6.4). */
export const faults = () => [
  breaking(['stream-final-chunk'], {
    'stream-final-missing: no chunk has a finish_reason': reorder((events) => without(events, final(events))),
    'stream-final-missing-when-cut: a stream that max_tokens cut has no final chunk': reorder((events) =>
      chunkOf(events[final(events)] ?? DONE)?.choices[0].finish_reason === 'length'
        ? without(events, final(events))
        : undefined,
    ),
    'stream-final-not-final: finish_reason stays null to the end': inFinal({ finish_reason: null }, choice),
    'stream-final-twice: the final chunk comes twice': reorder((events) =>
      insertAt(events, final(events), events[final(events)] ?? ''),
    ),
    'stream-final-null-then-done: choices of the final chunk is empty': inFinal({ choices: [] }),
    'stream-finish-on-role-chunk: the chunk with the role has a finish_reason': [
      editEvents((events) => events.map((event, at) => (at === 0 ? finished(event) : event))),
      'stream-after-final',
      'stream-final-delta-bare',
    ],
  }),
  breaking(['stream-after-final'], reorder, {
    'stream-final-first: the final chunk comes first': (events) => [
      events[final(events)] ?? '',
      ...without(events, final(events)),
    ],
    'stream-text-after-final: a content chunk follows the final one': (events) =>
      insertAt(events, final(events) + 1, withText(events[0] ?? '', ' more')),
    'stream-last-text-after-final: the last content chunk and the final one change places': (events) =>
      swapped(events, final(events) - 1),
  }),
  breaking(['stream-final-delta', 'stream-content', 'stream-final-delta-bare'], {
    'stream-text-in-final: the final chunk carries text': inFinal({ delta: { content: '.' } }, choice),
    'stream-last-text-in-final: the last piece of text is in the final chunk': reorder(merged),
    'stream-all-text-in-final: the whole text is in the final chunk': reorder(allInFinal),
  }),
  breaking(['stream-final-delta-bare'], {
    'stream-empty-text-in-final: the final delta has an empty content': inFinal({ delta: { content: '' } }, choice),
    'stream-role-in-final: the final delta repeats the role': inFinal({ delta: { role: 'assistant' } }, choice),
    'stream-extra-in-final-delta: the final delta has its own member': inFinal({ delta: { reasoning: '' } }, choice),
  }),
  breaking(['stream-content', 'stream-final-chunk', 'stream-final-delta', 'stream-final-delta-bare'], {
    'stream-finish-on-last-text: the last content chunk already has the finish_reason': reorder(finishedEarly),
    'stream-finish-on-every-chunk: every content chunk has the finish_reason of the end': [
      inContent({ finish_reason: 'stop' }, choice),
      'stream-after-final',
    ],
  }),
  breaking(['stream-one-id'], {
    'stream-id-of-each-chunk: each chunk has its own id': perIndex((chunk, at) => (chunk.id += `-${at}`)),
    'stream-id-of-final-chunk: the final chunk has another id': inFinal((chunk) => (chunk.id += '-end')),
    'stream-id-of-usage-chunk: the chunk with usage has another id': editChunks(
      usageChunk,
      (chunk) => (chunk.id += '-usage'),
    ),
  }),
  breaking(['stream-text-whole'], reorder, {
    'stream-broken-characters: a character is broken at the edge of a chunk': (events) => brokenAt(events, '\ufffd'),
    'stream-lone-surrogates: a character is cut into two halves': halved,
  }),
]

function swapped(events: string[], at: number): string[] | undefined {
  if (!events[at] || !contentChunk(chunkOf(events[at]), at)) return undefined
  return [...events.slice(0, at), events[at + 1] ?? '', events[at] ?? '', ...events.slice(at + 2)]
}

function finished(event: string): string {
  const chunk = chunkOf(event)
  chunk.choices[0].finish_reason = 'stop'
  return framed(chunk)
}

function finishedEarly(events: string[]): string[] | undefined {
  const last = final(events) - 1
  if (content(events) < 0) return undefined
  return events.map((event, at) => (at === last ? finished(event) : event))
}

function merged(events: string[]): string[] | undefined {
  const at = final(events)
  if (content(events) < 0) return undefined
  const chunk = chunkOf(events[at] ?? '')
  chunk.choices[0].delta = chunkOf(events[at - 1] ?? '').choices[0].delta
  return [...events.slice(0, at - 1), framed(chunk), ...events.slice(at + 1)]
}

function allInFinal(events: string[]): string[] | undefined {
  if (content(events) < 0) return undefined
  const text = events
    .filter((event, at) => event !== DONE && contentChunk(chunkOf(event), at))
    .map((event) => chunkOf(event).choices[0].delta.content)
    .join('')
  const chunk = chunkOf(events[final(events)] ?? '')
  chunk.choices[0].delta = { content: text }
  return events.flatMap((event, at) =>
    event !== DONE && contentChunk(chunkOf(event), at) ? [] : [at === final(events) ? framed(chunk) : event],
  )
}

function perIndex(edit: (chunk: Json, at: number) => unknown): Apply {
  return editEvents((events) =>
    events.map((event, at) => {
      const chunk = chunkOf(event)
      if (chunk === undefined) return event
      edit(chunk, at)
      return framed(chunk)
    }),
  )
}
