import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AdminError } from './admin-error.ts'
import { isLoopback } from './options.ts'

/**
 * Lets in who knows the token. Without one the listener is on loopback, and the `Host` keeps pages out whose
 * name was made to lead here (DNS rebinding). @throws AdminError
 */
export function letIn({ authorization = '', host = '' }: IncomingHttpHeaders, token: string | undefined): void {
  if (token === undefined) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return
    throw new AdminError('foreign_host', 'The Host of this request is no loopback name; ask 127.0.0.1 or localhost.')
  }
  const [, given = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  if (isSame(given, token)) return
  throw new AdminError(
    'unauthenticated',
    'This admin API asks for its token; send the header Authorization: Bearer <token>.',
    { 'www-authenticate': 'Bearer realm="svc-mock-admin"' },
  )
}

/** Digests have one length, so that the time of the comparison tells nothing. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
