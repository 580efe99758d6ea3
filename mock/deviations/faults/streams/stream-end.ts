import { DONE } from '../../../core/answers/stream.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { chunkOf, indexOf, usageChunk } from '../../edits/events.ts'
import { final, insertAt, reorder, without } from '../../edits/order.ts'
import { withText } from './stream-text.ts'

const after = (tail: string): Apply => reorder((events) => [...events, tail])
const doneAs = (text: string): Apply => reorder((events) => events.map((event) => (event === DONE ? text : event)))

/** What can be wrong with [DONE] and with what follows it (6.5). */
export const streamEndFaults = (): readonly Fault[] => [
  fault(
    'stream-done-missing',
    ['stream-done'],
    'the stream ends without [DONE]',
    reorder((events) => events.slice(0, -1)),
  ),
  fault(
    'stream-done-missing-with-usage',
    ['stream-done'],
    'a stream with usage ends without [DONE]',
    reorder((events) => (indexOf(events, usageChunk) < 0 ? undefined : events.slice(0, -1))),
  ),
  fault(
    'stream-done-missing-when-cut',
    ['stream-done'],
    'a stream that max_tokens cut ends without [DONE]',
    reorder((events) =>
      chunkOf(events[final(events)] ?? DONE)?.choices[0].finish_reason === 'length' ? events.slice(0, -1) : undefined,
    ),
  ),
  fault('stream-done-twice', ['stream-after-done'], '[DONE] comes twice', after(DONE)),
  fault(
    'stream-done-before-final',
    ['stream-done', 'stream-after-done', 'stream-final-chunk'],
    '[DONE] stands before the final chunk',
    reorder((events) => insertAt(without(events, events.length - 1), final(events), DONE)),
  ),
  fault(
    'stream-done-in-lower-case',
    ['stream-done', 'stream-chunk-json'],
    'the last event is [done]',
    doneAs('data: [done]\n\n'),
  ),
  fault(
    'stream-done-without-brackets',
    ['stream-done', 'stream-chunk-json'],
    'the last event is DONE',
    doneAs('data: DONE\n\n'),
  ),
  fault(
    'stream-done-in-quotes',
    ['stream-done', 'stream-chunk-json', 'chunk-object'],
    'the last event is "[DONE]" in quotes',
    doneAs('data: "[DONE]"\n\n'),
  ),
  fault(
    'stream-done-as-json',
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
    'the last event is an object',
    doneAs('data: {"done":true}\n\n'),
  ),
  fault(
    'stream-done-with-space',
    ['stream-done', 'stream-framing', 'stream-chunk-json'],
    'a space stands after [DONE]',
    doneAs('data: [DONE] \n\n'),
  ),
  fault(
    'stream-text-after-done',
    ['stream-after-done', 'stream-done', 'stream-after-final'],
    'a content chunk follows [DONE]',
    reorder((events) => [...events, withText(events[0] ?? '', ' more')]),
  ),
  fault(
    'stream-usage-after-done',
    ['stream-after-done', 'stream-done'],
    'the chunk with usage follows [DONE]',
    reorder((events) =>
      indexOf(events, usageChunk) < 0
        ? undefined
        : [...without(events, indexOf(events, usageChunk)), events[indexOf(events, usageChunk)] ?? ''],
    ),
  ),
  fault(
    'stream-comment-after-done',
    ['stream-after-done', 'stream-done'],
    'a comment follows [DONE]',
    after(': end\n\n'),
  ),
  fault(
    'stream-blank-line-after-done',
    ['stream-after-done', 'stream-done', 'stream-blank-lines'],
    'a blank line follows [DONE]',
    after('\n'),
  ),
  fault(
    'stream-json-after-done',
    ['stream-after-done', 'stream-done', 'stream-framing', 'stream-chunk-json'],
    'a bare chunk follows [DONE]',
    reorder((events) => [...events, (events[0] ?? '').slice('data: '.length).trimEnd()]),
  ),
  fault(
    'stream-zero-byte-after-done',
    ['stream-after-done', 'stream-done', 'stream-framing'],
    'a zero byte follows [DONE]',
    after('\0'),
  ),
]
