/** `svc-conformance verify`: is a certificate true? Offline. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { allChecks } from '../../../suites/index.ts'
import type { NeighbouringFiles } from '../../certificate/authentic.ts'
import { isAtHand, namedBytes, nextTo, readCertificate } from '../../certificate/file.ts'
import { publicKeyFrom } from '../../certificate/signing-key.ts'
import { print } from '../../output/print.ts'
import { namesKeys, parseDemands } from '../gate/demands.ts'
import { verificationText } from './output.ts'
import { type Verification, verifyCertificate } from './verification.ts'

export interface VerifyOptions {
  readonly report?: string
  readonly transcript?: string
  readonly at?: Date
  readonly publicKey?: string
  readonly unsigned?: true
  /** Demands, as for `gate`. */
  readonly require?: readonly string[]
  readonly authentic?: true
  /** Milliseconds. */
  readonly expiresWithin?: number
}

/** What each exit code means; the first that fits. 2 and 4 are those of every command. */
export const verifyCodes = {
  valid: 0,
  invalid: 1,
  unauthenticated: 3,
  notRejudged: 5,
  otherwise: 6,
  endsSoon: 7,
} as const

export function verifyCodeOf({ problems, unmet, soon, signed, rejudged }: Verification, unsigned: boolean): number {
  if (problems.length > 0 || unmet.length > 0) return verifyCodes.invalid
  if (!signed && !unsigned) return verifyCodes.unauthenticated
  if (rejudged?.kind === 'not') return verifyCodes.notRejudged
  if (rejudged?.kind === 'otherwise') return verifyCodes.otherwise
  return soon === undefined ? verifyCodes.valid : verifyCodes.endsSoon
}

/** The files of a certificate: the named ones, and those next to it. @throws UsageError if a required transcript is missing */
function filesOf(
  path: string,
  { authentic, ...options }: VerifyOptions,
  { predicate }: AnyStatement,
): NeighbouringFiles {
  const transcript = options.transcript ?? nextTo(path, predicate.transcript.name)
  const report = options.report ?? nextTo(path, predicate.report.name)
  const isThere = options.transcript !== undefined || isAtHand(transcript)
  if (!isThere && !authentic)
    throw new UsageError(
      `${transcript}: there is no transcript next to the certificate; name it with --transcript, or use --authentic, which needs none`,
    )
  return {
    // The report is made again from the transcript; if there is one, both have to be equal.
    ...(options.report !== undefined || isAtHand(report) ? { report: namedBytes(report, 'the report') } : {}),
    ...(isThere ? { transcript: namedBytes(transcript, 'the transcript') } : {}),
    revisits: (predicate.revisits ?? [])
      .map((each) => nextTo(path, each.transcript.name))
      .filter(isAtHand)
      .map((each) => namedBytes(each, 'the transcript of a revisit')),
  }
}

/** Verifies, prints the result, and gives the exit code. */
export async function verifyCommand(path: string, options: VerifyOptions): Promise<number> {
  const { unsigned = false, authentic = false, publicKey, expiresWithin } = options
  if (unsigned && publicKey !== undefined) throw new UsageError('--unsigned and --public-key are mutually exclusive')
  if (unsigned && authentic) throw new UsageError('--unsigned and --authentic are mutually exclusive')
  const demands = (options.require ?? []).flatMap((text) => parseDemands(text, publicKeyFrom))
  if (unsigned && demands.some(namesKeys)) throw new UsageError('--unsigned and key= are mutually exclusive')
  const verification = await verifyCertificate({
    certificate: readCertificate(path),
    files: (statement) => filesOf(path, options, statement),
    ...{ demands, authentic, checks: allChecks, at: options.at ?? new Date() },
    ...compact({ publicKey: publicKey === undefined ? undefined : publicKeyFrom(publicKey), within: expiresWithin }),
  })
  const key = publicKey === undefined ? (unsigned ? ['--unsigned'] : []) : ['--public-key', publicKey]
  const required = (options.require ?? []).flatMap((text) => ['--require', text])
  const files = (['transcript', 'report'] as const).flatMap((name) => {
    const named = options[name]
    return named === undefined ? [] : [`--${name}`, named]
  })
  print(verificationText(verification, [path, ...key, ...required, ...files]))
  return verifyCodeOf(verification, unsigned)
}
