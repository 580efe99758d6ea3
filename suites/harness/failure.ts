/** Network trouble in words: at which stage an exchange broke, and what that usually means. */
import type { Failure } from './exchange.ts'
import type { Redactor } from './redact.ts'

const stages: readonly (readonly [pattern: RegExp, stage: Failure['stage']])[] = [
  [/^(ENOTFOUND|EAI_)/, 'name'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/, 'connect'],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/, 'tls'],
]

/** The failure that an error of the client stands for. */
export function failureOf(error: Error, otherwise: 'headers' | 'body', redactor: Redactor): Failure {
  const inner = error instanceof AggregateError ? ((error.errors[0] as Error | undefined) ?? error) : error
  const code = String((inner as { code?: unknown }).code ?? inner.name)
  const stage = stages.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise
  return { stage, code, message: redactor.text(inner.message) }
}
