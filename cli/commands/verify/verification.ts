/**
 * Verifies a certificate, in two parts. First, in any version, whether it is authentic. Then its whole content is made again
 * from the recorded exchanges, and compared, as far as this version can.
 */
import type { KeyObject } from 'node:crypto'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { harnessDigest, harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { type Replayed, replay } from '../../../suites/harness/report/replay.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { parseTranscript, type RecordedRun } from '../../../suites/harness/report/transcript-file.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { bindingProblems, type NeighbouringFiles, timeProblems } from '../../certificate/authentic.ts'
import { faultOfSignature, type NamedBytes, openCertificate, type Problem, several } from '../../certificate/file.ts'
import { type Demand, namesKeys } from '../gate/demands.ts'
import { type Reason, unmetBy } from '../gate/judgement.ts'
import { unmetByKeys, wrongSignatures } from '../gate/presented.ts'
import { isOrdinary } from '../revisit/asking.ts'
import { changesSince, differencesFrom } from './differences.ts'

interface Verifying {
  readonly certificate: NamedBytes
  /** Finds the files of the certificate. Without a transcript nothing is judged again. */
  readonly files: (statement: AnyStatement) => NeighbouringFiles
  readonly publicKey?: KeyObject
  /** What else it has to say. */
  readonly demands?: readonly Demand[]
  /** The time to judge by. */
  readonly at: Date
  /** Milliseconds from then in which it must not expire. */
  readonly within?: number
  /** Only check whether it is authentic. */
  readonly authentic?: boolean
  readonly checks: readonly Check[]
}

export interface Verification {
  /** Absent if the signature is wrong: then its author is unknown. */
  readonly statement?: AnyStatement
  readonly problems: readonly Problem[]
  /** When it expires, if that is within the given time. */
  readonly soon?: string
  readonly unmet: readonly Reason[]
  /** Whether a signature of the key was found. */
  readonly signed: boolean
  /** Files whose digests were compared. */
  readonly files: readonly string[]
  /** Absent if it was not requested, or if a problem ended it before. */
  readonly rejudged?: Rejudged
}

/** Verifies a certificate completely. @throws UsageError if there is nothing to verify */
export async function verifyCertificate(verifying: Verifying): Promise<Verification> {
  const { certificate, publicKey, demands = [], at, within } = verifying
  const signatures = [publicKey && faultOfSignature(certificate, publicKey)]
    .concat(wrongSignatures(certificate, demands).map(({ message }) => message))
    .flatMap((message) => (message === undefined ? [] : [{ kind: 'signature', message } as const]))
  if (signatures.length > 0) return { problems: signatures, unmet: [], signed: false, files: [] }
  const statement = openCertificate(certificate)
  const files = verifying.files(statement)
  const found = {
    statement,
    signed: publicKey !== undefined || demands.some(namesKeys),
    unmet: [...unmetBy(statement, demands, at), ...unmetByKeys(certificate, statement, demands)],
    files: [files.report ?? [], files.transcript ?? [], files.revisits ?? []]
      .flat()
      .map(({ path }: NamedBytes) => path),
  }
  // Never replay files that were not signed: their author would decide the cost of the replay.
  const foreign = bindingProblems(statement, files)
  if (foreign.length > 0) return { ...found, problems: foreign }
  const { true: soon, false: times = [] } = Object.groupBy(
    timeProblems(statement, at, within),
    ({ kind }) => `${kind === 'expires soon'}`,
  )
  const ending = soon?.[0] === undefined ? {} : { soon: soon[0].message }
  const { transcript, report, revisits = [] } = files
  if (verifying.authentic || !transcript) return { ...found, ...ending, problems: times }
  const anew = await rejudge(statement, { transcript, revisits, ...(report ? { report } : {}) }, verifying.checks)
  return { ...found, ...ending, ...anew, problems: [...times, ...anew.problems] }
}

/** Whether a certificate follows from the recorded exchanges, by the checks of this version. A different verdict of another version does not invalidate a certificate. */
export type Rejudged =
  | {
      readonly kind: 'the same'
      readonly verdicts: number
      readonly exchanges: number
      /** This build made it, so the report was compared as well. */
      readonly whole: boolean
    }
  | { readonly kind: 'otherwise'; readonly differences: readonly string[] }
  | { readonly kind: 'not'; readonly reason: string }

/** The result for `verify`: problems, or without one the judgement of this version. */
type Anew = { readonly problems: readonly Problem[]; readonly rejudged?: Rejudged }

interface Files {
  readonly transcript: NamedBytes
  readonly report?: NamedBytes
  readonly revisits: readonly NamedBytes[]
}

/**
 * Judges the recorded run again. A certificate that claims this build has to match in everything.
 * @throws UsageError if this build has made it, and the record is not a run
 */
async function rejudge(statement: AnyStatement, files: Files, checks: readonly Check[]): Promise<Anew> {
  const own = isOfThisBuild(statement)
  const run = readRun(files.transcript)
  if (typeof run === 'string')
    return own
      ? { problems: [{ kind: 'changed exchange', message: run }] }
      : { problems: [], rejudged: { kind: 'not', reason: `it cannot read ${run}` } }
  if (!own) return { problems: [], rejudged: await byAnother(statement, run, files, checks) }
  const { report: judged, divergences } = await replayed(run, files.transcript, checks)
  const { revisits } = statement.predicate
  const anew = { ...judged, ...compact({ revisits }) }
  const problems = [
    ...(await Promise.all(files.revisits.map((file) => revisitProblems(file, checks)))).flat(),
    ...several(
      'changed exchange',
      divergences.map(({ exchange, kind }) => `${exchange}: ${kind}`),
    ),
    ...changesSince(statement, { anew, text: reportText(anew), exchanges: run.exchanges.length, ...files }),
  ]
  return problems.length > 0 ? { problems } : { problems, rejudged: same(statement, run, anew, true) }
}

/** Whether the exchanges of a revisit fit this version, and show no contradiction. */
async function revisitProblems(file: NamedBytes, checks: readonly Check[]): Promise<Problem[]> {
  const run = readRun(file)
  if (typeof run === 'string') return [{ kind: 'changed exchange', message: run }]
  const { report, divergences } = await replayed(run, file, checks.filter(isOrdinary))
  if (divergences.length === 0 && report.conclusion === 'conformant') return []
  return [{ kind: 'changed exchange', message: `${file.path}: the revisit is not what it should be` }]
}

/** The version alone is not enough: all builds of a checkout share one. */
const isOfThisBuild = ({ predicate: { harness } }: AnyStatement): boolean =>
  harness.version === harnessVersion && harness.digest?.sha256 === harnessDigest().sha256

/** @param judged what this version knows: another one may have other requirements */
function same({ predicate }: AnyStatement, { exchanges }: RecordedRun, judged: Report, whole: boolean): Rejudged {
  const verdicts = judged.requirements.filter(({ id }) => Object.hasOwn(predicate.verdicts, id)).length
  return { kind: 'the same', verdicts, exchanges: exchanges.length, whole }
}

/** A certificate of another version: if this one would have sent other requests, it cannot judge the responses. */
async function byAnother(
  statement: AnyStatement,
  run: RecordedRun,
  { transcript }: Files,
  checks: readonly Check[],
): Promise<Rejudged> {
  let made: Replayed
  try {
    made = await replayed(run, transcript, checks)
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'not', reason: error.message }
    throw error
  }
  const { report: anew, divergences } = made
  if (divergences.length > 0) {
    const reason = `it would have sent other requests (${divergences.length} differences from the ${run.exchanges.length} that are recorded)`
    return { kind: 'not', reason }
  }
  const differences = differencesFrom(statement, anew, run)
  return differences.length > 0 ? { kind: 'otherwise', differences } : same(statement, run, anew, false)
}

/** The record, or its problem. */
function readRun({ path, bytes }: NamedBytes): RecordedRun | string {
  try {
    const run = parseTranscript(Buffer.from(bytes).toString('utf8'), path)
    const { head, exchanges } = run
    // To generate that many takes long, and an honest run has sent each of them.
    return head.profile !== 'smoke' && head.runs > exchanges.length
      ? `${path}: a run with --runs ${head.runs} has sent more than the ${exchanges.length} requests that are recorded`
      : run
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

/** @throws UsageError if the record has something that no run can have, such as an invalid base URL */
async function replayed(run: RecordedRun, { path }: NamedBytes, checks: readonly Check[]): Promise<Replayed> {
  try {
    return await replay(run, checks)
  } catch (error) {
    throw new UsageError(`${path}: no run can be made of it: ${(error as Error).message}`)
  }
}
