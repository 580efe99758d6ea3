/** The certificate of a run as a file: made by `run`, opened by `verify`. */
import { createHash, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Bindings, type Statement, statementOf, statementText } from '../reporters/certificate/certificate.ts'
import { type Envelope, isSealedBy, seal } from '../reporters/certificate/dsse.ts'
import { schemaFile } from '../schemas/index.ts'
import { parseNamedJson } from '../suites/harness/catalogue/named-json.ts'
import { faultBySchema } from '../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import type { Report } from '../suites/harness/report/report.ts'
import { printableJson } from '../suites/harness/text/printable.ts'

/** The text of the file; with a key, in an envelope with its signature. */
export function certificateText(report: Report, bindings: Bindings, key: KeyObject | undefined): string {
  const text = statementText(statementOf(report, bindings))
  return key ? `${printableJson(seal(text, key))}\n` : text
}

const DAY = 24 * 60 * 60_000

/** When a certificate ends that holds for so many days after its run. */
export function expiryOf({ finished }: Report, days: number): string {
  return new Date(Date.parse(finished) + days * DAY).toISOString()
}

export interface Opened {
  readonly statement: Statement
  /** What is wrong with the signature; nothing where it is good, or nobody asked. */
  readonly signature?: string
}

/** @throws UsageError where it is no certificate at all */
export function openCertificate(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  key: KeyObject | undefined,
): Opened {
  const outer = parseNamedJson({ text: textOf(bytes), name: path, mend: MEND })
  const envelope = isEnvelope(outer) ? outer : undefined
  const inner = envelope ? payloadIn(envelope, path) : outer
  const fault = faultBySchema('certificate', inner)
  if (fault !== undefined) throw new UsageError(`${path}: this is no certificate that this version can read: ${fault}`)
  const statement = inner as Statement
  if (!key) return { statement }
  if (!envelope) return { statement, signature: 'it is not signed' }
  return isSealedBy(envelope, key) ? { statement } : { statement, signature: 'it is not signed with this key' }
}

const MEND = 'name what run --certificate writes'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** Its places are those of the payload, since a file in base64 has none. */
function payloadIn({ payload }: Envelope, path: string): unknown {
  return parseNamedJson({ text: textOf(Buffer.from(payload, 'base64')), name: `${path}: payload`, mend: MEND })
}

function isEnvelope(value: unknown): value is Envelope {
  const { payload, payloadType, signatures } = (value ?? {}) as Partial<Envelope>
  if (typeof payload !== 'string' || typeof payloadType !== 'string' || !Array.isArray(signatures)) return false
  return signatures.every((each: unknown) => typeof (each as { sig?: unknown } | null)?.sig === 'string')
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The digest of the catalogue of this version: what the requirements were that a run was judged by. */
export function catalogueDigest(): string {
  return sha256(readFileSync(schemaFile('requirements.yaml')))
}
