/** `revoked=`: a signed list of certificates that were withdrawn, each with a reason. */
import { existsSync } from 'node:fs'
import type { AnyStatement } from '../../reporters/certificate/any-version.ts'
import type { Surveillance } from '../../reporters/certificate/surveillance.ts'
import { faultBySchema } from '../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { isEarlierBuild } from '../../suites/harness/catalogue/version-order.ts'
import { plainUrl } from './authentic.ts'
import { contentOf, MIB, type NamedBytes, namedBytes } from './file.ts'

export const REVOKED_FORMAT = 'svc-conformance-revoked/1'

/** Withdraws one certificate, by the digest of its report, or all certificates of versions earlier than `before`. */
export interface Withdrawal {
  readonly report?: string
  readonly before?: string
  readonly reason: string
}

export interface RevokedList {
  readonly format: typeof REVOKED_FORMAT
  readonly issued: string
  readonly revoked: readonly Withdrawal[]
}

export const revokedFile = (path: string): NamedBytes => namedBytes(path, 'the list of withdrawn certificates', 4 * MIB)

/** The content of a list; its signature is checked elsewhere. @throws UsageError if it is not such a list */
export function withdrawalsIn(file: NamedBytes): readonly Withdrawal[] {
  const value = contentOf(file, 'svc-conformance revoke writes a list of withdrawn certificates')
  const fault = faultBySchema('revoked', value)
  if (fault !== undefined) throw new UsageError(`${file.path}: this is not a list of withdrawn certificates: ${fault}`)
  return (value as RevokedList).revoked
}

/** The existing withdrawals in the file; empty if there is no file yet. */
export const earlierWithdrawals = (path: string): readonly Withdrawal[] =>
  existsSync(path) ? withdrawalsIn(revokedFile(path)) : []

/** Why a certificate was withdrawn, if it was. A version that cannot be compared counts as earlier. */
export function withdrawalOf(list: readonly Withdrawal[], { predicate }: AnyStatement): string | undefined {
  const { report, harness } = predicate
  return list.find(
    (each) =>
      each.report === report.digest.sha256 ||
      (each.before !== undefined && isEarlierBuild(harness.version, each.before)),
  )?.reason
}

/** `surveillance=`: what recorded traffic shows about the gateway of a certificate, from `judge --statement`. */
export const surveillanceFile = (path: string): NamedBytes => namedBytes(path, 'the statement about traffic', 4 * MIB)

/** Why the statement does not support a certificate, except for its signature. @throws UsageError if it is invalid */
export function faultOfSurveillance(file: NamedBytes, { predicate }: AnyStatement): string | undefined {
  const value = contentOf(file, 'svc-conformance judge --statement writes a statement about traffic')
  const fault = faultBySchema('surveillance', value)
  if (fault !== undefined) throw new UsageError(`${file.path}: this is not a statement about traffic: ${fault}`)
  const { base_url: url, conclusion, broken } = (value as Surveillance).predicate
  if (plainUrl(url) !== plainUrl(predicate.target.base_url)) return `it is about the traffic of ${url}`
  if (conclusion === 'nothing-broken') return undefined
  return conclusion === 'broken' ? `the traffic broke ${broken.join(', ')}` : 'nothing in the traffic could be judged'
}
