/**
 * Verifies a certificate, in two parts. First, in any version, whether it is authentic. Then its whole content is made again
 * from the recorded exchanges, and compared, as far as this version can.
 */
import type { KeyObject } from 'node:crypto'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { bindingProblems, type NeighbouringFiles, timeProblems } from '../../certificate/authentic.ts'
import { faultOfSignature, type NamedBytes, openCertificate, type Problem } from '../../certificate/file.ts'
import { type Demand, namesKeys } from '../gate/demands.ts'
import { type Reason, unmetBy } from '../gate/judgement.ts'
import { unmetByKeys, wrongSignatures } from '../gate/presented.ts'
import { type Rejudged, rejudge } from './rejudged.ts'

export interface Verifying {
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
