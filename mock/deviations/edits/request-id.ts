import type { Answer } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { withHeader } from './answers.ts'
import type { When } from './when.ts'

/** The header of the request id. */
export const HEADER = 'x-svc-request-id'

/** Edits answers after they got their request id. No answer means that there is nothing to edit. */
export function editSealed(when: When, change: (answer: Answer, call: Call) => Answer | undefined): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    sealed: [
      ...behaviour.sealed,
      (answer, call) => {
        const edited = when(answer, call) ? change(answer, call) : undefined
        if (edited) emit()
        return edited ?? answer
      },
    ],
  })
}

export function drop(answer: Answer): Answer {
  return { ...answer, headers: withHeader(answer.headers, HEADER, undefined) }
}

/** An answer for HEAD and OPTIONS: without a body, and not an error. */
export function served({ error: _, size: __, ...answer }: Answer): Answer {
  return { ...answer, status: 204, body: '', headers: withHeader(answer.headers, 'content-type', undefined) }
}

export function put(answer: Answer, id: string): Answer {
  return { ...answer, headers: withHeader(answer.headers, HEADER, id) }
}

export function idOf({ headers }: Answer): string {
  return headers[headers.lastIndexOf(HEADER) + 1] ?? ''
}
