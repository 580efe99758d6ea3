import { type Answer, type Delivery, deliveredAs } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { onCompletion, onList, type When } from './when.ts'

/** A JSON document for edits, of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach into documents whose shape they break on purpose.
export type Json = any

/** The members to set, or a function that changes a document in place. `false` means that there was nothing to change. */
export type JsonEdit = Readonly<Record<string, unknown>> | ((document: Json) => unknown)

/** The part of a document for an edit. */
export type At = (document: Json) => Json

/** The first choice of a completion, or of a chunk. */
export const choice: At = (document) => document.choices?.[0]
export const message: At = (document) => choice(document)?.message

/** Edits a document in place. */
export const change = (document: Json, edit: JsonEdit): unknown =>
  typeof edit === 'function' ? edit(document) : Object.assign(document, edit)

/** Edits a part of a document; if it is missing, there is nothing to edit. */
export const within =
  (edit: JsonEdit, at: At = (document) => document): JsonEdit =>
  (document) => {
    const owner = at(document)
    return owner === undefined || owner === null ? false : change(owner, edit)
  }

/** Edits answers: the general form of the others. An edit is the members to set, or a function that makes another answer. */
export function editAnswer(
  when: When,
  edit: Partial<Answer> | ((answer: Answer, call: Call) => Answer | false),
): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    answers: [
      ...behaviour.answers,
      (answer, call) => {
        const edited = when(answer, call) && (typeof edit === 'function' ? edit(answer, call) : { ...answer, ...edit })
        if (!edited) return answer
        emit()
        return edited
      },
    ],
  })
}

/** Edits the JSON documents of whole answers. */
export function editJson(when: When, edit: JsonEdit): Apply {
  return editAnswer(when, (answer) => {
    const document: unknown = JSON.parse(answer.body as string)
    return change(document, edit) !== false && { ...answer, body: JSON.stringify(document) }
  })
}

/** Sends errors with another status, and with a type that fits a failure of the server. */
export function asStatus(status: number, when: When, type = 'server_error'): Apply {
  return editAnswer(when, (answer) => {
    const { error } = JSON.parse(answer.body as string)
    return { ...answer, status, body: JSON.stringify({ error: { ...error, type } }) }
  })
}

/** Edits the error of refusals. */
export const editErrors = (when: When, edit: JsonEdit): Apply =>
  editJson(
    when,
    within(edit, ({ error }) => error),
  )

/** Edits each model of each list that has any. */
export function editModels(edit: JsonEdit): Apply {
  return editJson(onList, (list) => {
    for (const model of list.data) change(model, edit)
    return list.data.length > 0
  })
}

/** Replaces the text of a body. */
export function replaceBody(when: When, body: string | ((old: string) => string), contentType?: string): Apply {
  return editAnswer(when, (answer) => ({
    ...answer,
    body: typeof body === 'string' ? body : body(answer.body as string),
    headers: contentType === undefined ? answer.headers : withHeader(answer.headers, 'content-type', contentType),
  }))
}

/** Sends answers in another way. */
export function deliver(when: When, way: Delivery): Apply {
  return editAnswer(when, (answer) => deliveredAs(answer, way))
}

/** Sets a header, or leaves it out where the value is undefined. */
export function replaceHeader(when: When, name: string, value: string | undefined): Apply {
  return editAnswer(when, (answer) => ({ ...answer, headers: withHeader(answer.headers, name, value) }))
}

/** An answer with another body. */
export const withBody = ({ size: _, ...answer }: Answer, body: Answer['body']): Answer => ({ ...answer, body })

/** An answer with another Content-Type, or without one. */
export const typed = (answer: Answer, type: string | undefined): Answer => ({
  ...answer,
  headers: withHeader(answer.headers, 'content-type', type),
})

/** An answer with more header lines. */
export const withMore = (answer: Answer, ...headers: string[]): Answer => ({
  ...answer,
  headers: [...answer.headers, ...headers],
})

/** Header lists without any line of one name, and with one new line of it unless the value is undefined. */
export function withHeader(headers: readonly string[], name: string, value: string | undefined): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== name) kept.push(headers[at] ?? '', headers[at + 1] ?? '')
  }
  return value === undefined ? kept : [...kept, name, value]
}

/** Several deviations, in sequence. */
export function all(...applies: Apply[]): Apply {
  return (behaviour, emit) => applies.reduce((laid, apply) => apply(laid, emit), behaviour)
}

/** JSON without characters beyond ASCII. */
export const escaped = (json: string): string =>
  json.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A JSON number with exactly these digits, which a double would round. */
export function digits(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)
}

/** Edits every JSON completion, or a part of it. */
export const onEach = (edit: JsonEdit, at?: At): Apply => editJson(onCompletion, within(edit, at))
