/**
 * Verifies a certificate in two steps. First it checks that a certificate of any version is authentic. Then, as far as
 * this version can, it derives the whole content again from the recorded exchanges, and compares.
 */
import type { KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { revisitOf } from '../../../reporters/certificate/revisited.ts'
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
  /** Further demands on the certificate, as for `gate`. */
  readonly demands?: readonly Demand[]
  /** The time to judge by. */
  readonly at: Date
  /** The certificate must not expire within this many milliseconds after `at`. */
  readonly within?: number
  /** Only check whether it is authentic. */
  readonly authentic?: boolean
  readonly checks: readonly Check[]
}

export interface Verification {
  /** Absent if the signature is wrong, because then its author is unknown. */
  readonly statement?: AnyStatement
  readonly problems: readonly Problem[]
  /** The message that it expires soon, if it expires within the given time. */
  readonly soon?: string
  readonly unmet: readonly Reason[]
  /** Whether a signature was required, and therefore found to be valid. */
  readonly signed: boolean
  /** Files whose digests were compared. */
  readonly files: readonly string[]
  /** Absent if it was not requested or possible, or if there are problems. */
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
  // Never replay files that do not match the certificate: their author could make the replay arbitrarily expensive.
  const foreign = bindingProblems(statement, files)
  if (foreign.length > 0) return { ...found, problems: foreign }
  const { true: soon, false: times = [] } = Object.groupBy(
    timeProblems(statement, at, within),
    ({ kind }) => `${kind === 'expires soon'}`,
  )
  const ending = soon?.[0] === undefined ? {} : { soon: soon[0].message }
  const { transcript } = files
  if (verifying.authentic || !transcript) return { ...found, ...ending, problems: times }
  const anew = await rejudge(statement, { ...files, transcript }, verifying.checks)
  return { ...found, ...ending, ...anew, problems: [...times, ...anew.problems] }
}

/** Whether a certificate follows from its exchanges, by this version. Another version's verdicts may differ. */
export type Rejudged =
  | {
      readonly kind: 'the same'
      readonly verdicts: number
      readonly exchanges: number
      /** Whether this build made the certificate, so that the report was compared as well. */
      readonly whole: boolean
    }
  | { readonly kind: 'otherwise'; readonly differences: readonly string[] }
  | { readonly kind: 'not'; readonly reason: string }

/** The result for `verify`: problems, or the judgement of this version if there are none. */
type Anew = { readonly problems: readonly Problem[]; readonly rejudged?: Rejudged }

type Files = NeighbouringFiles & { readonly transcript: NamedBytes }

/**
 * Judges the recorded run again. A certificate that claims this build must match in everything.
 * @throws UsageError if it claims this build, and the transcript cannot be replayed
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
    ...(await Promise.all((files.revisits ?? []).map((file) => revisitProblems(file, statement, checks)))).flat(),
    ...several(
      'changed exchange',
      divergences.map(({ exchange, kind }) => `${exchange}: ${kind}`),
    ),
    ...changesSince(statement, { anew, text: reportText(anew), exchanges: run.exchanges.length, ...files }),
  ]
  return problems.length > 0 ? { problems } : { problems, rejudged: same(statement, run, anew, true) }
}

/** Whether the exchanges of a revisit fit this version and the certificate, and show no contradiction. */
async function revisitProblems(
  file: NamedBytes,
  { predicate: { target, revisits = [] } }: AnyStatement,
  checks: readonly Check[],
): Promise<Problem[]> {
  const run = readRun(file)
  if (typeof run === 'string') return [{ kind: 'changed exchange', message: run }]
  const { report, divergences } = await replayed(run, file, checks.filter(isOrdinary))
  const {
    another_key: _key,
    transcript: _file,
    ...said
  } = revisits.find((each) => each.transcript.name === basename(file.path)) ?? {}
  const isThis = report.target.base_url === target.base_url && isDeepStrictEqual(said, revisitOf(target, report))
  if (divergences.length === 0 && report.conclusion === 'conformant' && isThis) return []
  return [{ kind: 'changed exchange', message: `${file.path}: the revisit is not what it should be` }]
}

/** Compares the digest too, because all builds of a checkout have the same version. */
const isOfThisBuild = ({ predicate: { harness } }: AnyStatement): boolean =>
  harness.version === harnessVersion && harness.digest?.sha256 === harnessDigest().sha256

/** @param judged the report of this version, whose requirements may differ from those of the certificate */
function same({ predicate }: AnyStatement, { exchanges }: RecordedRun, judged: Report, whole: boolean): Rejudged {
  const verdicts = judged.requirements.filter(({ id }) => Object.hasOwn(predicate.verdicts, id)).length
  return { kind: 'the same', verdicts, exchanges: exchanges.length, whole }
}

/** Judges a certificate of another version. If this version would have sent other requests, it cannot judge. */
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

/** The recorded run, or what is wrong with the transcript. */
function readRun({ path, bytes }: NamedBytes): RecordedRun | string {
  try {
    const run = parseTranscript(Buffer.from(bytes).toString('utf8'), path)
    const { head, exchanges } = run
    // Refuse before generating, which may take long: a real run has sent at least one request per run.
    return head.profile !== 'smoke' && head.runs > exchanges.length
      ? `${path}: a run with --runs ${head.runs} has sent more than the ${exchanges.length} requests that are recorded`
      : run
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

/** @throws UsageError if the transcript has something that no run can have, such as an invalid base URL */
async function replayed(run: RecordedRun, { path }: NamedBytes, checks: readonly Check[]): Promise<Replayed> {
  try {
    return await replay(run, checks)
  } catch (error) {
    throw new UsageError(`${path}: no run can be made of it: ${(error as Error).message}`)
  }
}
