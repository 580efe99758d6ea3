import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ConfigError } from '../../core/config.ts'
import { AdminError } from './admin-error.ts'

/** The address of the admin API and its access control; everything has a default. */
export interface AdminOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. Any address other than loopback requires a token. */
  readonly host?: string
  /** The token that every request must send as `Authorization: Bearer <token>`. Default: none. */
  readonly token?: string | undefined
  /** The contract in OpenAPI, to serve below `/gateway`. The command passes both versions; default: none. */
  readonly documents?: AdminDocuments
}

/** OpenAPI documents as text, by version. */
export interface AdminDocuments {
  readonly '3.1'?: string
  readonly '3.2'?: string
}

/** The address of a running mock's admin API. */
export interface AdminAddress {
  /** The base URL. The admin API uses TLS if the mock does. */
  readonly url: string
  readonly port: number
}

/** Validated options. */
export type AdminSettings = Required<Omit<AdminOptions, 'token'>> & { readonly token: string | undefined }

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i
const TOKEN = /^[\w.~+/=-]{16,}$/

/** Whether a name or an address always refers to this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** @throws ConfigError, without the token, when other machines could use the admin API without a token */
export function checkAdmin({ port = 0, host = '127.0.0.1', token, documents = {} }: AdminOptions): AdminSettings {
  const form = 'must have at least 16 characters of letters, digits and -._~+/=; make one with openssl rand -hex 16'
  if (token !== undefined && !TOKEN.test(token)) throw new ConfigError([`admin.token: ${form}`])
  const fix = 'so that a token is needed; set admin.token (SVC_MOCK_ADMIN_TOKEN), or listen on 127.0.0.1'
  if (token === undefined && !isLoopback(host)) throw new ConfigError([`admin.host: others can reach ${host}, ${fix}`])
  return { port, host, token, documents }
}

/**
 * Checks the admin token in constant time. Without a token, the listener is on loopback, and `Host` must be a loopback
 * name, which blocks pages that use DNS rebinding. @throws AdminError
 */
export function checkToken({ authorization = '', host = '' }: IncomingHttpHeaders, token: string | undefined): void {
  if (token === undefined) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return
    throw new AdminError('foreign_host', 'The Host of this request is not a loopback name; ask 127.0.0.1 or localhost.')
  }
  const [, given = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  if (isSame(given, token)) return
  const message = 'This admin API asks for its token; send the header Authorization: Bearer <token>.'
  throw new AdminError('unauthenticated', message, { 'www-authenticate': 'Bearer realm="svc-mock-admin"' })
}

/** Refuses pages of other origins, which cannot read responses but could change state. @throws AdminError */
export function checkOrigin({ origin, host, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): void {
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())
  if (isOwn && (site === 'same-origin' || site === 'none')) return
  throw new AdminError('foreign_origin', 'A page of another origin has sent this request; send it from a program.')
}

/** Compares digests, which have equal lengths, so that the time of the comparison reveals nothing. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
