import type { Apply } from '../deviation.ts'
import { editEvents, finalChunk, indexOf } from './events.ts'

/** Edits of the list of events that a stream is made of. */
export const reorder = (edit: (events: string[]) => string[] | undefined): Apply => editEvents(edit)
export const insertAt = (events: string[], at: number, ...added: string[]): string[] => [
  ...events.slice(0, at),
  ...added,
  ...events.slice(at),
]
export const without = (events: string[], at: number): string[] => events.filter((_, index) => index !== at)
export const final = (events: readonly string[]): number => indexOf(events, finalChunk)
