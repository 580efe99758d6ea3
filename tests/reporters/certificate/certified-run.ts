/** A certified run against the mock, with its files in memory. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { catalogueDigest, certificateText, expiryOf, sha256 } from '../../../cli/certificate/file.ts'
import { type Verification, verifyCertificate } from '../../../cli/commands/verify/verification.ts'
import { startMock } from '../../../mock/index.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { harnessDigest } from '../../../suites/harness/catalogue/version.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { allChecks } from '../../../suites/index.ts'
import { mockAt, recorded } from '../samples.ts'

export const keys = generateKeyPairSync('ed25519')

export interface Files {
  readonly certificate: string
  readonly report: string
  readonly transcript: string
}

/** Makes a certificate for any report and transcript, as a forger would. */
export function bind(report: string, transcript: string, key?: KeyObject): Files {
  const read = JSON.parse(report) as Report
  const bindings = {
    build: harnessDigest(),
    requirements: catalogueDigest(),
    report: ['report.json', sha256(report)],
    transcript: ['transcript.jsonl', sha256(transcript)],
    exchanges: transcript.split('\n').length - 2,
    expires: expiryOf(read, 90),
  } as const
  return { certificate: certificateText(read, bindings, key), report, transcript }
}

export async function certifiedRun(profile: Profile): Promise<Files> {
  await using mock = await startMock()
  const { report, text } = await recorded(mockAt(mock.url), profile)
  return bind(reportText(report), text)
}

interface How {
  readonly publicKey?: KeyObject
  readonly at?: Date
  readonly within?: number
  readonly withReport?: boolean
  readonly authentic?: boolean
}

export function verified(
  { certificate, report, transcript }: Files,
  { at = new Date(), withReport = true, ...how }: How = {},
): Promise<Verification> {
  return verifyCertificate({
    certificate: { path: 'certificate.json', bytes: Buffer.from(certificate) },
    files: () => ({
      transcript: { path: 'transcript.jsonl', bytes: Buffer.from(transcript) },
      ...(withReport ? { report: { path: 'report.json', bytes: Buffer.from(report) } } : {}),
    }),
    at,
    ...how,
    checks: allChecks,
  })
}
