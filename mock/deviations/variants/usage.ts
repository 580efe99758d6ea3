import { DONE } from '../../core/answers/done.ts'
import { type Apply, allowed } from '../deviation.ts'
import {
  choiceChunk,
  chunkOf,
  editChunks,
  editEvents,
  everyChunk,
  finalChunk,
  framed,
  indexOf,
  roleChunk,
  usageChunk,
} from '../edits/events.ts'
import { all, digits, editJson, type Json, onEach } from '../edits/json.ts'
import { onCompletion } from '../edits/when.ts'

const USAGE_IS_FREE = '2.5, 6.6: usage may be left out, and its position in a stream is not shown'

/** Edits usage in JSON completions and in streams alike. */
const everywhere = (edit: (usage: Json) => unknown): Apply =>
  all(
    editJson(onCompletion, (document) => document.usage !== undefined && edit(document.usage)),
    editChunks(usageChunk, (chunk) => edit(chunk.usage)),
  )

const counted = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const withUsage = (usage: unknown, pick: Parameters<typeof editChunks>[0]): Apply => editChunks(pick, { usage: usage })
const moved = (pick: Parameters<typeof indexOf>[1]): Apply =>
  editEvents((events) => {
    const from = indexOf(events, usageChunk)
    const to = indexOf(events, pick)
    if (from < 0 || to < 0) return undefined
    const { usage } = chunkOf(events[from] ?? '')
    return events.flatMap((event, at) =>
      at === from ? [] : [at === to ? framed({ ...chunkOf(event), usage }) : event],
    )
  })

/** How usage may be reported, or left out. */
export const variants = () => [
  allowed(USAGE_IS_FREE, {
    'usage-absent: usage is never reported': all(
      onEach((document) => delete document.usage),
      editEvents((events) =>
        indexOf(events, usageChunk) < 0
          ? undefined
          : events.filter((event) => event === DONE || !usageChunk(chunkOf(event), 0)),
      ),
    ),
    'usage-absent-in-json: usage is reported in streams only': onEach((document) => delete document.usage),
    'usage-without-details: usage has no details': everywhere((usage) => {
      delete usage.prompt_tokens_details
      delete usage.completion_tokens_details
    }),
    'usage-with-prompt-details-only: usage has details of the prompt only': everywhere(
      (usage) => delete usage.completion_tokens_details,
    ),
    'usage-with-completion-details-only: usage has details of the completion only': everywhere(
      (usage) => delete usage.prompt_tokens_details,
    ),
    'usage-cached: most of the prompt was cached': everywhere(
      (usage) => usage.prompt_tokens_details && (usage.prompt_tokens_details.cached_tokens = usage.prompt_tokens),
    ),
    'usage-at-the-bound: usage counts up to 9223372036854775807': everywhere((usage) =>
      Object.assign(usage, {
        prompt_tokens: digits('9223372036854775800'),
        completion_tokens: 7,
        total_tokens: digits('9223372036854775807'),
      }),
    ),
    'usage-with-more-members: usage and its details have their own members': everywhere((usage) =>
      Object.assign(usage, {
        cost: 0.1,
        queue_time: null,
        prompt_tokens_details: { cached_tokens: 0, ...usage.prompt_tokens_details, audio_tokens: 0 },
      }),
    ),
    'usage-null-in-chunks: chunks without usage say null': withUsage(null, choiceChunk),
    'usage-null-everywhere-in-streams: usage of every chunk is null, even where it was asked for': withUsage(
      null,
      everyChunk,
    ),
    'usage-in-the-final-chunk: usage is in the chunk with the finish_reason': moved(finalChunk),
    'usage-in-the-first-chunk: usage is in the chunk with the role': moved(roleChunk),
    'usage-in-every-chunk: usage is in every chunk with a choice': withUsage(counted, choiceChunk),
    'usage-growing: usage grows from chunk to chunk': editEvents((events) =>
      events.map((event, at) =>
        event === DONE || usageChunk(chunkOf(event), at)
          ? event
          : framed({ ...chunkOf(event), usage: { prompt_tokens: 3, completion_tokens: at, total_tokens: 3 + at } }),
      ),
    ),
    'usage-unasked: streams report usage without being asked': editEvents((events) =>
      indexOf(events, usageChunk) >= 0
        ? undefined
        : [...events.slice(0, -1), framed({ ...chunkOf(events[0] ?? ''), choices: [], usage: counted }), DONE],
    ),
    'usage-before-the-final-chunk: the chunk with usage comes before the final one': editEvents((events) => {
      const at = indexOf(events, usageChunk)
      return at < 1
        ? undefined
        : [...events.slice(0, at - 1), events[at] ?? '', events[at - 1] ?? '', ...events.slice(at + 1)]
    }),
    'usage-beside-an-empty-choice: the chunk with usage has a choice without text': editChunks(usageChunk, {
      choices: [{ index: 0, delta: {}, finish_reason: null }],
    }),
  }),
]
