import { DONE } from '../../../core/answers/done.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { chunkOf, final, indexOf, insertAt, reorder, usageChunk, without } from '../../edits/events.ts'
import { NO_CHUNK } from '../breaks.ts'
import { withText } from './stream-text.ts'

const after = (tail: string): Apply => reorder((events) => [...events, tail])
const doneAs = (text: string): Apply => reorder((events) => events.map((event) => (event === DONE ? text : event)))

/** Faults of [DONE] and of bytes after it (6.5). */
export const faults = () => [
  breaking(['stream-done'], reorder, {
    'stream-done-missing: the stream ends without [DONE]': (events) => events.slice(0, -1),
    'stream-done-missing-with-usage: a stream with usage ends without [DONE]': (events) =>
      indexOf(events, usageChunk) < 0 ? undefined : events.slice(0, -1),
    'stream-done-missing-when-cut: a stream that max_tokens cut ends without [DONE]': (events) =>
      chunkOf(events[final(events)] ?? DONE)?.choices[0].finish_reason === 'length' ? events.slice(0, -1) : undefined,
  }),
  breaking([], {
    'stream-done-twice: [DONE] comes twice': [after(DONE), 'stream-after-done'],
    'stream-done-as-json: the last event is an object': [doneAs('data: {"done":true}\n\n'), 'stream-done', ...NO_CHUNK],
    'stream-blank-line-after-done: a blank line follows [DONE]': [after('\n'), 'stream-blank-lines'],
  }),
  breaking(['stream-done', 'stream-chunk-json'], {
    'stream-done-in-lower-case: the last event is [done]': doneAs('data: [done]\n\n'),
    'stream-done-without-brackets: the last event is DONE': doneAs('data: DONE\n\n'),
    'stream-done-in-quotes: the last event is "[DONE]" in quotes': [doneAs('data: "[DONE]"\n\n'), 'chunk-object'],
    'stream-done-with-space: a space is after [DONE]': [doneAs('data: [DONE] \n\n'), 'stream-framing'],
    'stream-json-after-done: a bare chunk follows [DONE]': [
      reorder((events) => [...events, (events[0] ?? '').slice('data: '.length).trimEnd()]),
      'stream-after-done',
      'stream-framing',
    ],
  }),

  breaking(['stream-after-done', 'stream-done'], {
    'stream-usage-after-done: the chunk with usage follows [DONE]': reorder((events) =>
      indexOf(events, usageChunk) < 0
        ? undefined
        : [...without(events, indexOf(events, usageChunk)), events[indexOf(events, usageChunk)] ?? ''],
    ),
    'stream-comment-after-done: a comment follows [DONE]': after(': end\n\n'),
    'stream-done-before-final: [DONE] is before the final chunk': [
      reorder((events) => insertAt(without(events, events.length - 1), final(events), DONE)),
      'stream-final-chunk',
    ],
    'stream-text-after-done: a content chunk follows [DONE]': [
      reorder((events) => [...events, withText(events[0] ?? '', ' more')]),
      'stream-after-final',
    ],
    'stream-zero-byte-after-done: a zero byte follows [DONE]': [after('\0'), 'stream-framing'],
  }),
]
