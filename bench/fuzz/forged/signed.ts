/** A certificate and the record of its run, as texts. */
import { generateKeyPairSync } from 'node:crypto'
import { contentOf } from '../../../cli/certificate/file.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'

export interface Signed {
  readonly certificate: string
  readonly transcript: string
}

export const { privateKey, publicKey } = generateKeyPairSync('ed25519')

export const statementIn = ({ certificate }: Pick<Signed, 'certificate'>): AnyStatement =>
  contentOf({ path: 'own', bytes: Buffer.from(certificate) }) as AnyStatement
