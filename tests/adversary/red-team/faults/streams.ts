/** Chunks with small mistakes, most of them only sometimes: 2.6 and section 6. */

import { names } from '../../../../suites/harness/text/names.ts'
import { every, type Json, second, sent, usageAsked, type When, withSystem } from '../layer/conditions.ts'
import {
  chunks,
  eachChunk,
  everyChunk,
  finalChoice,
  finalChunk,
  firstChoice,
  isText,
  streamUsage,
  textChoice,
  usageChunk,
} from '../layer/edits.ts'
import { literal } from '../layer/reply.ts'
import { breaking } from '../rows.ts'

const ENDING = names(
  'stream-final-chunk stream-after-final stream-final-delta stream-final-delta-bare chunk-choice-finish-reason',
  'stream-content',
)

const NUMBER = { index: 0, delta: { content: 7 }, finish_reason: null }
const isSecond = (_chunk: Json, at: number): boolean => at === 1
const isLater = (_chunk: Json, at: number): boolean => at > 2
const withFraction = ({ created }: Json) => ({ created: created + 0.25 })
const withoutFinal = (all: Json[]): Json[] => all.filter((chunk) => !chunk.choices[0]?.finish_reason)
const usageNotAsked: When = (ask, reply) => !usageAsked(ask, reply)

export const streams = [
  ...breaking(ENDING, {
    'streams.final-chunk-repeats-text-with-system': finalChoice({ delta: { content: 'The tide' } }, withSystem),
    'streams.first-text-finishes': chunks((all) => {
      const first = all.find(isText)
      if (first) first.choices[0].finish_reason = 'stop'
    }),
    'streams.finish-reason-end-turn-with-stop': finalChoice({ finish_reason: 'end_turn' }, sent('stop')),
    'streams.finish-reason-null-as-word': textChoice({ finish_reason: 'null' }),
    'streams.no-finish-reason-in-first-chunk': firstChoice({ finish_reason: undefined }),
  }),
  ...breaking(['stream-final-delta-bare'], {
    'streams.final-delta-with-empty-text-with-stop': finalChoice({ delta: { content: '' } }, sent('stop')),
  }),
  ...breaking(['chunk-*', 'stream-*'], {
    'streams.message-in-place-of-delta': textChoice(({ delta }) => ({ message: delta, delta: undefined })),
    'streams.content-number': chunks((all) => [{ ...all[0], choices: [NUMBER] }, ...all]),
  }),
  ...breaking(['chunk-choice-index'], {
    'streams.index-counts-chunks': chunks((all) => {
      for (const [at, { choices }] of all.entries()) if (choices[0]) choices[0].index = at
    }),
    'streams.no-index-in-final-chunk': finalChoice({ index: undefined }),
  }),
  ...breaking(['chunk-choice-closed'], {
    'streams.usage-in-final-choice': finalChoice({ usage: {} }),
    'streams.filter-results-in-second-project': textChoice({ content_filter_results: {} }, second),
  }),
  ...breaking(['chunk-object'], {
    'streams.no-object-in-usage-chunk': usageChunk({ object: undefined }),
  }),
  ...breaking(['stream-one-id'], {
    'streams.id-in-first-chunk-alone': [eachChunk((_chunk, at) => at > 0, { id: undefined }), 'chunk-id'],
    'streams.id-null-in-usage-chunk': [usageChunk({ id: null }), 'chunk-id'],
    'streams.id-changes-half-way': eachChunk(isLater, ({ id }) => ({ id: `${id}x` })),
  }),
  ...breaking(['completion-model-echo'], {
    'streams.no-model-in-final-chunk': [finalChunk({ model: undefined }), 'chunk-model'],
    'streams.model-null-in-usage-chunk': [usageChunk({ model: null }), 'chunk-model'],
    'streams.model-without-prefix': eachChunk(everyChunk, ({ model }) => ({ model: model.slice(4) })),
  }),
  ...breaking(['chunk-created'], {
    'streams.created-with-fraction-in-second-chunk': eachChunk(isSecond, withFraction),
    'streams.created-above-int64-in-final-chunk': finalChunk({ created: literal('9223372036854775808') }),
    'streams.no-created-in-usage-chunk': usageChunk({ created: undefined }),
  }),
  ...breaking(['chunk-usage', 'usage-*'], {
    'streams.usage-zero': eachChunk(isText, { usage: 0 }),
    'streams.usage-without-total': streamUsage({ total_tokens: undefined }),
    'streams.usage-details-null': streamUsage({ completion_tokens_details: null }),
    'streams.prompt-tokens-above-int64': streamUsage({ prompt_tokens: literal('9223372036854775808') }),
    'streams.usage-false-where-not-asked-for': eachChunk(everyChunk, { usage: false }, usageNotAsked),
  }),
  ...breaking(['stream-text-whole'], {
    'streams.letters-above-ascii-replaced': {
      freedoms: { responseText: 'awkward', chunking: 'characters', jsonEscapes: 'raw' },
      ...textChoice(({ delta }) => void (delta.content = delta.content.replace(/[^\x00-\x7f]/g, '\uFFFD'))),
    },
  }),
  ...breaking(['stream-*', 'chunk-*'], {
    'streams.no-final-chunk-every-third-time': chunks(withoutFinal, every(3)),
  }),
]
