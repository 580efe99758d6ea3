/** A certificate at the gate: its signer, whether the files next to it match, and its content. */
import type { KeyObject } from 'node:crypto'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { bindingProblems, type NeighbouringFiles } from '../../certificate/authentic.ts'
import { faultOfSignature, isSigned, type NamedBytes, openCertificate } from '../../certificate/file.ts'
import { faultOfSurveillance, withdrawalOf, withdrawalsIn } from '../../certificate/revoked.ts'
import { faultOfTrust, signersOf } from '../../certificate/trust.ts'
import { type Demand, namesKeys } from './demands.ts'
import { type Reason, refusalsOf } from './judgement.ts'

/** What the gate demands of every certificate. */
export interface Asking {
  readonly demands: readonly Demand[]
  /** Accepts an unsigned certificate. */
  readonly unsigned: boolean
  readonly now: Date
}

export interface Decision {
  readonly path: string
  /** Absent if a signature is wrong, because then the author of the content is unknown. */
  readonly statement?: AnyStatement
  /** Why it is refused; empty if it passes. */
  readonly reasons: readonly Reason[]
}

const UNNAMED_KEY =
  'key=FILE or keys=FILE is missing, so its signature was not checked; --unsigned accepts certificates of any author'

/** Demands for keys that have not signed the certificate. @throws UsageError if it is not JSON */
export const wrongSignatures = (certificate: NamedBytes, demands: readonly Demand[]): Reason[] =>
  demands.flatMap(({ key, trusted, text, value }) => {
    const isForeign = trusted !== undefined && signersOf(certificate, trusted).length === 0
    const message = isForeign ? `it is not signed with any key of ${value}` : key && faultOfSignature(certificate, key)
    return message === undefined ? [] : [{ demand: text, message }]
  })

/**
 * Unmet demands about signers: a signer outside its limits, a withdrawn certificate, or opposing traffic.
 * @throws UsageError if none of the demanded keys has signed the list of withdrawn certificates
 */
export function unmetByKeys(certificate: NamedBytes, statement: AnyStatement, demands: readonly Demand[]): Reason[] {
  const keys = demands.flatMap(({ key, trusted = [] }) => [...(key ? [key] : []), ...trusted.map((each) => each.key)])
  return demands.flatMap(({ trusted, revoked, surveillance, text }) => {
    if (revoked && !keys.some((key) => faultOfSignature(revoked, key) === undefined))
      throw new UsageError(`--require ${text}: no key of key= or keys= has signed this list`)
    const withdrawn = revoked && withdrawalOf(withdrawalsIn(revoked), statement)
    const message = withdrawn === undefined ? undefined : `it was withdrawn: ${withdrawn}`
    const ofTraffic = surveillance && faultOfTraffic(surveillance, statement, keys)
    const fault = message ?? ofTraffic ?? (trusted && faultOfTrust(signersOf(certificate, trusted), statement))
    return fault === undefined ? [] : [{ demand: text, message: fault }]
  })
}

/** Requires a signature on the statement about traffic only if the demands name keys. */
function faultOfTraffic(file: NamedBytes, statement: AnyStatement, keys: readonly KeyObject[]): string | undefined {
  const isOfOneOf = isSigned(file) && keys.some((key) => faultOfSignature(file, key) === undefined)
  if (keys.length > 0 && !isOfOneOf) return 'no key of key= or keys= has signed it'
  return faultOfSurveillance(file, statement)
}

/** A certificate, and a function that finds the files next to it. */
type Presented = { readonly certificate: NamedBytes; readonly files: (statement: AnyStatement) => NeighbouringFiles }

/** @throws UsageError where it is not a certificate */
export function decide({ certificate, files }: Presented, { demands, unsigned, now }: Asking): Decision {
  const { path } = certificate
  const wrong = wrongSignatures(certificate, demands)
  if (wrong.length > 0) return { path, reasons: wrong }
  const statement = openCertificate(certificate)
  return {
    path,
    statement,
    reasons: [
      ...(unsigned || demands.some(namesKeys) ? [] : [{ demand: 'signature', message: UNNAMED_KEY }]),
      ...bindingProblems(statement, files(statement)).map(({ kind, message }) => ({ demand: kind, message })),
      ...refusalsOf(statement, demands, now),
      ...unmetByKeys(certificate, statement, demands),
    ],
  }
}
