/** Network trouble in words: at which stage an exchange broke, and what that usually means. */
import type { Failure } from './exchange.ts'
import type { Redactor } from './redact.ts'

const stages: readonly (readonly [pattern: RegExp, stage: Failure['stage']])[] = [
  [/^(ENOTFOUND|EAI_)/, 'name'],
  [/^(PROXY_|ENOENT|ENOTSOCK|EACCES|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/, 'connect'],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UNSPECIFIED|EPROTO)/, 'tls'],
]

/** Where OpenSSL speaks, between its places in memory and in its own source, the reason. */
const OPENSSL = /^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/
const IN_HANDSHAKE = /before secure TLS connection was established/

/** The failure that an error of the client stands for. */
export function failureOf(error: Error, otherwise: 'headers' | 'body', redactor: Redactor): Failure {
  const inner = error instanceof AggregateError ? ((error.errors[0] as Error | undefined) ?? error) : error
  const code = String((inner as { code?: unknown }).code ?? inner.name)
  const known = stages.find(([pattern]) => pattern.test(code))?.[1]
  const stage = known ?? (IN_HANDSHAKE.test(inner.message) ? 'tls' : otherwise)
  return { stage, code, message: redactor.text(OPENSSL.exec(inner.message)?.[1] ?? inner.message) }
}
