/** A certificate as it lies in a file: a statement, or a signed envelope around one. */
import type { KeyObject } from 'node:crypto'
import type { Statement } from '../reporters/certificate.ts'
import { type Envelope, isSealedBy } from '../reporters/dsse.ts'
import { faultBySchema } from '../suites/harness/published-schema.ts'
import { UsageError } from '../suites/harness/usage-error.ts'
import { parseJson } from './read-file.ts'

export interface Opened {
  readonly statement: Statement
  /** What is wrong with the signature; nothing where it is good, or nobody asked. */
  readonly signature?: string
}

function isEnvelope(value: unknown): value is Envelope {
  const { payload, payloadType, signatures } = (value ?? {}) as Partial<Envelope>
  if (typeof payload !== 'string' || typeof payloadType !== 'string' || !Array.isArray(signatures)) return false
  return signatures.every((each: unknown) => typeof (each as { sig?: unknown } | null)?.sig === 'string')
}

/** @throws UsageError where it is no certificate at all */
export function openCertificate(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  key: KeyObject | undefined,
): Opened {
  const outer = parseJson(Buffer.from(bytes).toString('utf8'), path)
  const envelope = isEnvelope(outer) ? outer : undefined
  const inner = envelope ? parseJson(Buffer.from(envelope.payload, 'base64').toString('utf8'), path) : outer
  const fault = faultBySchema('certificate', inner)
  if (fault !== undefined) throw new UsageError(`${path}: this is no certificate that this version can read: ${fault}`)
  const statement = inner as Statement
  if (!key) return { statement }
  if (!envelope) return { statement, signature: 'it is not signed' }
  return isSealedBy(envelope, key) ? { statement } : { statement, signature: 'it is not signed with this key' }
}
