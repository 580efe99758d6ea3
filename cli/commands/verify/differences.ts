/** Differences between a certificate and its repeated run. */
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { statementOf } from '../../../reporters/certificate/certificate.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import type { RequirementId } from '../../../suites/harness/catalogue/requirements.ts'
import { harnessDigest } from '../../../suites/harness/catalogue/version.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { RecordedRun, RunHead } from '../../../suites/harness/report/transcript-file.ts'
import { canScore, frozenSetFrom } from '../../../suites/harness/sets/frozen-set.ts'
import { ourSetFile } from '../../../suites/harness/sets/scoring.ts'
import {
  catalogueDigest,
  hasSet,
  type NamedBytes,
  type Problem,
  setBinding,
  several,
  sha256,
} from '../../certificate/file.ts'

/** A repeated run, and the files that it is compared with. */
interface Anew {
  readonly anew: Report
  /** The text of the report in a file. */
  readonly text: string
  readonly exchanges: number
  readonly transcript: NamedBytes
  readonly report?: NamedBytes
}

/** Changes since this version made the certificate: every byte has to be the same. */
export function changesSince(statement: AnyStatement, { anew, text, exchanges, transcript, report }: Anew): Problem[] {
  const { predicate } = statement
  const again = statementOf(anew, {
    // Its sources are those of this build, as rejudged.ts has checked. The commit may differ: two commits may have the same
    // sources.
    build: predicate.harness.digest ?? harnessDigest(),
    requirements: catalogueDigest(),
    ...setBinding(anew),
    report: [predicate.report.name, sha256(text)],
    transcript: [basename(transcript.path), sha256(transcript.bytes)],
    exchanges,
    expires: predicate.expires,
  })
  return [
    ...verdictProblems(predicate.verdicts, anew, 'the certificate'),
    ...(report && !Buffer.from(text).equals(report.bytes) ? reportProblems(report, anew, text.length) : []),
    ...memberProblems(statement, again),
  ]
}

/**
 * Compares the run of another version with this one's judgement. The name of the version is not compared, nor are requirements
 * that only one of them judges, since the certificate claims nothing else. All facts of the record have to be equal.
 */
export function differencesFrom({ predicate }: AnyStatement, anew: Report, { head, exchanges }: RecordedRun): string[] {
  const conclusion = anew.conclusion === 'conformant' ? [] : [`this version concludes ${anew.conclusion}`]
  const owed = anew.set === undefined ? undefined : frozenSetFrom(ourSetFile(anew.set)).requirements
  const verdicts = anew.requirements.flatMap(({ id, verdict }) => {
    const claimed = predicate.verdicts[id]
    // A judgement by a set covers only the set.
    const isOpen = claimed === undefined && !owed?.has(id as RequirementId)
    return isOpen || claimed === verdict ? [] : [`${id}: ${claimed ?? 'nothing'} then, ${verdict} by this version`]
  })
  const recorded = (
    ['profile', 'strict', 'target', 'seed', 'seed_from', 'nonce', 'runs', 'requests', 'started', 'finished'] as const
  ).filter((name) => !isDeepStrictEqual(predicate[name], anew[name]))
  const others = [
    ...(predicate.set?.name === anew.set ? [] : ['set']),
    ...([predicate.contract.version, head.contract].every((own) => own === anew.contract) ? [] : ['contract']),
    ...(predicate.exchanges === exchanges.length ? [] : ['exchanges']),
    ...(isDeepStrictEqual([...(predicate.challenges ?? [])].sort(), challengesIn(head, anew)) ? [] : ['challenges']),
  ]
  const { set } = predicate
  const isOtherSet = set !== undefined && set.name === anew.set && !hasSet(set)
  return [
    ...conclusion,
    ...verdicts,
    ...[...recorded, ...others].map((name) => `${name} is not that of the recorded run`),
    ...(isOtherSet ? [`its set ${set.name} is another file than that of this version`] : []),
  ]
}

/** The challenges of a record, except those of requirements that never score. */
function challengesIn({ challenges = {} }: RunHead, { requirements }: Report): string[] {
  const never = new Set(requirements.flatMap(({ id, level }) => (canScore({ level }) ? [] : [id])))
  return [...new Set(Object.entries(challenges).flatMap(([id, own]) => (never.has(id) ? [] : own)))].sort()
}

/** Verdicts in a list that do not follow from the exchanges. */
function verdictProblems(claimed: Readonly<Record<string, string>>, anew: Report, source: string): Problem[] {
  const found = new Map(anew.requirements.map(({ id, verdict }) => [id, verdict as string]))
  const ids = [...new Set([...found.keys(), ...Object.keys(claimed)])].sort()
  const different = ids.filter((id) => found.get(id) !== claimed[id])
  const said = (id: string): string =>
    `${id}: ${source} says ${claimed[id] ?? 'nothing'}, the exchanges say ${found.get(id) ?? 'nothing'}`
  return several('changed verdict', different.map(said))
}

/** Verdicts of a changed report; none if it is no longer a report, or far longer than ours. */
function reportProblems({ path, bytes }: NamedBytes, anew: Report, length: number): Problem[] {
  if (bytes.length > 4 * length) return []
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return []
  }
  if (faultBySchema('report', value) !== undefined) return []
  const { requirements, conclusion } = value as Report
  const verdicts = verdictProblems(Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])), anew, path)
  if (conclusion === anew.conclusion) return verdicts
  const message = `${path} concludes ${conclusion}, the exchanges say ${anew.conclusion}`
  return [...verdicts, { kind: 'changed verdict', message }]
}

/** Members of the certificate that do not follow from the run, without those that have a separate kind. */
function memberProblems(statement: AnyStatement, anew: AnyStatement): Problem[] {
  const members = (of: AnyStatement): Readonly<Record<string, unknown>> => {
    const { predicate, ...outside } = of
    const { verdicts, transcript, ...rest } = predicate
    return { ...outside, ...rest }
  }
  const [claimed, own] = [members(statement), members(anew)]
  return several(
    'changed certificate',
    [...new Set([...Object.keys(claimed), ...Object.keys(own)])]
      .filter((name) => !isDeepStrictEqual(claimed[name], own[name]))
      .map((name) => `${name} is not that of the recorded run`),
  )
}
