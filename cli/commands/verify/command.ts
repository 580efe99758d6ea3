/** `svc-conformance verify`: checks offline whether a certificate is true. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { aboutLine } from '../../../reporters/wording/declared.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { buildWords, harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { shellWord } from '../../../suites/harness/http/shell.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import { allChecks } from '../../../suites/index.ts'
import { fewOf, isAtHand, namedBytes, nextTo, readCertificate } from '../../certificate/file.ts'
import { asideLines, loopbackLine } from '../../certificate/said.ts'
import { publicKeyFrom } from '../../certificate/signing-key.ts'
import { print } from '../../output.ts'
import { demandsOf } from '../gate/demands.ts'
import { type Rejudged, type Verification, verifyCertificate } from './verification.ts'

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

/** The exit codes; the first that applies is used. 2 and 4 mean the same as in every command. */
const verifyCodes = { valid: 0, invalid: 1, unauthenticated: 3, notRejudged: 5, otherwise: 6, endsSoon: 7 } as const

export function verifyCodeOf({ problems, unmet, soon, signed, rejudged }: Verification, unsigned: boolean): number {
  if (problems.length > 0 || unmet.length > 0) return verifyCodes.invalid
  if (!signed && !unsigned) return verifyCodes.unauthenticated
  if (rejudged?.kind === 'not') return verifyCodes.notRejudged
  if (rejudged?.kind === 'otherwise') return verifyCodes.otherwise
  return soon === undefined ? verifyCodes.valid : verifyCodes.endsSoon
}

/** The files of a certificate: the named ones, and those next to it. @throws UsageError if a required transcript is missing */
function filesOf(path: string, { authentic, ...options }: VerifyOptions, { predicate }: AnyStatement) {
  const transcript = options.transcript ?? nextTo(path, predicate.transcript.name)
  const report = options.report ?? nextTo(path, predicate.report.name)
  const isThere = options.transcript !== undefined || isAtHand(transcript)
  if (!isThere && !authentic)
    throw new UsageError(
      `${transcript}: there is no transcript next to the certificate; name it with --transcript, or use --authentic, which needs none`,
    )
  const revisits = (predicate.revisits ?? []).flatMap(({ transcript: { name } }) => {
    const places = [path, report, transcript].map((place) => nextTo(place, name))
    const found = places.find(isAtHand)
    if (found !== undefined) return found
    if (authentic) return []
    throw new UsageError(`${name}: there is no transcript of a revisit next to the certificate or the report`)
  })
  return {
    // If there is a report, it must equal the one that is derived again from the transcript.
    ...(options.report !== undefined || isAtHand(report) ? { report: namedBytes(report, 'the report') } : {}),
    ...(isThere ? { transcript: namedBytes(transcript, 'the transcript') } : {}),
    revisits: revisits.map((each) => namedBytes(each, 'the transcript of a revisit')),
  }
}

/** Verifies, prints the result, and gives the exit code. */
export async function verifyCommand(path: string, options: VerifyOptions): Promise<number> {
  const { unsigned = false, authentic = false, publicKey, expiresWithin } = options
  if (unsigned && publicKey !== undefined) throw new UsageError('--unsigned and --public-key are mutually exclusive')
  if (unsigned && authentic) throw new UsageError('--unsigned and --authentic are mutually exclusive')
  const demands = demandsOf(options.require, unsigned)
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

/** The first word of the output for a certificate without problems. */
function wordFor({ signed, rejudged }: Verification): string {
  const authentic = signed ? 'AUTHENTIC' : 'NOT AUTHENTICATED'
  if (!rejudged) return authentic
  if (rejudged.kind === 'the same') return signed ? 'VALID' : 'CONSISTENT, NOT AUTHENTICATED'
  return `${authentic}, ${rejudged.kind === 'not' ? 'NOT RE-JUDGED' : 'RE-JUDGED OTHERWISE'}`
}

/** @param again the arguments of `verify`, to suggest the same command with another version */
export function verificationText(verification: Verification, again: readonly string[]): string {
  const { statement, problems, unmet, soon } = verification
  if (!statement || problems.length > 0) {
    const lines = problems.map(({ kind, message }) => `  ${kind}: ${printable(message, MAX_LENGTH)}`)
    return ['INVALID: the certificate does not hold.', ...lines, ''].join('\n')
  }
  const { contract, profile, set, expires, target } = statement.predicate
  const name = printable(target.base_url)
  const loopback = loopbackLine(statement)
  return [
    ...(loopback === undefined ? [] : [printable(loopback, MAX_LENGTH)]),
    ...(unmet.length === 0 ? [] : ['REFUSED: the certificate does not meet every demand.']),
    ...unmet.map(({ demand, message }) => `  ${printable(demand)}: ${printable(message, MAX_LENGTH)}`),
    `${wordFor(verification)}${soon === undefined ? '' : ', ENDS SOON'}: ${name} conforms to contract ${printable(contract.version)}, profile ${printable(profile)}, ${set ? `set ${printable(set.name)}, ` : ''}until ${printable(expires)}.`,
    ...(soon === undefined ? [] : [`  expires soon: ${printable(soon, MAX_LENGTH)}`]),
    `  ${authenticText(verification)}`,
    ...rejudgedText(statement, verification.rejudged, again).map((line) => `  ${line}`),
    ...saidText(statement).map((line) => `  ${printable(line, MAX_LENGTH)}.`),
    '',
  ].join('\n')
}

/** The maximum number of characters of a line that quotes untrusted text. */
const MAX_LENGTH = 600

function authenticText({ signed, files }: Verification): string {
  const same = files.length === 0 ? '' : ` ${files.map((path) => printable(path)).join(' and ')}: the certified bytes.`
  return signed
    ? `authentic: its signature is that of the given key.${same}`
    : `not authenticated: anyone may have made it, of any target; --public-key checks its signature, --unsigned lets this be enough.${same}`
}

function rejudgedText({ predicate }: AnyStatement, rejudged: Rejudged | undefined, again: readonly string[]): string[] {
  const { harness } = predicate
  const by = printable(buildWords(harness), MAX_LENGTH)
  switch (rejudged?.kind) {
    case undefined:
      return ['not re-judged: that was not asked.']
    case 'the same': {
      const { verdicts, exchanges, whole } = rejudged
      const same = `re-judged by svc-conformance ${harnessVersion}: the same ${verdicts} verdicts from ${exchanges} recorded exchanges`
      return [whole ? `${same}, the same report.` : `${same}. It was made by ${by}: the report was not compared.`]
    }
    case 'otherwise':
      return [
        `re-judged otherwise by svc-conformance ${harnessVersion}; it was made by ${by}:`,
        ...fewOf(rejudged.differences).map((line) => `  ${printable(line, MAX_LENGTH)}`),
        ...fixFor(harness, again),
      ]
    case 'not':
      return [
        `not re-judged by svc-conformance ${harnessVersion}; it was made by ${by}: ${printable(rejudged.reason, MAX_LENGTH)}.`,
        ...fixFor(harness, again),
      ]
  }
}

/** How to verify with the version that made the certificate: a release from the registry, else a checkout. */
function fixFor({ version, digest }: AnyStatement['predicate']['harness'], again: readonly string[]): string[] {
  const command = (words: readonly string[]): string =>
    printable([...words, 'verify', ...again].map(shellWord).join(' '), MAX_LENGTH)
  if (!version.includes('-')) return [`That version can re-judge it: ${command(['npx', `svc-conformance@${version}`])}`]
  if (digest?.gitCommit === undefined) return []
  return [`A checkout of ${digest.gitCommit} can re-judge it: ${command(['node', 'cli/main.ts'])}`]
}

/** What the certificate states about its target besides the verdicts. */
function saidText(statement: AnyStatement): string[] {
  const declared = aboutLine(statement.predicate)
  return [
    ...(declared === undefined
      ? []
      : [`${declared}. The certificate states this as it was declared: no request shows it`]),
    ...asideLines(statement),
  ]
}
