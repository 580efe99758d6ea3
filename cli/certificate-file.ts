/** Makes the certificate of a run, and makes it again for those who verify it. */
import { createHash, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Bindings, statementOf, statementText } from '../reporters/certificate.ts'
import { seal } from '../reporters/dsse.ts'
import { schemaFile } from '../schemas/index.ts'
import type { Report } from '../suites/harness/report.ts'

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The digest of the catalogue of this version: what the requirements were that a run was judged by. */
export function catalogueDigest(): string {
  return sha256(readFileSync(schemaFile('requirements.yaml')))
}

const DAY = 24 * 60 * 60_000

/** When a certificate ends that holds for some days after its run. */
export function expiryOf({ finished }: Report, days: number): string {
  return new Date(Date.parse(finished) + days * DAY).toISOString()
}

/** The text of the certificate file; in an envelope with its signature where there is a key. */
export function certificateText(report: Report, bindings: Bindings, key: KeyObject | undefined): string {
  const text = statementText(statementOf(report, bindings))
  return key ? `${JSON.stringify(seal(text, key), null, 2)}\n` : text
}
