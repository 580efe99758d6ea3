import type { HttpResponse } from '../http.ts'

/** Changes that a `Response` of fetch cannot represent. */
const BEYOND_FETCH = {
  interim: 'an interim response before the head',
  bytes: 'bytes that are not an HTTP response',
} as const

/**
 * Faults and variants that need a socket; through fetch and msw they throw an error that gives the reason.
 * @example const needsSocket = (name: string) => name in SOCKET_ONLY
 */
export const SOCKET_ONLY: Readonly<Record<string, keyof typeof BEYOND_FETCH>> = {
  'interim-100': 'interim',
  'interim-102': 'interim',
  'interim-103': 'interim',
  'interim-several': 'interim',
}

/** An error that says why fetch and msw cannot deliver a response, and which fault or variant caused it. */
export function beyondFetch(what: keyof typeof BEYOND_FETCH, { delivery }: HttpResponse): Error {
  const { deviations = [] } = delivery ?? {}
  const names = deviations.join(', ') || 'this response'
  const fix = 'It needs a socket; use the url of startMock().'
  return new Error(`fetch and msw cannot carry ${names}: ${BEYOND_FETCH[what]}. ${fix}`)
}
