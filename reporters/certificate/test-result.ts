/**
 * A run as an in-toto test result, for policy engines that do not know our certificates:
 * https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md. It says less than a certificate, has no
 * expiry, and also exists for a failed run.
 */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import type { File } from './any-version.ts'
import { refusalOfSet, STATEMENT_TYPE, subjectsOf } from './certificate.ts'

const TEST_RESULT_TYPE = 'https://in-toto.io/attestation/test-result/v0.1'

/** A resource of in-toto: identified by its digest or by its URI. */
interface Resource {
  readonly name: string
  readonly uri?: string
  readonly digest?: File['digest']
  readonly annotations?: Readonly<Record<string, unknown>>
}

export type TestResult = ReturnType<typeof testResultOf>

interface ResultFiles {
  readonly requirements: File
  /** Absent if the run had none. */
  readonly set?: File
  readonly report: File
  /** Absent if none was written. */
  readonly transcript?: File
}

/** Why a run gets no test result, if so. Policies take a test result to mean that everything that counts was tested. */
export function noResultFor(report: Report): string | undefined {
  if (report.filtered) return 'the run was limited to some suites or requirements; a result needs a whole profile'
  return refusalOfSet(report)
}

/** A pure function of the report and of digests. */
export function testResultOf(report: Report, { report: file, ...files }: ResultFiles) {
  const by = Map.groupBy(report.requirements, (requirement) => outcomeOf(requirement, report.strict))
  const ids = (outcome: Outcome): string[] => by.get(outcome)?.map(({ id }) => id) ?? []
  const warnedTests = ids('warned')
  const resources: (Resource | undefined)[] = [harnessOf(report), files.requirements, files.set, file, files.transcript]
  return {
    _type: STATEMENT_TYPE,
    subject: subjectsOf(report.target, file.digest.sha256),
    predicateType: TEST_RESULT_TYPE,
    predicate: {
      result: resultOf(report, warnedTests),
      configuration: resources.filter((each) => each !== undefined),
      passedTests: ids('passed'),
      warnedTests,
      failedTests: ids('failed'),
    },
  }
}

type Outcome = 'passed' | 'warned' | 'failed' | 'none'

/** Makes a failure that does not count yet a warning, because a failed test would contradict the result. */
function outcomeOf({ verdict, not_scored, newer }: ReportedRequirement, strict: boolean): Outcome {
  const isUnheld = verdict === 'fail' || verdict === 'warn'
  if (isUnheld && not_scored) return 'warned'
  if (verdict === 'fail' || (verdict === 'warn' && strict)) return 'failed'
  if (verdict === 'warn' || newer?.verdict === 'fail' || newer?.verdict === 'warn') return 'warned'
  return verdict === 'pass' ? 'passed' : 'none'
}

/** An incomplete run counts as failed, so that a policy that requires passed tests rejects it. */
function resultOf({ conclusion }: Report, warned: readonly string[]): 'PASSED' | 'WARNED' | 'FAILED' {
  if (conclusion !== 'conformant') return 'FAILED'
  return warned.length > 0 ? 'WARNED' : 'PASSED'
}

/** The harness and its settings, including the profile and declared absences, which policies check. */
function harnessOf({ harness, contract, profile, strict, seed, runs, requirements }: Report): Resource {
  const absent = requirements.flatMap(({ id, verdict }) => (verdict === 'not-applicable' ? [id] : []))
  const declared = absent.length > 0 ? { not_applicable: absent } : {}
  return {
    name: 'svc-conformance',
    uri: `pkg:npm/svc-conformance@${harness}`,
    annotations: { svc_conformance: { contract, profile, strict, seed, runs, ...declared } },
  }
}
