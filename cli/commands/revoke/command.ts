/** `svc-conformance revoke`: withdraws certificates, with a signed list. */
import { createPublicKey } from 'node:crypto'
import { counted } from '../../../reporters/wording/counted.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { faultOfSignature, fileText, openCertificate, readCertificate } from '../../certificate/file.ts'
import {
  earlierWithdrawals,
  REVOKED_FORMAT,
  type RevokedList,
  revokedFile,
  type Withdrawal,
} from '../../certificate/revoked.ts'
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
  const earlier = earlierWithdrawals(list)
  if (earlier.length > 0 && faultOfSignature(revokedFile(list), createPublicKey(key)) !== undefined)
    throw new UsageError(`${list}: another key has signed this list; check it, and name a new file`)
  const added: Withdrawal[] = [
    ...paths.map((path) => ({ report: openCertificate(readCertificate(path)).predicate.report.digest.sha256, reason })),
    ...(before === undefined ? [] : [{ before, reason }]),
  ]
  const all: RevokedList = { format: REVOKED_FORMAT, issued: new Date().toISOString(), revoked: [...earlier, ...added] }
  writeNamed(list, fileText(all, key))
  print(`${list}: ${counted(all.revoked.length, 'withdrawal')}, ${added.length} of them new\n`)
  return exitCodes.conformant
}
