import type { Freedoms } from '../freedoms/index.ts'
import type { Written } from '../json/json-writer.ts'
import type { CompletionRequest } from '../request-rules.ts'
import { createdValue, extraInMessage, extraMembers, responseText, usageOf } from './completion.ts'
import { completionId } from './ids.ts'

type Delta = Record<string, Written>

interface Chunk {
  /** Absent if the chunk has no choice. */
  readonly delta?: Delta
  readonly finish?: string
  readonly usage?: Written
}

/** The completion as the chunks of a stream, in order. */
export function completionChunks(request: CompletionRequest, freedoms: Freedoms): Written[] {
  const id = completionId(freedoms)
  const created = createdValue(freedoms)
  return planChunks(request, freedoms).map(({ delta, finish, usage }, position) => ({
    id: freedoms.streamIds === 'shared' ? id : completionId(freedoms),
    object: 'chat.completion.chunk',
    created: freedoms.createdDrift === 'none' ? created : drifted(created, position),
    model: request.model,
    choices: delta === undefined ? [] : [{ index: 0, delta, finish_reason: finish ?? null }],
    usage,
    ...extraMembers(freedoms),
  }))
}

function planChunks(request: CompletionRequest, freedoms: Freedoms): Chunk[] {
  const text = responseText(request, freedoms)
  const usage = usageOf(request, text, freedoms)
  const place = request.wantsUsage || freedoms.unaskedUsage === 'same' ? freedoms.streamUsage : 'absent'
  const { roleDelta, emptyChoices, idleChunks } = freedoms
  const role: Delta = { role: 'assistant' }

  const spoken = cut(text, freedoms).map<Chunk>((content, position) => ({
    delta: {
      ...(roleDelta === 'every' || (roleDelta === 'with-first' && position === 0) ? role : {}),
      content,
      ...extraInMessage(freedoms),
    },
    ...(place === 'in-content' && position === 0 ? { usage } : {}),
  }))

  const chunks: Chunk[] = []
  if (emptyChoices === 'opening') chunks.push({})
  if (roleDelta === 'own-chunk') chunks.push({ delta: role })
  if (idleChunks === 'empty-content') chunks.push({ delta: { content: '' } })
  chunks.push(...spoken)
  if (idleChunks === 'empty-delta') chunks.push({ delta: {} })
  if (emptyChoices === 'middle') chunks.push({})
  chunks.push({
    delta: freedoms.finalDelta === 'bare' ? {} : { content: '' },
    finish: freedoms.finishReason,
    ...(place === 'in-finish' || (place === 'in-content' && spoken.length === 0) ? { usage } : {}),
  })

  if (place === 'own-chunk') return [...chunks, { usage }]
  const silent = chunks.map((chunk) => ({ ...chunk, usage: null }))
  if (place === 'null-then-own') return [...silent, { usage }]
  return place === 'only-null' ? silent : chunks
}

/** Splits between code points, because a chunk cannot contain half a character. */
function cut(text: string, { chunking }: Freedoms): string[] {
  if (text === '') return []
  return {
    one: () => [text],
    words: () => text.match(/\s*\S+|\s+$/g) ?? [text],
    characters: () => [...text],
  }[chunking]()
}

/** Drifts away from the nearer end of the range. */
function drifted(created: bigint, position: number): bigint {
  const step = BigInt(position)
  return created > step ? created - step : created + step
}
