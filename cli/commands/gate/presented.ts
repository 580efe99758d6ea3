/** A certificate that is presented to the gate: who has signed it, whether the files next to it are its own, and what it says. */
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { bindingProblems, type FilesBeside } from '../../certificate/authentic.ts'
import { faultOfSignature, openCertificate } from '../../certificate/file.ts'
import type { NamedBytes } from '../../certificate/problem.ts'
import type { Demand } from './demands.ts'
import { type Reason, refusalsOf } from './judgement.ts'

export interface Presented {
  readonly certificate: NamedBytes
  /** Finds those of its files that are at hand. */
  readonly files: (statement: AnyStatement) => FilesBeside
}

/** What is asked of every certificate. */
export interface Asking {
  readonly demands: readonly Demand[]
  /** Accepts an unsigned certificate. */
  readonly unsigned: boolean
  readonly now: Date
}

export interface Decision {
  readonly path: string
  /** Absent if its signature is wrong: then its content has no author. */
  readonly statement?: AnyStatement
  /** Why it is refused; empty where it passes. */
  readonly reasons: readonly Reason[]
}

const UNNAMED_KEY =
  'key=FILE is missing, so its signature was not checked; --unsigned accepts certificates of any author'

/** Demands of a key that has not signed it. @throws UsageError where it is not JSON */
export function wrongSignatures(certificate: NamedBytes, demands: readonly Demand[]): Reason[] {
  return demands.flatMap(({ key, text }) => {
    const message = key && faultOfSignature(certificate, key)
    return message === undefined ? [] : [{ demand: text, message }]
  })
}

/** @throws UsageError where it is not a certificate */
export function decide({ certificate, files }: Presented, { demands, unsigned, now }: Asking): Decision {
  const { path } = certificate
  const wrong = wrongSignatures(certificate, demands)
  if (wrong.length > 0) return { path, reasons: wrong }
  const statement = openCertificate(certificate)
  const isSomebodys = unsigned || demands.some(({ key }) => key !== undefined)
  return {
    path,
    statement,
    reasons: [
      ...(isSomebodys ? [] : [{ demand: 'signature', message: UNNAMED_KEY }]),
      ...bindingProblems(statement, files(statement)).map(({ kind, message }) => ({ demand: kind, message })),
      ...refusalsOf(statement, demands, now),
    ],
  }
}
