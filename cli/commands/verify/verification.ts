/** Verifies a certificate: everything that it says is made again from the recorded exchanges, and compared. */
import type { KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Statement, statementOf } from '../../../reporters/certificate/certificate.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import { shellWord } from '../../../suites/harness/http/shell.ts'
import { type Replayed, replay } from '../../../suites/harness/report/replay.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { parseTranscript, type RecordedRun } from '../../../suites/harness/report/transcript-file.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { catalogueDigest, openCertificate, sha256 } from '../../certificate-file.ts'

export interface Problem {
  readonly kind:
    | 'signature'
    | 'expired'
    | 'not yet valid'
    | 'changed report'
    | 'changed exchange'
    | 'changed verdict'
    | 'changed certificate'
  readonly message: string
}

interface NamedBytes {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface Verifying {
  readonly certificate: NamedBytes
  readonly transcript: NamedBytes
  readonly report?: NamedBytes
  readonly publicKey?: KeyObject
  /** The moment to judge by. */
  readonly at: Date
  readonly checks: readonly Check[]
}

export interface Verification {
  readonly statement: Statement
  readonly problems: readonly Problem[]
  /** A signature was checked. */
  readonly signed: boolean
  readonly exchanges: number
}

/** Compares everything that a certificate says. @throws UsageError where there is nothing to verify, or this version cannot */
export async function verifyCertificate(verifying: Verifying): Promise<Verification> {
  const { certificate, transcript, publicKey } = verifying
  const { statement, signature } = openCertificate(certificate, publicKey)
  const found = (problems: readonly Problem[], exchanges = 0): Verification => ({
    statement,
    problems,
    signed: publicKey !== undefined && signature === undefined,
    exchanges,
  })
  // Whoever hands in other files than those that were signed decides what a replay would cost: it never begins.
  if (signature !== undefined) return found([{ kind: 'signature', message: signature }])
  const foreign = fileProblems(statement, verifying)
  if (foreign.length > 0) return found(foreign)
  assertSameVersion(statement)
  const run = readRun(transcript)
  if ('kind' in run) return found([run])
  const { exchanges, head } = run
  // Generating that many takes long, and an honest run has sent each of them.
  if (head.profile !== 'smoke' && head.runs > exchanges.length) {
    const message = `a run with --runs ${head.runs} has sent more than the ${exchanges.length} requests that are recorded`
    return found([{ kind: 'changed exchange', message }])
  }
  return found(
    [...timeProblems(statement, verifying.at), ...(await anewProblems(statement, run, verifying))],
    exchanges.length,
  )
}

/** Files that are not those of the certificate. */
function fileProblems({ predicate }: Statement, { report, transcript }: Verifying): Problem[] {
  const problems: Problem[] = []
  if (report && sha256(report.bytes) !== predicate.report.digest.sha256)
    problems.push({ kind: 'changed report', message: `${report.path} is not the report that was certified` })
  if (sha256(transcript.bytes) !== predicate.transcript.digest.sha256)
    problems.push({ kind: 'changed exchange', message: `${transcript.path} is not the transcript that was certified` })
  return problems
}

function timeProblems({ predicate: { expires, finished } }: Statement, at: Date): Problem[] {
  const moment = at.toISOString()
  if (Date.parse(expires) <= at.getTime())
    return [{ kind: 'expired', message: `it ended ${expires}; now is ${moment}` }]
  if (Date.parse(finished) <= at.getTime()) return []
  return [{ kind: 'not yet valid', message: `its run finished ${finished}; now is ${moment}` }]
}

/** A version that judges otherwise can neither confirm nor refute. @throws UsageError */
function assertSameVersion({ predicate: { harness, contract } }: Statement): void {
  if (harness.version === harnessVersion && contract.requirements.digest.sha256 === catalogueDigest()) return
  throw new UsageError(
    `the certificate was made by svc-conformance ${harness.version} with its own catalogue, and this is ${harnessVersion}; verify it with npx ${shellWord(`svc-conformance@${harness.version}`)} verify`,
  )
}

function readRun({ path, bytes }: NamedBytes): RecordedRun | Problem {
  try {
    return parseTranscript(Buffer.from(bytes).toString('utf8'), path)
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'changed exchange', message: error.message }
    throw error
  }
}

/** Everything that the recorded exchanges say about a certificate. */
async function anewProblems(statement: Statement, run: RecordedRun, verifying: Verifying): Promise<Problem[]> {
  const { transcript, report } = verifying
  const { report: anew, divergences } = await replayed(run, verifying)
  const text = reportText(anew)
  const { predicate } = statement
  const again = statementOf(anew, {
    requirements: catalogueDigest(),
    report: [predicate.report.name, sha256(text)],
    transcript: [basename(transcript.path), sha256(transcript.bytes)],
    exchanges: run.exchanges.length,
    expires: predicate.expires,
  })
  return [
    ...several(
      'changed exchange',
      divergences.map(({ exchange, kind }) => `${exchange}: ${kind}`),
    ),
    ...verdictProblems(predicate.verdicts, anew, 'the certificate'),
    ...(report && Buffer.compare(report.bytes, Buffer.from(text)) !== 0 ? reportProblems(report, anew) : []),
    ...memberProblems(statement, again),
  ]
}

/** @throws UsageError where the record holds what no run can be made of, such as a base URL that is none */
async function replayed(run: RecordedRun, { transcript, checks }: Verifying): Promise<Replayed> {
  try {
    return await replay(run, checks)
  } catch (error) {
    throw new UsageError(`${transcript.path}: no run can be made of it: ${(error as Error).message}`)
  }
}

/** Verdicts that a list holds and the exchanges do not lead to. */
function verdictProblems(claimed: Readonly<Record<string, string>>, anew: Report, who: string): Problem[] {
  const found = new Map(anew.requirements.map(({ id, verdict }) => [id, verdict as string]))
  const ids = [...new Set([...found.keys(), ...Object.keys(claimed)])].sort()
  const different = ids.filter((id) => found.get(id) !== claimed[id])
  return several(
    'changed verdict',
    different.map(
      (id) => `${id}: ${who} says ${claimed[id] ?? 'nothing'}, the exchanges say ${found.get(id) ?? 'nothing'}`,
    ),
  )
}

/** Verdicts of a changed report; nothing where it is no report any more. */
function reportProblems({ path, bytes }: NamedBytes, anew: Report): Problem[] {
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

/** Members of the certificate that are not what the run leads to. Those with a kind of their own are left out. */
function memberProblems(statement: Statement, anew: Statement): Problem[] {
  const { verdicts, transcript, ...rest } = statement.predicate
  const members = Object.entries({ subject: statement.subject, ...rest })
  const own: Readonly<Record<string, unknown>> = { subject: anew.subject, ...anew.predicate }
  return several(
    'changed certificate',
    members.flatMap(([name, value]) =>
      isDeepStrictEqual(value, own[name]) ? [] : [`${name} is not that of the recorded run`],
    ),
  )
}

/** How many differences of one kind are listed. */
const LISTED = 10

function several(kind: Problem['kind'], messages: readonly string[]): Problem[] {
  const rest = messages.length - LISTED
  const shown = rest > 0 ? [...messages.slice(0, LISTED), `and ${rest} more`] : messages
  return shown.map((message) => ({ kind, message }))
}
