import { DONE } from '../../core/answers/done.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { type At, change, choice, type Json, type JsonEdit, within } from './json.ts'

/** Edits the events of a stream, framing included. `undefined` means that there was nothing to edit. */
export function editEvents(edit: (events: string[], call: Call) => string[] | undefined): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    events: [
      ...behaviour.events,
      (events, call) => {
        const edited = edit(events, call)
        if (edited) emit()
        return edited ?? events
      },
    ],
  })
}

/** Which chunks of a stream an edit is for. */
export type Pick = (chunk: Json, at: number) => boolean

export const everyChunk: Pick = () => true
export const roleChunk: Pick = (chunk) => chunk.choices[0]?.delta.role !== undefined
export const contentChunk: Pick = (chunk) => chunk.choices[0]?.delta.content !== undefined
export const finalChunk: Pick = (chunk) => typeof chunk.choices[0]?.finish_reason === 'string'
export const choiceChunk: Pick = (chunk) => chunk.choices.length > 0
export const usageChunk: Pick = (chunk) => chunk.usage !== undefined

/** Edits the picked chunks of a stream. */
export function editChunks(pick: Pick, edit: JsonEdit, when: (call: Call) => boolean = () => true): Apply {
  return editEvents((events, call) => {
    if (!when(call)) return undefined
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

/** The chunk in an event; undefined for `[DONE]`. */
export function chunkOf(event: string): Json {
  return event === DONE ? undefined : JSON.parse(event.slice('data: '.length))
}

/** A chunk with its framing. */
export function framed(chunk: unknown): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** The index of the first picked chunk; -1 if there is none. */
export function indexOf(events: readonly string[], pick: Pick): number {
  return events.findIndex((event, at) => event !== DONE && pick(chunkOf(event), at))
}

/** Edits of the list of events that a stream is made of. */
export const insertAt = (events: string[], at: number, ...added: string[]): string[] => [
  ...events.slice(0, at),
  ...added,
  ...events.slice(at),
]
export const without = (events: string[], at: number): string[] => events.filter((_, index) => index !== at)
export const final = (events: readonly string[]): number => indexOf(events, finalChunk)
