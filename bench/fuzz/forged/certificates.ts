/** Judges forged certificates, statements and records of a run that was made and signed here. */
import type { KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fileText } from '../../../cli/certificate/file.ts'
import { verifyCertificate } from '../../../cli/commands/verify/verification.ts'
import { failureOf } from '../../../cli/output/errors.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { allChecks } from '../../../suites/index.ts'
import { reportWithFindings, signedRun } from '../files/seeds.ts'
import type { ForgedKind } from './classes.ts'
import { envelopes } from './envelopes.ts'
import { rebound, records, shapeOf } from './records.ts'
import { privateKey, publicKey, type Signed, statementIn } from './signed.ts'
import { statements } from './statements.ts'
import { forgedTexts } from './texts.ts'

async function judged(
  { certificate, transcript }: Signed,
  own: AnyStatement,
  key: KeyObject | undefined,
): ReturnType<ForgedKind<Signed>['judge']> {
  try {
    const { statement, problems, signed, rejudged } = await verifyCertificate({
      certificate: { path: 'certificate', bytes: Buffer.from(certificate) },
      files: () => (key ? {} : { transcript: { path: 'transcript.jsonl', bytes: Buffer.from(transcript) } }),
      ...(key ? { publicKey: key } : {}),
      at: new Date(Date.parse(own.predicate.finished) + 1_000),
      checks: allChecks,
    })
    if (problems.length > 0) return 'refused'
    if (key && !signed) return { broken: 'accepted without a signature' }
    if (!key && rejudged?.kind !== 'the same') return 'refused'
    return isDeepStrictEqual(statement, own) ? 'harmless' : { broken: 'accepted, and says something else' }
  } catch (error) {
    const { message, code } = failureOf(error, true)
    return code === 2 && /certificate|transcript/.test(message) ? 'refused' : { broken: message }
  }
}

/** Values may differ where no verdict hangs on them, as the forger could have had such a gateway; lines and names may not. */
async function judgedRecord(forged: Signed, own: Signed): ReturnType<ForgedKind<Signed>['judge']> {
  const { certificate, statement } = rebound(forged)
  const found = await judged({ ...forged, certificate }, statement, undefined)
  return found !== 'harmless' || shapeOf(forged) === shapeOf(own) ? found : { broken: 'accepted, with other lines' }
}

export async function forgedCertificates(): Promise<readonly (ForgedKind<Signed> | ForgedKind<object>)[]> {
  const own = await signedRun(privateKey)
  const statement = statementIn(own)
  const kinds: readonly ForgedKind<Signed>[] = [
    { kind: 'certificate', own, forgeries: envelopes, judge: (forged) => judged(forged, statement, publicKey) },
    // An author without a key may write any statement, so it is made of the one that says what was recorded.
    {
      kind: 'statement',
      own: { ...own, certificate: fileText(statement, undefined) },
      forgeries: statements,
      judge: (forged) => judged(forged, statement, undefined),
    },
    { kind: 'record', own, forgeries: records, judge: (forged) => judgedRecord(forged, own) },
  ]
  return [...kinds, ...forgedTexts(statement, await reportWithFindings())]
}
