/** Signed files besides a certificate: withdrawn certificates (`revoked=`), and recorded traffic (`surveillance=`). */
import type { AnyStatement } from '../../reporters/certificate/any-version.ts'
import type { Surveillance } from '../../reporters/certificate/surveillance.ts'
import { counted } from '../../reporters/wording/counted.ts'
import { MIB } from '../../suites/harness/catalogue/named-file.ts'
import { faultBySchema } from '../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { isEarlierBuild } from '../../suites/harness/catalogue/version-order.ts'
import { plainUrl } from './authentic.ts'
import { contentOf, type NamedBytes, namedBytes } from './file.ts'

/** Withdraws all certificates of one run, or those of versions earlier than `before`. */
export interface Withdrawal {
  /** SHA-256 of the report. A revisit changes it. */
  readonly report?: string
  /** SHA-256 of the transcript, which stays the same. Lists of earlier versions lack it. */
  readonly transcript?: string
  readonly before?: string
  readonly reason: string
}

export interface RevokedList {
  readonly format: 'svc-conformance-revoked/1'
  readonly issued: string
  readonly revoked: readonly Withdrawal[]
}

export const revokedFile = (path: string): NamedBytes => namedBytes(path, 'the list of withdrawn certificates', 4 * MIB)

/** The content of a list; its signature is checked elsewhere. @throws UsageError if it is not such a list */
export function withdrawalsIn(file: NamedBytes): readonly Withdrawal[] {
  return (checked(file, 'revoked', 'revoke', 'a list of withdrawn certificates') as RevokedList).revoked
}

/** The content of a file that a command writes. @throws UsageError if it does not have the published form */
function checked(file: NamedBytes, form: 'revoked' | 'surveillance', command: string, what: string): unknown {
  const value = contentOf(file, `svc-conformance ${command} writes ${what}`)
  const fault = faultBySchema(form, value)
  if (fault !== undefined) throw new UsageError(`${file.path}: this is not ${what}: ${fault}`)
  return value
}

/** Why a certificate was withdrawn, if it was. A version that cannot be compared counts as earlier. */
export function withdrawalOf(list: readonly Withdrawal[], { predicate }: AnyStatement): string | undefined {
  const { report, transcript, harness } = predicate
  return list.find(
    (each) =>
      each.report === report.digest.sha256 ||
      each.transcript === transcript.digest.sha256 ||
      (each.before !== undefined && isEarlierBuild(harness.version, each.before)),
  )?.reason
}

/** The statement of `judge --statement`: what recorded traffic shows about the gateway of a certificate. */
export const surveillanceFile = (path: string): NamedBytes => namedBytes(path, 'the statement about traffic', 4 * MIB)

const trafficIn = (file: NamedBytes): Surveillance['predicate'] =>
  (checked(file, 'surveillance', 'judge --statement', 'a statement about traffic') as Surveillance).predicate

/** The number of exchanges, and when they were. @throws UsageError if it is invalid */
export function trafficLine(file: NamedBytes): string {
  const { judged, first, last } = trafficIn(file)
  return `traffic: ${counted(judged, 'exchange')} judged, ${first === undefined ? 'without times' : `${first} to ${last}`}`
}

/** Why the statement does not support a certificate, except for its signature. @throws UsageError if it is invalid */
export function faultOfSurveillance(file: NamedBytes, { predicate }: AnyStatement): string | undefined {
  const { base_url: url, conclusion, broken, last, made } = trafficIn(file)
  if (last === undefined) return 'its traffic has no times, so it may be older than the run'
  if (Date.parse(last) < Date.parse(predicate.started))
    return `its traffic ended ${last}, before the run began (${predicate.started})`
  if (Date.parse(last) > Date.parse(made)) return `its traffic ended ${last}, after the statement was made (${made})`
  if (plainUrl(url) !== plainUrl(predicate.target.base_url)) return `it is about the traffic of ${url}`
  if (conclusion === 'nothing-broken') return undefined
  return conclusion === 'broken' ? `the traffic broke ${broken.join(', ')}` : 'nothing in the traffic could be judged'
}
