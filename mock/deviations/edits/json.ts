import type { Answer } from '../../core/http.ts'
import type { Apply } from '../deviation.ts'
import { onList, type When } from './when.ts'

/** A JSON document as an edit sees it: anything may be anywhere. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach into documents whose shape they break on purpose.
export type Json = any

/** Changes a document in place. `false` says that there was nothing to change. */
export type JsonEdit = (document: Json) => unknown

/** Edits answers: the general form, from which the others are made. */
export function editAnswer(when: When, edit: (answer: Answer) => Answer | false): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    answers: [
      ...behaviour.answers,
      (answer, call) => {
        const edited = when(answer, call) && edit(answer)
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
    return edit(document) !== false && { ...answer, body: JSON.stringify(document) }
  })
}

/** Edits each model of each list that has any. */
export function editModels(edit: JsonEdit): Apply {
  return editJson(onList, (list) => {
    for (const model of list.data) edit(model)
    return list.data.length > 0
  })
}

/** Puts other text in the place of a body. */
export function replaceBody(when: When, body: string | ((old: string) => string), contentType?: string): Apply {
  return editAnswer(when, (answer) => ({
    ...answer,
    body: typeof body === 'string' ? body : body(answer.body as string),
    headers: contentType === undefined ? answer.headers : withHeader(answer.headers, 'content-type', contentType),
  }))
}

/** Sets a header, or leaves it out where the value is undefined. */
export function replaceHeader(when: When, name: string, value: string | undefined): Apply {
  return editAnswer(when, (answer) => ({ ...answer, headers: withHeader(answer.headers, name, value) }))
}

/** Header lists with one name replaced: every line of it goes, and one comes unless the value is undefined. */
export function withHeader(headers: readonly string[], name: string, value: string | undefined): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== name) kept.push(headers[at] ?? '', headers[at + 1] ?? '')
  }
  return value === undefined ? kept : [...kept, name, value]
}

/** One deviation after the other. */
export function all(...applies: Apply[]): Apply {
  return (behaviour, emit) => applies.reduce((laid, apply) => apply(laid, emit), behaviour)
}

/** A JSON number with exactly these digits, which a double would round. */
export function digits(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)
}
