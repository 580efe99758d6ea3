/** The types of forgeries and their judges, and a signing key. */
import { generateKeyPairSync } from 'node:crypto'
import { contentOf } from '../../../cli/certificate/file.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import type { Draw } from '../requests/draw.ts'

/** Makes one forged input from the original, `own`. */
export type Forge<T> = (own: T, draw: Draw) => T

/** A kind of input, the ways in which it is forged, and the judge of the result. */
export interface ForgedKind<T> {
  readonly kind: string
  readonly own: T
  readonly forgeries: Readonly<Record<string, Forge<T>>>
  /** `harmless` if it was accepted as exactly its original. */
  judge(forged: T): Promise<'refused' | 'harmless' | { readonly broken: string }>
  close?(): Promise<void>
}

export interface Signed {
  readonly certificate: string
  readonly transcript: string
}

export const { privateKey, publicKey } = generateKeyPairSync('ed25519')

export const statementIn = ({ certificate }: Pick<Signed, 'certificate'>): AnyStatement =>
  contentOf({ path: 'own', bytes: Buffer.from(certificate) }) as AnyStatement
