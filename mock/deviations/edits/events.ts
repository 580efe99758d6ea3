import type { Part } from '../../core/http.ts'
import { DONE } from '../../core/responses/done.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { editList, emitting } from './instead.ts'
import type { Json } from './json.ts'

/** Edits the events of a stream, framing included. `undefined` means that there was nothing to edit. */
export function editEvents(edit: (events: string[], call: Call) => string[] | undefined): Apply {
  return editList('events', edit)
}

/** Parses the chunk in an event; undefined for `[DONE]`. */
export const chunkOf = (event: string): Json => (event === DONE ? undefined : JSON.parse(event.slice('data: '.length)))

/** A chunk with its framing. */
export const framed = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\n\n`

/** The chunk in an event with one choice that has this delta, framed. */
export const withDelta = (event: string | undefined, delta: object): string =>
  framed({ ...chunkOf(event ?? ''), choices: [{ index: 0, delta, finish_reason: null }] })

/** The events without the one at an index; -1 removes none. */
export const without = (events: string[], at: number): string[] => events.filter((_, index) => index !== at)

/** Delivers the events differently. If several deviations do this, the last one wins. */
export const delivered = (way: (events: readonly string[]) => Iterable<Part>): Apply => {
  return (behaviour, emit) => ({ ...behaviour, delivery: [...behaviour.delivery, emitting(emit, way)] })
}
