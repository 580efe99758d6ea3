import { DONE } from '../../core/responses/done.ts'
import type { Apply } from '../deviation.ts'
import { chunkOf, editEvents, framed } from './events.ts'
import { type At, change, choice, type Json, type JsonEdit, within } from './json.ts'

/** Selects the chunks of a stream to edit. */
export type Pick = (chunk: Json, at: number) => boolean

export const everyChunk: Pick = () => true
export const roleChunk: Pick = (chunk) => chunk.choices[0]?.delta.role !== undefined
export const contentChunk: Pick = (chunk) => chunk.choices[0]?.delta.content !== undefined
export const finalChunk: Pick = (chunk) => typeof chunk.choices[0]?.finish_reason === 'string'
export const choiceChunk: Pick = (chunk) => chunk.choices.length > 0
export const usageChunk: Pick = (chunk) => chunk.usage !== undefined

/** Edits the selected chunks of a stream. */
export function editChunks(pick: Pick, edit: JsonEdit): Apply {
  return editEvents((events) => {
    let changed = false
    const edited = events.map((text, at) => {
      const chunk = chunkOf(text)
      if (chunk === undefined || !pick(chunk, at) || change(chunk, edit) === false) return text
      changed = true
      return framed(chunk)
    })
    return changed ? edited : undefined
  })
}

/** The delta of a chunk's first choice. */
export const delta: At = (chunk) => choice(chunk)?.delta
export const inEvery = (edit: JsonEdit, at?: At): Apply => editChunks(everyChunk, within(edit, at))
export const inFinal = (edit: JsonEdit, at?: At): Apply => editChunks(finalChunk, within(edit, at))
export const inContent = (edit: JsonEdit, at?: At): Apply => editChunks(contentChunk, within(edit, at))

/** The index of the first selected chunk; -1 if there is none. */
export function indexOf(events: readonly string[], pick: Pick): number {
  return events.findIndex((event, at) => event !== DONE && pick(chunkOf(event), at))
}
export const final = (events: readonly string[]): number => indexOf(events, finalChunk)
