/**
 * A certificate of any version, by its schema: everything that is read before the run is judged again. A later version
 * may have unknown members and words; an earlier version lacks members that were added later.
 */
import type { Build } from '../../suites/harness/catalogue/version.ts'
import type { ReportedRevisit } from '../../suites/harness/report/report.ts'
import type { SeedOrigin } from '../../suites/harness/run/generated/seed.ts'
import type { About } from '../../suites/harness/target/declared/about.ts'
import type { DescribedNetwork } from '../../suites/harness/target/network.ts'
import type { Peer } from '../../suites/harness/target/target.ts'

/** A file, identified by its name and its SHA-256 in hexadecimal. */
export interface File {
  readonly name: string
  readonly digest: { readonly sha256: string }
}

export const fileOf = (name: string, sha256: string): File => ({ name, digest: { sha256 } })

/** What was declared absent, and so not shown. */
export interface NotShown {
  readonly id: string
  readonly reason: string
  readonly requirements: readonly string[]
}

/** Members that were added later are absent in certificates of earlier versions. */
export interface AnyPredicate extends SeedOrigin {
  readonly profile: string
  readonly strict: boolean
  readonly contract: { readonly version: string; readonly requirements: File }
  /** The set that scored. */
  readonly set?: File
  /** The timeline of sets and the list of challenges of its version; absent if no set scored. */
  readonly scored_by?: readonly File[]
  /** The digest is absent in certificates of earlier versions. */
  readonly harness: Pick<Build, 'version'> & Partial<Build>
  readonly target: {
    readonly base_url: string
    readonly declared?: { readonly about?: About }
    readonly peers?: readonly Peer[]
    readonly loopback?: boolean
    readonly network?: Partial<Omit<DescribedNetwork, 'http2' | 'curl'>>
  }
  readonly seed: number
  readonly runs: number
  readonly requests: number
  readonly started: string
  readonly finished: string
  readonly expires: string
  readonly report: File
  readonly transcript: File
  readonly exchanges: number
  readonly verdicts: Readonly<Record<string, string>>
  /** Revisits with ordinary requests after the run; absent if there were none. */
  readonly revisits?: readonly ReportedRevisit[]
  /** What was declared absent, and so not shown. */
  readonly not_applicable?: readonly NotShown[]
  /** Challenges that were open: their requirements did not score. */
  readonly challenges?: readonly string[]
  /** Requirements with a verdict that did not count in the conclusion. */
  readonly not_scored?: readonly string[]
  /** Never written so far, because a run with waivers gets no certificate. */
  readonly waivers?: readonly unknown[]
}

export interface AnyStatement {
  /** in-toto identifies a subject by a digest of any kind. */
  readonly subject: readonly { readonly name?: string; readonly digest: Readonly<Record<string, string>> }[]
  readonly predicate: AnyPredicate
}
