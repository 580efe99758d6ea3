/** Differences between a certificate and the run that was judged again. */
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { statementOf } from '../../../reporters/certificate/certificate.ts'
import { jsonIn } from '../../../reporters/formats/json.ts'
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

/** The new judgement of a run, and the files that it is compared with. */
interface Anew {
  readonly anew: Report
  /** The text of the new report, as it would be written to a file. */
  readonly text: string
  readonly exchanges: number
  readonly transcript: NamedBytes
  readonly report?: NamedBytes
}

/** Finds any change since this build made the certificate: every byte must be the same. */
export function changesSince(statement: AnyStatement, { anew, text, exchanges, transcript, report }: Anew): Problem[] {
  const { predicate } = statement
  const again = statementOf(anew, {
    // verification.ts has checked that the digest is that of this build. The commit may differ, because two commits
    // can have the same sources.
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
 * Compares the judgement of another version with that of this version. Skips the version's name and requirements that
 * only one version judges, because the certificate claims nothing about them. All recorded facts must be equal.
 */
export function differencesFrom({ predicate }: AnyStatement, anew: Report, { head, exchanges }: RecordedRun): string[] {
  const conclusion = anew.conclusion === 'conformant' ? [] : [`this version concludes ${anew.conclusion}`]
  const owed = anew.set === undefined ? undefined : frozenSetFrom(ourSetFile(anew.set)).requirements
  const verdicts = anew.requirements.flatMap(({ id, verdict }) => {
    const claimed = predicate.verdicts[id]
    // A certificate under a set claims nothing about requirements outside the set.
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

/** The challenges in a transcript, except those of requirements that never score. */
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

/** Changed verdicts in a changed report; empty if it is not a valid report, or is far longer than the new one. */
function reportProblems({ path, bytes }: NamedBytes, anew: Report, length: number): Problem[] {
  if (bytes.length > 4 * length) return []
  const value = jsonIn(Buffer.from(bytes).toString('utf8'))
  if (faultBySchema('report', value) !== undefined) return []
  const { requirements, conclusion } = value as Report
  const verdicts = verdictProblems(Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])), anew, path)
  if (conclusion === anew.conclusion) return verdicts
  const message = `${path} concludes ${conclusion}, the exchanges say ${anew.conclusion}`
  return [...verdicts, { kind: 'changed verdict', message }]
}

/** Members of the certificate that do not follow from the run, except those with their own kind of problem. */
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
