/**
 * The certificate of a run: an in-toto Statement that binds the report to all its inputs. It is a pure function of the
 * report and of digests, so that it can be derived again and compared.
 */
import type { BuildDigest } from '../../suites/harness/catalogue/version.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { printableJson } from '../../suites/harness/text/printable.ts'
import { type AnyPredicate, type File, fileOf } from './any-version.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
export const PREDICATE_TYPE = 'https://svc-conformance.dev/certificate/v1'

/** The in-toto name of a Git commit. */
export interface Commit {
  readonly name: string
  readonly digest: { readonly gitCommit: string }
}

/** The members that this version writes. */
interface Predicate extends Omit<AnyPredicate, 'waivers'> {
  readonly conclusion: Report['conclusion']
  readonly profile: Report['profile']
  readonly harness: AnyPredicate['harness'] & { readonly name: string }
  readonly target: Report['target']
  readonly states: Report['states']
}

export interface Statement {
  readonly _type: typeof STATEMENT_TYPE
  /** The target, followed by the declared image and commit. */
  readonly subject: readonly [File, ...(File | Commit)[]]
  readonly predicateType: typeof PREDICATE_TYPE
  readonly predicate: Predicate
}

export interface Bindings {
  readonly build: BuildDigest
  /** SHA-256 of `requirements.yaml`. */
  readonly requirements: string
  /** Name and SHA-256 of the set; absent if the run had none. */
  readonly set?: readonly [name: string, sha256: string]
  /** Names and SHA-256 of the files with the timeline of sets and the challenges. */
  readonly scoredBy?: readonly (readonly [name: string, sha256: string])[]
  /** Names and SHA-256 of the files as they were written. */
  readonly report: readonly [name: string, sha256: string]
  readonly transcript: readonly [name: string, sha256: string]
  readonly exchanges: number
  /** When the certificate expires (ISO 8601). */
  readonly expires: string
}

/** Only whole commit hashes identify a commit; an abbreviated one may be ambiguous. */
const WHOLE_COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The declared image and commit as subjects, so that policies find the certificate by their digests. */
function declaredSubjects({ declared }: Report['target']): (File | Commit)[] {
  const { image = '', revision = '' } = declared?.about ?? {}
  const [name = '', digest] = image.split('@sha256:')
  return [
    ...(digest === undefined ? [] : [fileOf(name, digest)]),
    ...(WHOLE_COMMIT.test(revision) ? [{ name: 'revision', digest: { gitCommit: revision } }] : []),
  ]
}

/** The subject of a statement about a run. @param report SHA-256 of its report */
export const subjectsOf = (target: Report['target'], report: string): Statement['subject'] => [
  fileOf(target.base_url, report),
  ...declaredSubjects(target),
]

/** The open challenges, without duplicates. */
const challengesIn = ({ requirements }: Report): string[] =>
  [...new Set(requirements.flatMap(({ not_scored }) => not_scored?.challenges ?? []))].sort()

/** Verdicts that did not count. Without this list, a failure among them would contradict the conclusion. */
const notScoredIn = ({ requirements }: Report): string[] =>
  requirements.flatMap(({ id, verdict, not_scored }) => (not_scored && verdict !== 'not-selected' ? [id] : []))

/** Sets under which a run gets no certificate. */
const UNCERTIFIED: Readonly<Record<string, string>> = {
  draft: 'is a draft, which may still change',
  deprecated: 'is deprecated',
}

/** Why runs under this set get no certificate; undefined if they get one. */
export function refusalOfSet({ set, set_state }: Report): string | undefined {
  const uncertified = set_state && UNCERTIFIED[set_state]
  return uncertified && `the set ${set} ${uncertified}; only a run under an effective set gets a certificate`
}

/** Why a run gets no certificate; undefined if it gets one. */
export function refusalOf(report: Report): string | undefined {
  const { conclusion, filtered, stop, checks, waivers = [] } = report
  const uncertified = refusalOfSet(report)
  if (uncertified !== undefined) return uncertified
  if (filtered) return 'the run was limited to some suites or requirements; only a whole profile gets a certificate'
  if (stop) return `the run ended early: ${stop.reason}`
  if (conclusion === 'nonconformant') return 'the target does not conform'
  if (waivers.length > 0)
    return `the run has waivers for ${waivers.map(({ requirement }) => requirement).join(', ')}; only a run without waivers gets a certificate`
  if (conclusion === 'incomplete' || checks.length === 0)
    return 'the run is incomplete: some requirements have no verdict'
  return undefined
}

/** Declared absences, with the requirements that were not shown because of them. */
function notShownIn({ not_applicable = [] }: Report): Pick<Statement['predicate'], 'not_applicable'> {
  const absent = not_applicable.filter(({ requirements }) => requirements.length > 0)
  return absent.length === 0
    ? {}
    : { not_applicable: absent.map(({ id, reason, requirements }) => ({ id, reason, requirements })) }
}

export function statementOf(report: Report, bindings: Bindings): Statement {
  const { contract, harness, profile, conclusion, strict, target, seed, runs, requests, started, finished } = report
  const challenges = challengesIn(report)
  const notScored = notScoredIn(report)
  const [, digest] = bindings.report
  return {
    _type: STATEMENT_TYPE,
    subject: subjectsOf(target, digest),
    predicateType: PREDICATE_TYPE,
    predicate: {
      conclusion,
      profile,
      ...(bindings.set === undefined ? {} : { set: fileOf(...bindings.set) }),
      ...(bindings.scoredBy === undefined ? {} : { scored_by: bindings.scoredBy.map((each) => fileOf(...each)) }),
      ...(challenges.length > 0 ? { challenges } : {}),
      ...(notScored.length > 0 ? { not_scored: notScored } : {}),
      strict,
      contract: { version: contract, requirements: fileOf('requirements.yaml', bindings.requirements) },
      harness: { name: 'svc-conformance', version: harness, digest: bindings.build },
      target,
      seed,
      ...(report.seed_from === undefined ? {} : { seed_from: report.seed_from }),
      ...(report.nonce === undefined ? {} : { nonce: report.nonce }),
      runs,
      requests,
      started,
      finished,
      expires: bindings.expires,
      report: fileOf(...bindings.report),
      transcript: fileOf(...bindings.transcript),
      exchanges: bindings.exchanges,
      states: report.states,
      ...notShownIn(report),
      ...(report.revisits === undefined ? {} : { revisits: report.revisits }),
      verdicts: Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict])),
    },
  }
}

/** The statement as the text of a file; its signature covers these bytes. */
export const statementText = (statement: object): string => `${printableJson(statement)}\n`
