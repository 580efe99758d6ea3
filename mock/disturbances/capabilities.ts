import type { DisturbName } from '../core/disturbance.ts'
import type { Answer } from '../core/http.ts'

/** How a transport shows a disturbance: as the table says, or as `cut` shows itself. */
export type Capability = 'exact' | 'same-as-cut'

/** `socket` is a running mock; `fetch` is its `fetch` and the handlers for msw. */
export type Transport = 'socket' | 'fetch'

const EVERYWHERE = { socket: 'exact', fetch: 'exact' } as const

/** What each transport can express of each disturbance. */
export const CAPABILITIES: Readonly<Record<DisturbName, Readonly<Record<Transport, Capability>>>> = {
  latency: EVERYWHERE,
  'first-byte': EVERYWHERE,
  gap: EVERYWHERE,
  stall: EVERYWHERE,
  hang: EVERYWHERE,
  cut: EVERYWHERE,
  // fetch has one error for every broken connection.
  reset: { socket: 'exact', fetch: 'same-as-cut' },
  end: EVERYWHERE,
  'end-without-done': EVERYWHERE,
  'end-mid-event': EVERYWHERE,
  'error-event': EVERYWHERE,
  malformed: EVERYWHERE,
  linger: EVERYWHERE,
  'after-done': EVERYWHERE,
  split: EVERYWHERE,
}

/** What a Response of fetch cannot express. */
const BEYOND_FETCH = {
  interim: 'an interim answer ahead of the head',
  bytes: 'bytes that are no HTTP answer',
} as const

/** Faults and variants that need a socket: through fetch and msw they throw, and say why. */
export const SOCKET_ONLY: Readonly<Record<string, keyof typeof BEYOND_FETCH>> = {
  'interim-100': 'interim',
  'interim-102': 'interim',
  'interim-103': 'interim',
  'interim-several': 'interim',
}

/** Why an answer cannot be given through fetch or msw, in words that name what it comes from. */
export function beyondFetch(what: keyof typeof BEYOND_FETCH, { delivery }: Answer): Error {
  const { deviations = [] } = delivery ?? {}
  const names = deviations.join(', ') || 'this answer'
  return new Error(
    `fetch and msw cannot carry ${names}: ${BEYOND_FETCH[what]}. It needs a socket; use the url of startMock().`,
  )
}
