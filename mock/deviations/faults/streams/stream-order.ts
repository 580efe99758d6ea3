import { DONE } from '../../../core/responses/done.ts'
import type { Call } from '../../../core/types.ts'
import { breaking } from '../../deviation.ts'
import { contentChunk, editChunks, final, inContent, indexOf, inFinal, usageChunk } from '../../edits/chunks.ts'
import { chunkOf, editEvents, framed, withDelta, without } from '../../edits/events.ts'
import { choice, type Json, type JsonEdit } from '../../edits/json.ts'
import { NO_CHUNK } from '../breaks.ts'

/** Edits the events of a stream; undefined leaves them unchanged. */
type Reorder = (events: string[]) => string[] | undefined

const inFinalChoice = (edit: JsonEdit) => inFinal(edit, choice)
const usageWithId = editChunks(usageChunk, (chunk) => (chunk.id += '-usage'))
const after = (tail: string) => editEvents((events) => [...events, tail])
const doneAs = (text: string) => editEvents((events) => events.map((event) => (event === DONE ? text : event)))

const withoutFinal: Reorder = (events) => without(events, final(events))
const withoutDone: Reorder = (events) => events.slice(0, -1)
const ifCut = (edit: Reorder): Reorder => {
  return (all) => (chunkOf(all[final(all)] ?? DONE)?.choices[0].finish_reason === 'length' ? edit(all) : undefined)
}
const ifUsage = (edit: (events: string[], at: number) => string[] | undefined): Reorder => {
  return (events) => (indexOf(events, usageChunk) < 0 ? undefined : edit(events, indexOf(events, usageChunk)))
}
const undoneUsage = ifUsage(withoutDone)
const undoneLong = (events: string[], { bytes }: Call) => (bytes > 4096 ? undoneUsage(events) : undefined)
const finalTwice: Reorder = (events) => events.toSpliced(final(events), 0, events[final(events)] ?? '')
const finalFirst: Reorder = (events) => [events[final(events)] ?? '', ...without(events, final(events))]
const finishedFirst: Reorder = ([first = '', ...rest]) => [finished(first), ...rest]
const textAfterFinal: Reorder = (events) => events.toSpliced(final(events) + 1, 0, withText(events[0], ' more'))
const doneBeforeFinal: Reorder = (events) => events.slice(0, -1).toSpliced(final(events), 0, DONE)
const usageAfterDone = ifUsage((events, at) => [...without(events, at), events[at] ?? ''])
const bareJson: Reorder = (events) => [...events, (events[0] ?? '').slice('data: '.length).trimEnd()]
const textAfterDone: Reorder = (events) => [...events, withText(events[0], ' more')]

const EARLY = ['stream-after-final', 'stream-final-delta-bare'] as const
const FINAL_TEXT = ['stream-content', 'stream-final-delta', 'stream-final-delta-bare'] as const

/** Faults in the order of the chunks of a stream, of [DONE], and of bytes after it (6.3 to 6.5). */
export const faults = () => [
  breaking(['stream-final-chunk'], {
    'stream-final-missing: no chunk has a finish_reason': editEvents(withoutFinal),
    'stream-final-missing-when-cut: a stream that max_tokens cut has no final chunk': editEvents(ifCut(withoutFinal)),
    'stream-final-not-final: finish_reason stays null to the end': inFinalChoice({ finish_reason: null }),
    'stream-final-twice: the final chunk is sent twice': editEvents(finalTwice),
    'stream-final-null-then-done: choices of the final chunk is empty': inFinal({ choices: [] }),
    'stream-finish-on-role-chunk: the first chunk has a finish_reason': [editEvents(finishedFirst), ...EARLY],
  }),
  breaking(['stream-after-final'], editEvents, {
    'stream-final-first: the final chunk is sent first': finalFirst,
    'stream-text-after-final: a content chunk follows the final one': textAfterFinal,
    'stream-last-text-after-final: the last content chunk and the final one change places': swapped,
  }),
  breaking(FINAL_TEXT, {
    'stream-text-in-final: the final chunk carries text': inFinalChoice({ delta: { content: '.' } }),
    'stream-last-text-in-final: the last piece of text is in the final chunk': editEvents(merged),
    'stream-all-text-in-final: the whole text is in the final chunk': editEvents(allInFinal),
  }),
  breaking(['stream-final-delta-bare'], inFinalChoice, {
    'stream-empty-text-in-final: the final delta has an empty content': { delta: { content: '' } },
    'stream-role-in-final: the final delta repeats the role': { delta: { role: 'assistant' } },
    'stream-extra-in-final-delta: the final delta has its own text': { delta: { reasoning: 'Done.' } },
  }),
  breaking([...FINAL_TEXT, 'stream-final-chunk'], {
    'stream-finish-on-last-text: the last content chunk already has the finish_reason': editEvents(finishedEarly),
    'stream-finish-on-every-chunk: each chunk has a finish_reason': [inContent(FINISH, choice), 'stream-after-final'],
  }),
  breaking(['stream-one-id'], {
    'stream-id-of-each-chunk: each chunk has its own id': editEvents((events) => events.map(numbered)),
    'stream-id-of-final-chunk: the final chunk has another id': inFinal((chunk) => (chunk.id += '-end')),
    'stream-id-of-usage-chunk: the chunk with usage has another id': usageWithId,
  }),
  breaking(['stream-text-whole'], editEvents, {
    'stream-broken-characters: a character is broken at the edge of a chunk': brokenAtAnEdge,
    'stream-lone-surrogates: a character is cut into two halves': halved,
  }),
  breaking(['stream-done'], editEvents, {
    'stream-done-missing: the stream ends without [DONE]': withoutDone,
    'stream-done-missing-with-usage: a stream with usage ends without [DONE]': undoneUsage,
    'stream-done-missing-with-usage-of-long-texts: as above, for requests of more than 4 KiB': undoneLong,
    'stream-done-missing-when-cut: a stream that max_tokens cut ends without [DONE]': ifCut(withoutDone),
  }),
  breaking([], {
    'stream-done-twice: [DONE] is sent twice': [after(DONE), 'stream-after-done'],
    'stream-done-as-json: the last event is an object': [doneAs('data: {"done":true}\n\n'), 'stream-done', ...NO_CHUNK],
    'stream-blank-line-after-done: a blank line follows [DONE]': [after('\n'), 'stream-blank-lines'],
  }),
  breaking(['stream-done', 'stream-chunk-json'], {
    'stream-done-in-lower-case: the last event is [done]': doneAs('data: [done]\n\n'),
    'stream-done-without-brackets: the last event is DONE': doneAs('data: DONE\n\n'),
    'stream-done-in-quotes: the last event is "[DONE]" in quotes': [doneAs('data: "[DONE]"\n\n'), 'chunk-object'],
    'stream-done-with-space: a space is after [DONE]': [doneAs('data: [DONE] \n\n'), 'stream-framing'],
    'stream-json-after-done: bare JSON follows [DONE]': [editEvents(bareJson), 'stream-after-done', 'stream-framing'],
  }),
  breaking(['stream-after-done', 'stream-done'], {
    'stream-usage-after-done: the chunk with usage follows [DONE]': editEvents(usageAfterDone),
    'stream-comment-after-done: a comment follows [DONE]': after(': end\n\n'),
    'stream-done-before-final: [DONE] is before the final chunk': [editEvents(doneBeforeFinal), 'stream-final-chunk'],
    'stream-text-after-done: a content chunk follows [DONE]': [editEvents(textAfterDone), 'stream-after-final'],
    'stream-zero-byte-after-done: a zero byte follows [DONE]': [after('\0'), 'stream-framing'],
  }),
]

const FINISH = { finish_reason: 'stop' }

/** An event whose choice has other members. */
function withChoice(event: string | undefined, members: object): string {
  const chunk = chunkOf(event ?? '')
  Object.assign(chunk.choices[0], members)
  return framed(chunk)
}

const finished = (event: string | undefined): string => withChoice(event, FINISH)
const hasText = (event: string, at: number): boolean => event !== DONE && contentChunk(chunkOf(event), at)
const deltaOf = (event = ''): Json => chunkOf(event).choices[0].delta

/** Edits streams with text, at the index of the final chunk. */
const ifText = (edit: (events: string[], at: number) => string[]): Reorder => {
  return (events) => (events.some(hasText) && final(events) > 0 ? edit(events, final(events)) : undefined)
}
const swapped = ifText((events, at) => events.toSpliced(at - 1, 2, events[at] ?? '', events[at - 1] ?? ''))
const finishedEarly = ifText((events, at) => events.with(at - 1, finished(events[at - 1])))
const merged = ifText((events, at) =>
  events.toSpliced(at - 1, 2, withChoice(events[at], { delta: deltaOf(events[at - 1]) })),
)
const allInFinal = ifText((events, at) => {
  const content = events.filter(hasText).map((event) => deltaOf(event).content)
  const end = withChoice(events[at], { delta: { content: content.join('') } })
  return events.with(at, end).filter((event, index) => index === at || !hasText(event, index))
})

function numbered(event: string, at: number): string {
  const chunk = chunkOf(event)
  return chunk === undefined ? event : framed({ ...chunk, id: `${chunk.id}-${at}` })
}

/** An event with its text replaced. */
const withText = (event: string | undefined, content: string): string => withDelta(event, { content })

/** Puts a replacement character between two content chunks, like a decoder that gets half a character. */
function brokenAtAnEdge(events: string[]): string[] | undefined {
  const at = indexOf(events, contentChunk)
  return at < 0 ? undefined : events.with(at, withText(events[at], `${deltaOf(events[at]).content.slice(0, -1)}\ufffd`))
}

/** Splits the first surrogate pair over two chunks. */
function halved(events: string[]): string[] | undefined {
  for (const [at, event] of events.entries()) {
    const text = String(chunkOf(event)?.choices[0]?.delta.content ?? '')
    const end = text.search(/[\ud800-\udbff][\udc00-\udfff]/) + 1
    if (end > 0) return events.toSpliced(at, 1, withText(event, text.slice(0, end)), withText(event, text.slice(end)))
  }
  return undefined
}
