/** `svc-conformance revoke`: withdraws certificates, with a signed list. */
import { createPublicKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { counted } from '../../../reporters/wording/counted.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { faultOfSignature, fileText, openCertificate, readCertificate } from '../../certificate/file.ts'
import { type RevokedList, revokedFile, type Withdrawal, withdrawalsIn } from '../../certificate/revoked.ts'
import { privateKeyFrom } from '../../certificate/signing-key.ts'
import { exitCodes } from '../../exit-codes.ts'
import { writeNamed } from '../../files.ts'
import { print } from '../../output.ts'

export interface RevokeOptions {
  readonly reason: string
  readonly list: string
  readonly signKey: string
  readonly before?: string
}

/** @throws UsageError, for example if another key has signed the existing list */
export function revokeCommand(paths: readonly string[], { reason, list, signKey, before }: RevokeOptions): number {
  if (paths.length === 0 && before === undefined) throw new UsageError('name a certificate, or --before VERSION')
  if (reason.trim() === '' || reason.length > 500) throw new UsageError('--reason: write 1 to 500 characters')
  const key = privateKeyFrom(signKey)
  const earlier = existsSync(list) ? withdrawalsIn(revokedFile(list)) : []
  if (earlier.length > 0 && faultOfSignature(revokedFile(list), createPublicKey(key)) !== undefined)
    throw new UsageError(`${list}: another key has signed this list; check it, and name a new file`)
  const named: Withdrawal[] = [
    ...paths.map((path) => {
      const { report, transcript } = openCertificate(readCertificate(path)).predicate
      return { report: report.digest.sha256, transcript: transcript.digest.sha256, reason }
    }),
    ...(before === undefined ? [] : [{ before, reason }]),
  ]
  const isSame = (a: Withdrawal, b: Withdrawal): boolean =>
    a.report === b.report && a.transcript === b.transcript && a.before === b.before
  const added = named.filter((one) => !earlier.some((known) => isSame(known, one)))
  const revoked = [...earlier, ...added]
  const rest = named.length - added.length
  const already = rest === 0 ? '' : `; ${rest} ${rest === 1 ? 'was' : 'were'} already listed`
  const all: RevokedList = { format: 'svc-conformance-revoked/1', issued: new Date().toISOString(), revoked }
  writeNamed(list, fileText(all, key))
  print(`${list}: ${counted(revoked.length, 'withdrawal')}, ${added.length} of them new${already}\n`)
  return exitCodes.conformant
}
