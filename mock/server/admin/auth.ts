import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ConfigError } from '../../core/config.ts'
import { AdminError } from './admin-error.ts'

/** Where the admin API listens, and who may use it; everything has a default. */
export interface AdminOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. Another address than a loopback one needs a token. */
  readonly host?: string
  /** Every request must have it as `Authorization: Bearer <token>`. Default: none. */
  readonly token?: string | undefined
  /** The contract in OpenAPI, to serve below `/gateway`. The command gives both; default: none. */
  readonly documents?: AdminDocuments
}

/** Documents of OpenAPI as text, by the version. */
export interface AdminDocuments {
  readonly '3.1'?: string
  readonly '3.2'?: string
}

/** The address of a running mock's admin API. */
export interface AdminAddress {
  /** Its base URL. It speaks TLS when the mock does. */
  readonly url: string
  readonly port: number
}

/** Options that were checked. */
export type AdminSettings = Required<Omit<AdminOptions, 'token'>> & { readonly token: string | undefined }

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i
const TOKEN = /^[\w.~+/=-]{16,}$/

/** Whether a name or an address always means this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** @throws ConfigError when others could reach the admin API without a token. The token is not quoted. */
export function checkAdmin({ port = 0, host = '127.0.0.1', token, documents = {} }: AdminOptions): AdminSettings {
  if (token !== undefined && !TOKEN.test(token))
    throw new ConfigError([
      'admin.token: must have at least 16 characters of letters, digits and -._~+/=; make one with openssl rand -hex 16',
    ])
  if (token === undefined && !isLoopback(host))
    throw new ConfigError([
      `admin.host: others can reach ${host}, so that a token is needed; set admin.token (SVC_MOCK_ADMIN_TOKEN), or listen on 127.0.0.1`,
    ])
  return { port, host, token, documents }
}

/**
 * Checks the admin token (constant time). Without a token the listener is on loopback, and the `Host` must be a loopback
 * name, which keeps out pages that use DNS rebinding. @throws AdminError
 */
export function checkToken({ authorization = '', host = '' }: IncomingHttpHeaders, token: string | undefined): void {
  if (token === undefined) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return
    throw new AdminError('foreign_host', 'The Host of this request is not a loopback name; ask 127.0.0.1 or localhost.')
  }
  const [, given = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  if (isSame(given, token)) return
  throw new AdminError(
    'unauthenticated',
    'This admin API asks for its token; send the header Authorization: Bearer <token>.',
    { 'www-authenticate': 'Bearer realm="svc-mock-admin"' },
  )
}

/** Refuses requests of pages from another origin: they could not read a response, but change something. @throws AdminError */
export function checkOrigin({ origin, host, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): void {
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())
  if (isOwn && (site === 'same-origin' || site === 'none')) return
  throw new AdminError('foreign_origin', 'A page of another origin has sent this request; send it from a program.')
}

/** Digests have one length, so the time of the comparison reveals nothing. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
