/** Chunks that are a little wrong, most of them only at times: 2.6 and section 6. */
import { breaking } from '../fault.ts'
import { every, second, sent, usageAsked, withSystem } from '../layer/conditions.ts'
import {
  chunks,
  eachChunk,
  finalChoice,
  finalChunk,
  firstChoice,
  isText,
  streamUsage,
  textChoice,
  usageChunk,
} from '../layer/edits.ts'
import { literal } from '../layer/reply.ts'

const ENDING = [
  'stream-final-chunk',
  'stream-after-final',
  'stream-final-delta',
  'stream-final-delta-bare',
  'chunk-choice-finish-reason',
  'stream-content',
] as const

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
    'streams.content-number': chunks((all) => [
      { ...all[0], choices: [{ index: 0, delta: { content: 7 }, finish_reason: null }] },
      ...all,
    ]),
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
  ...breaking(['chunk-id', 'stream-one-id'], {
    'streams.id-in-first-chunk-alone': eachChunk((_chunk, at) => at > 0, { id: undefined }),
    'streams.id-null-in-usage-chunk': usageChunk({ id: null }),
  }),
  ...breaking(['stream-one-id'], {
    'streams.id-changes-half-way': eachChunk(
      (_chunk, at) => at > 2,
      ({ id }) => ({ id: `${id}x` }),
    ),
  }),
  ...breaking(['chunk-model', 'completion-model-echo'], {
    'streams.no-model-in-final-chunk': finalChunk({ model: undefined }),
    'streams.model-null-in-usage-chunk': usageChunk({ model: null }),
  }),
  ...breaking(['completion-model-echo'], {
    'streams.model-without-prefix': eachChunk(
      () => true,
      ({ model }) => ({ model: model.slice(4) }),
    ),
  }),
  ...breaking(['chunk-created'], {
    'streams.created-with-fraction-in-second-chunk': eachChunk(
      (_chunk, at) => at === 1,
      ({ created }) => ({ created: created + 0.25 }),
    ),
    'streams.created-above-int64-in-final-chunk': finalChunk({ created: literal('9223372036854775808') }),
    'streams.no-created-in-usage-chunk': usageChunk({ created: undefined }),
  }),
  ...breaking(['chunk-usage', 'usage-*'], {
    'streams.usage-zero': eachChunk(isText, { usage: 0 }),
    'streams.usage-without-total': streamUsage({ total_tokens: undefined }),
    'streams.usage-details-null': streamUsage({ completion_tokens_details: null }),
    'streams.prompt-tokens-above-int64': streamUsage({ prompt_tokens: literal('9223372036854775808') }),
    'streams.usage-false-where-not-asked-for': eachChunk(
      () => true,
      { usage: false },
      (ask, reply) => !usageAsked(ask, reply),
    ),
  }),
  ...breaking(['stream-text-whole'], {
    'streams.letters-above-ascii-replaced': {
      freedoms: { answerText: 'awkward', chunking: 'characters', jsonEscapes: 'raw' },
      ...textChoice(({ delta }) => ({
        delta: { ...delta, content: delta.content.replace(/[^\x00-\x7f]/g, '\uFFFD') },
      })),
    },
  }),
  ...breaking(['stream-*', 'chunk-*'], {
    'streams.no-final-chunk-every-third-time': chunks(
      (all) => all.filter((chunk) => !chunk.choices[0]?.finish_reason),
      every(3),
    ),
  }),
]
