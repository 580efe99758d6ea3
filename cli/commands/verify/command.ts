/** `svc-conformance verify`: is a certificate what it says? Offline. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { declaredLine } from '../../../reporters/wording/declared.ts'
import { readBytes } from '../../../suites/harness/catalogue/named-file.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { isOfThisMachine } from '../../../suites/harness/target/base-url.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import { allChecks } from '../../../suites/index.ts'
import { openCertificate } from '../../certificate-file.ts'
import { publicKeyFrom } from '../../signing-key.ts'
import { print } from '../../telling/print.ts'
import { type Verification, verifyCertificate } from './verification.ts'

export interface VerifyOptions {
  readonly report?: string
  readonly transcript?: string
  readonly at?: Date
  readonly publicKey?: string
  readonly unsigned?: true
}

export const verifyCodes = { valid: 0, invalid: 1, unauthenticated: 3 } as const

function namedBytes(path: string, what: string): { readonly path: string; readonly bytes: Buffer } {
  return { path, bytes: readBytes(path, what) }
}

/** A file that was written beside the certificate, by the last part of the name that the certificate gives it. */
function beside(certificate: string, name: string): string {
  return join(dirname(certificate), name.replace(/^.*[/\\]/, ''))
}

function told({ statement, problems, signed, exchanges }: Verification): string {
  const { subject, predicate } = statement
  const { contract, profile, expires, harness, verdicts, target } = predicate
  if (problems.length > 0) {
    const lines = problems.map(({ kind, message }) => `  ${kind}: ${printable(message, 600)}`)
    return ['INVALID: the certificate does not hold.', ...lines, ''].join('\n')
  }
  const name = printable(subject[0].name)
  const declared = declaredLine({ target })
  return [
    ...(target.network?.socket || isOfThisMachine(target.base_url)
      ? [`OF A LOOPBACK ADDRESS: ${name} ${LOOPBACK}`]
      : []),
    `${signed ? 'VALID' : 'CONSISTENT, NOT AUTHENTICATED'}: ${name} conforms to contract ${printable(contract.version)}, profile ${profile}, until ${printable(expires)}.`,
    `  ${exchanges} recorded exchanges, judged anew by svc-conformance ${printable(harness.version)}: the same ${Object.keys(verdicts).length} verdicts, the same report.`,
    ...(declared === undefined
      ? []
      : [`  ${printable(declared, LONGEST)}. The certificate states this as it was declared: no request shows it.`]),
    signed
      ? '  Its signature is that of the given key.'
      : '  Anyone may have made it, of any target: its signature was not checked. --public-key checks it; --unsigned lets this be enough.',
    '',
  ].join('\n')
}

/** Of what is declared. */
const LONGEST = 600

const LOOPBACK =
  'is the machine on which the run was made, as is the built-in mock: it certifies no deployment that others can reach.'

/** Verifies, says what was found, and gives the exit code. */
export async function verifyCommand(path: string, options: VerifyOptions): Promise<number> {
  if (options.unsigned && options.publicKey !== undefined)
    throw new UsageError('--unsigned lets a signature be, and --public-key checks it; give one of the two')
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
  print(told(verification))
  if (verification.problems.length > 0) return verifyCodes.invalid
  return verification.signed || options.unsigned ? verifyCodes.valid : verifyCodes.unauthenticated
}
