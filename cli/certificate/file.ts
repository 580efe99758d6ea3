/** The certificate of a run as a file: made by `run`, opened by `verify`. */
import { hash, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { AnyStatement, File } from '../../reporters/certificate/any-version.ts'
import { type Bindings, statementOf, statementText } from '../../reporters/certificate/certificate.ts'
import { type Envelope, isSealedBy, seal } from '../../reporters/certificate/dsse.ts'
import { schemaFile } from '../../schemas/index.ts'
import { MIB, readBytes } from '../../suites/harness/catalogue/named-file.ts'
import { parseNamedJson } from '../../suites/harness/catalogue/named-json.ts'
import { faultBySchema } from '../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { printableJson } from '../../suites/harness/text/printable.ts'

/** The text of a statement as a file; with a key, in an envelope with its signature. */
export function fileText(statement: object, key: KeyObject | undefined): string {
  const text = statementText(statement)
  return key ? `${printableJson(seal(text, key))}\n` : text
}

export const certificateText = (report: Report, bindings: Bindings, key: KeyObject | undefined): string =>
  fileText(statementOf(report, bindings), key)

const DAY = 24 * 60 * 60_000

/** The expiry of a certificate that holds for n days after its run. */
export const expiryOf = ({ finished }: Report, days: number): string =>
  new Date(Date.parse(finished) + days * DAY).toISOString()

/** @param what the file should hold: `the report`. @throws UsageError */
export const namedBytes = (path: string, what: string, longest?: number): NamedBytes => ({
  path,
  bytes: readBytes(path, what, longest),
})

/** Limits the size, because anyone may send the file; a real certificate has about 10 kB. @throws UsageError */
export const readCertificate = (path: string): NamedBytes => namedBytes(path, 'the certificate', 8 * MIB)

/** Opens a certificate of any version. @throws UsageError if it is not a certificate */
export function openCertificate(file: NamedBytes): AnyStatement {
  const inner = contentOf(file)
  const fault = faultBySchema('certificate', inner)
  if (fault === undefined) return inner as AnyStatement
  const { format } = (inner ?? {}) as { readonly format?: unknown }
  if (typeof format === 'string' && format.startsWith('svc-conformance-report/'))
    throw new UsageError(`${file.path} is a report; name the certificate that run --certificate wrote`)
  throw new UsageError(`${file.path}: this version cannot read this certificate: ${fault}`)
}

/** The content of a file, with or without an envelope. @throws UsageError if it is not JSON */
export function contentOf(file: NamedBytes, hint = HINT): unknown {
  const { outer, envelope } = unpacked(file, hint)
  return envelope ? payloadIn(envelope, file.path, hint) : outer
}

/** What is wrong with the signature; undefined if this key made it. @throws UsageError if it is not a certificate */
export function faultOfSignature(file: NamedBytes, key: KeyObject): string | undefined {
  const { envelope } = unpacked(file)
  if (!envelope) {
    openCertificate(file)
    return 'it is not signed'
  }
  return isSealedBy(envelope, key) ? undefined : 'it is not signed with this key'
}

/** Each signature is checked with each key, and the author of the file, who may be anyone, decides their number. */
const MAX_SIGNATURES = 16

function unpacked({ path, bytes }: NamedBytes, hint = HINT) {
  const outer = parseNamedJson({ text: textOf(bytes), name: path, hint })
  const envelope = isEnvelope(outer) ? outer : undefined
  const count = envelope?.signatures.length ?? 0
  if (count <= MAX_SIGNATURES) return { outer, envelope }
  throw new UsageError(`${path}: it has ${count} signatures, and at most ${MAX_SIGNATURES} are checked`)
}

const HINT = 'name a certificate of run --certificate'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** Errors report positions in the decoded payload, because positions in base64 would be useless. */
const payloadIn = ({ payload }: Envelope, path: string, hint: string): unknown =>
  parseNamedJson({ text: textOf(Buffer.from(payload, 'base64')), name: `${path}: payload`, hint })

function isEnvelope(value: unknown): value is Envelope {
  const { payload, payloadType, signatures } = (value ?? {}) as Partial<Envelope>
  if (typeof payload !== 'string' || typeof payloadType !== 'string' || !Array.isArray(signatures)) return false
  return signatures.every((each: unknown) => typeof (each as { sig?: unknown } | null)?.sig === 'string')
}

/** A file next to a certificate, by the last part of its name in the certificate. */
export const nextTo = (certificate: string, name: string): string =>
  join(dirname(certificate), name.replace(/^.*[/\\]/, ''))

/** Whether a file exists that the user did not name. The sender of a certificate may put an endless pipe next to it. */
export function isAtHand(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export const sha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes)

/** The digest of this version's catalogue, which identifies the requirements that a run was judged by. */
export const catalogueDigest = (): string => digestOf('requirements.yaml')

/** The name and digest of a set that this version has. */
export const setBinding = ({ set }: Pick<Report, 'set'>): Pick<Bindings, 'set' | 'scoredBy'> =>
  set === undefined ? {} : { set: [set, setDigest(set)], scoredBy: scoredByUs() }

/** Digests of the files that may change a report between two sets: the timeline and the challenges. */
const scoredByUs = (): (readonly [name: string, sha256: string])[] =>
  ['sets/timeline.yaml', 'challenges.yaml'].map((path) => [basename(path), digestOf(path)])

const digestOf = (name: string): string => sha256(readFileSync(schemaFile(name)))

/** @throws if this version has no such set */
const setDigest = (name: string): string => digestOf(`sets/${name}.yaml`)

/** Whether this version has the set of a certificate, byte for byte. */
export const hasSet = ({ name, digest }: File): boolean =>
  existsSync(schemaFile(`sets/${name}.yaml`)) && setDigest(name) === digest.sha256

export interface Problem {
  readonly kind:
    | 'signature'
    | 'expired'
    | 'expires soon'
    | 'not yet valid'
    | 'changed report'
    | 'changed exchange'
    | 'changed verdict'
    | 'changed certificate'
  readonly message: string
}

export interface NamedBytes {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Whether the file is an envelope; without an envelope there is no signature to check. */
export const isSigned = ({ bytes }: NamedBytes): boolean => Buffer.from(bytes).includes('"payloadType"')

/** The most differences of one kind to list. */
const LISTED = 10

/** Problems of one kind, shortened for a reader. */
export const several = (kind: Problem['kind'], messages: readonly string[]): Problem[] =>
  fewOf(messages).map((message) => ({ kind, message }))

export function fewOf(messages: readonly string[]): string[] {
  const rest = messages.length - LISTED
  return rest > 0 ? [...messages.slice(0, LISTED), `and ${rest} more`] : [...messages]
}
