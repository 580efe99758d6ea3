import { type Answer, type Delivery, deliveredAs } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import type { When } from './when.ts'

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

/** Sends errors with another status, and with a type that fits a failure of the server. */
export function asStatus(status: number, when: When, type = 'server_error'): Apply {
  return editAnswer(when, (answer) => {
    const { error } = JSON.parse(answer.body as string)
    return { ...answer, status, body: JSON.stringify({ error: { ...error, type } }) }
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
