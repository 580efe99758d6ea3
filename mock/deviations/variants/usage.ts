import { DONE } from '../../core/responses/done.ts'
import { type Apply, allowed } from '../deviation.ts'
import {
  choiceChunk,
  editChunks,
  finalChunk,
  indexOf,
  inEvery,
  type Pick,
  roleChunk,
  usageChunk,
} from '../edits/chunks.ts'
import { chunkOf, editEvents, framed } from '../edits/events.ts'
import { all, digits, editJson, type Json, onEach } from '../edits/json.ts'
import { onCompletion } from '../edits/when.ts'

type Edit = (usage: Json) => unknown

/** Edits usage in JSON completions and in streams alike. */
const everywhere = (edit: Edit): Apply =>
  all(
    editJson(onCompletion, (document) => document.usage !== undefined && edit(document.usage)),
    editChunks(usageChunk, (chunk) => edit(chunk.usage)),
  )
const inJsonLeftOut = onEach((document) => delete document.usage)
const inStreamsLeftOut = editEvents((events) =>
  indexOf(events, usageChunk) < 0
    ? undefined
    : events.filter((event) => event === DONE || !usageChunk(chunkOf(event), 0)),
)
const withoutPromptDetails: Edit = (usage) => delete usage.prompt_tokens_details
const withoutCompletionDetails: Edit = (usage) => delete usage.completion_tokens_details
const withoutDetails: Edit = (usage) => withoutPromptDetails(usage) && withoutCompletionDetails(usage)
const cached: Edit = (usage) =>
  usage.prompt_tokens_details && (usage.prompt_tokens_details.cached_tokens = usage.prompt_tokens)
const ofText: Edit = (usage) => Object.assign(usage, { prompt_tokens: 0, total_tokens: usage.completion_tokens })
const atTheBound: Edit = (usage) =>
  Object.assign(usage, {
    prompt_tokens: digits('9223372036854775800'),
    completion_tokens: 7,
    total_tokens: digits('9223372036854775807'),
  })
const withMore: Edit = (usage) => {
  const details = { cached_tokens: 0, ...usage.prompt_tokens_details, audio_tokens: 0 }
  return Object.assign(usage, { cost: 0.1, queue_time: null, prompt_tokens_details: details })
}

const counted = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const withUsage = (event: string | undefined, usage: unknown): string => framed({ ...chunkOf(event ?? ''), usage })
const moved = (pick: Pick): Apply =>
  editEvents((events) => {
    const from = indexOf(events, usageChunk)
    const to = indexOf(events, pick)
    if (from < 0 || to < 0) return undefined
    const { usage } = chunkOf(events[from] ?? '')
    return events.flatMap((event, at) => (at === from ? [] : [at === to ? withUsage(event, usage) : event]))
  })
const growing = (event: string, at: number): string =>
  event === DONE || usageChunk(chunkOf(event), at)
    ? event
    : withUsage(event, { prompt_tokens: 3, completion_tokens: at, total_tokens: 3 + at })
const unasked = editEvents((events) => {
  const chunk = framed({ ...chunkOf(events[0] ?? ''), choices: [], usage: counted })
  return indexOf(events, usageChunk) >= 0 ? undefined : [...events.slice(0, -1), chunk, DONE]
})
const beforeFinal = editEvents((events) => {
  const at = indexOf(events, usageChunk)
  return at < 1 ? undefined : events.toSpliced(at - 1, 2, events[at] ?? '', events[at - 1] ?? '')
})
const EMPTY_CHOICE = { choices: [{ index: 0, delta: {}, finish_reason: null }] }

/** Freedoms in how usage is reported, or omitted. */
export const variants = () => [
  allowed('2.5, 6.6: usage may be left out, and its position in a stream is not specified', {
    'usage-absent: usage is never reported': all(inJsonLeftOut, inStreamsLeftOut),
    'usage-absent-in-json: usage is reported in streams only': inJsonLeftOut,
    'usage-without-details: usage has no details': everywhere(withoutDetails),
    'usage-with-prompt-details-only: usage has details of the prompt only': everywhere(withoutCompletionDetails),
    'usage-with-completion-details-only: usage has details of the completion only': everywhere(withoutPromptDetails),
    'usage-cached: most of the prompt was cached': everywhere(cached),
    'usage-of-the-text-alone: the prompt counts as 0': everywhere(ofText),
    'usage-at-the-bound: usage counts up to 9223372036854775807': everywhere(atTheBound),
    'usage-with-more-members: usage and its details have their own members': everywhere(withMore),
    'usage-null-in-chunks: chunks without usage say null': editChunks(choiceChunk, { usage: null }),
    'usage-null-everywhere-in-streams: usage of every chunk is null, even if requested': inEvery({ usage: null }),
    'usage-in-the-final-chunk: usage is in the chunk with the finish_reason': moved(finalChunk),
    'usage-in-the-first-chunk: usage is in the chunk with the role': moved(roleChunk),
    'usage-in-every-chunk: usage is in every chunk with a choice': editChunks(choiceChunk, { usage: counted }),
    'usage-growing: usage grows from chunk to chunk': editEvents((events) => events.map(growing)),
    'usage-unasked: streams report usage without being asked': unasked,
    'usage-before-the-final-chunk: the chunk with usage is sent before the final one': beforeFinal,
    'usage-beside-an-empty-choice: the usage chunk has an empty choice': editChunks(usageChunk, EMPTY_CHOICE),
  }),
]
