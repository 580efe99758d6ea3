import type { Apply } from '../deviation.ts'
import { editResponse } from './responses.ts'
import { onCompletion, onList, type When } from './when.ts'

/** A JSON document of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach into documents whose shape they break on purpose.
export type Json = any

/** Members to set, or a function that changes a document in place, and returns `false` if it changed nothing. */
export type JsonEdit = Readonly<Record<string, unknown>> | ((document: Json) => unknown)

/** Selects the part of a document to edit. */
export type At = (document: Json) => Json

/** The first choice of a completion, or of a chunk. */
export const choice: At = (document) => document.choices?.[0]
export const message: At = (document) => choice(document)?.message

/** Edits a document in place. */
export const change = (document: Json, edit: JsonEdit): unknown =>
  typeof edit === 'function' ? edit(document) : Object.assign(document, edit)

/** Edits a part of a document, if it exists. */
export const within =
  (edit: JsonEdit, at: At = (document) => document): JsonEdit =>
  (document) => {
    const owner = at(document)
    return owner === undefined || owner === null ? false : change(owner, edit)
  }

/** Edits the JSON documents of responses with whole bodies. */
export function editJson(when: When, edit: JsonEdit): Apply {
  return editResponse(when, (response) => {
    const document: unknown = JSON.parse(response.body as string)
    return change(document, edit) !== false && { ...response, body: JSON.stringify(document) }
  })
}

/** Edits the error of refusals. */
export const editErrors = (when: When, edit: JsonEdit): Apply =>
  editJson(
    when,
    within(edit, ({ error }) => error),
  )

/** Edits every model of every model list. */
export function editModels(edit: JsonEdit): Apply {
  return editJson(onList, (list) => {
    for (const model of list.data) change(model, edit)
    return list.data.length > 0
  })
}

/** Combines several deviations, in this order. */
export function all(...applies: Apply[]): Apply {
  return (behaviour, emit) => applies.reduce((applied, apply) => apply(applied, emit), behaviour)
}

/** The result of parsing or decoding; undefined if that throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Escapes all non-ASCII characters in JSON. */
export const escaped = (json: string): string =>
  json.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A JSON number with exactly these digits, which a double would round. */
export const digits = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

/** Edits every JSON completion, or a part of it. */
export const onEach = (edit: JsonEdit, at?: At): Apply => editJson(onCompletion, within(edit, at))
export const inChoice = (edit: JsonEdit): Apply => onEach(edit, choice)
