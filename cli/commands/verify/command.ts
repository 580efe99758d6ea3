/** `svc-conformance verify`: is a certificate what it says? Offline. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printable } from '../../../reporters/wording/printable.ts'
import { readBytes } from '../../../suites/harness/catalogue/named-file.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { allChecks } from '../../../suites/index.ts'
import { openCertificate } from '../../certificate-file.ts'
import { publicKeyFrom } from '../../signing-key.ts'
import { type Verification, verifyCertificate } from './verification.ts'

export interface VerifyOptions {
  readonly report?: string
  readonly transcript?: string
  readonly at?: Date
  readonly publicKey?: string
}

export const verifyCodes = { valid: 0, invalid: 1 } as const

function namedBytes(path: string, what: string): { readonly path: string; readonly bytes: Buffer } {
  return { path, bytes: readBytes(path, what) }
}

/** A file that was written beside the certificate, by the last part of the name that the certificate gives it. */
function beside(certificate: string, name: string): string {
  return join(dirname(certificate), name.replace(/^.*[/\\]/, ''))
}

function told({ statement, problems, signed, exchanges }: Verification): string {
  const { subject, predicate } = statement
  const { contract, profile, expires, harness, verdicts } = predicate
  if (problems.length > 0) {
    const lines = problems.map(({ kind, message }) => `  ${kind}: ${printable(message, 600)}`)
    return ['INVALID: the certificate does not hold.', ...lines, ''].join('\n')
  }
  return [
    `VALID: ${printable(subject[0]?.name ?? '')} conforms to contract ${printable(contract.version)}, profile ${profile}, until ${expires}.`,
    `  ${exchanges} recorded exchanges, judged anew by svc-conformance ${printable(harness.version)}: the same ${Object.keys(verdicts).length} verdicts, the same report.`,
    signed
      ? '  Its signature is that of the given key.'
      : '  Its signature was not checked (--public-key): it is consistent, but anyone may have made it.',
    '',
  ].join('\n')
}

/** Verifies, says what was found, and gives the exit code. */
export async function verifyCommand(path: string, options: VerifyOptions): Promise<number> {
  const certificate = namedBytes(path, 'the certificate')
  const publicKey = options.publicKey === undefined ? undefined : publicKeyFrom(options.publicKey)
  const { statement } = openCertificate(certificate, undefined)
  const { transcript, report } = statement.predicate
  const transcriptPath = options.transcript ?? beside(path, transcript.name)
  if (options.transcript === undefined && !existsSync(transcriptPath))
    throw new UsageError(`${transcriptPath}: there is no transcript beside the certificate; name it with --transcript`)
  const reportPath = options.report ?? beside(path, report.name)
  const verification = await verifyCertificate({
    certificate,
    transcript: namedBytes(transcriptPath, 'the transcript'),
    // The report is made again from the transcript; where there is one, it has to be the same.
    ...(options.report === undefined && !existsSync(reportPath)
      ? {}
      : { report: namedBytes(reportPath, 'the report') }),
    ...(publicKey ? { publicKey } : {}),
    at: options.at ?? new Date(),
    checks: allChecks,
  })
  process.stdout.write(told(verification))
  return verification.problems.length === 0 ? verifyCodes.valid : verifyCodes.invalid
}
