import { DONE } from '../../../core/answers/stream.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { chunkOf, indexOf, usageChunk } from '../../edits/events.ts'
import { final, insertAt, reorder, without } from '../../edits/order.ts'
import { type StreamRow, streamFaultOf } from './stream-row.ts'
import { withText } from './stream-text.ts'

const after = (tail: string): Apply => reorder((events) => [...events, tail])
const doneAs = (text: string): Apply => reorder((events) => events.map((event) => (event === DONE ? text : event)))

/** `[name, what shows, what it does, what it breaks]` */
const ENDS: StreamRow[] = [
  ['done-missing', 'the stream ends without [DONE]', reorder((events) => events.slice(0, -1)), ['stream-done']],
  [
    'done-missing-with-usage',
    'a stream with usage ends without [DONE]',
    reorder((events) => (indexOf(events, usageChunk) < 0 ? undefined : events.slice(0, -1))),
    ['stream-done'],
  ],
  [
    'done-missing-when-cut',
    'a stream that max_tokens cut ends without [DONE]',
    reorder((events) =>
      chunkOf(events[final(events)] ?? DONE)?.choices[0].finish_reason === 'length' ? events.slice(0, -1) : undefined,
    ),
    ['stream-done'],
  ],
  ['done-twice', '[DONE] comes twice', after(DONE), ['stream-after-done']],
  [
    'done-before-final',
    '[DONE] stands before the final chunk',
    reorder((events) => insertAt(without(events, events.length - 1), final(events), DONE)),
    ['stream-done', 'stream-after-done', 'stream-final-chunk'],
  ],
  ['done-in-lower-case', 'the last event is [done]', doneAs('data: [done]\n\n'), ['stream-done', 'stream-chunk-json']],
  ['done-without-brackets', 'the last event is DONE', doneAs('data: DONE\n\n'), ['stream-done', 'stream-chunk-json']],
  [
    'done-in-quotes',
    'the last event is "[DONE]" in quotes',
    doneAs('data: "[DONE]"\n\n'),
    ['stream-done', 'stream-chunk-json', 'chunk-object'],
  ],
  [
    'done-as-json',
    'the last event is an object',
    doneAs('data: {"done":true}\n\n'),
    [
      'stream-done',
      'stream-chunk-json',
      'chunk-object',
      'chunk-id',
      'chunk-created',
      'chunk-model',
      'chunk-choices',
      'stream-one-id',
      'completion-model-echo',
    ],
  ],
  [
    'done-with-space',
    'a space stands after [DONE]',
    doneAs('data: [DONE] \n\n'),
    ['stream-done', 'stream-framing', 'stream-chunk-json'],
  ],
  [
    'text-after-done',
    'a content chunk follows [DONE]',
    reorder((events) => [...events, withText(events[0] ?? '', ' more')]),
    ['stream-after-done', 'stream-done', 'stream-after-final'],
  ],
  [
    'usage-after-done',
    'the chunk with usage follows [DONE]',
    reorder((events) =>
      indexOf(events, usageChunk) < 0
        ? undefined
        : [...without(events, indexOf(events, usageChunk)), events[indexOf(events, usageChunk)] ?? ''],
    ),
    ['stream-after-done', 'stream-done'],
  ],
  ['comment-after-done', 'a comment follows [DONE]', after(': end\n\n'), ['stream-after-done', 'stream-done']],
  [
    'blank-line-after-done',
    'a blank line follows [DONE]',
    after('\n'),
    ['stream-after-done', 'stream-done', 'stream-blank-lines'],
  ],
  [
    'json-after-done',
    'a bare chunk follows [DONE]',
    reorder((events) => [...events, (events[0] ?? '').slice('data: '.length).trimEnd()]),
    ['stream-after-done', 'stream-done', 'stream-framing', 'stream-chunk-json'],
  ],
  [
    'zero-byte-after-done',
    'a zero byte follows [DONE]',
    after('\0'),
    ['stream-after-done', 'stream-done', 'stream-framing'],
  ],
]

/** What can be wrong with [DONE] and with what follows it (6.5). */
export const streamEndFaults = (): readonly Fault[] => ENDS.map(streamFaultOf)
