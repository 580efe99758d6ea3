/** Ed25519 keys from PEM files. No message contains any part of a private key. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { MIB, readBytes } from '../../suites/harness/catalogue/named-file.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'

const HINT = {
  private: 'openssl genpkey -algorithm ed25519 -out key.pem makes one',
  public: 'openssl pkey -in key.pem -pubout -out public.pem makes one from the private key',
} as const

/** @throws UsageError if the file has no such key */
function keyFrom(path: string, kind: 'private' | 'public'): KeyObject {
  const text = readBytes(path, `the ${kind} key`, MIB)
  const refuse = (why: string): UsageError => new UsageError(`${path}: ${why}; ${HINT[kind]}`)
  let key: KeyObject
  try {
    // Node would derive the public key from a private one. Refuse it, because the user may be sharing a private key.
    if (kind === 'public' && text.includes('PRIVATE KEY'))
      throw refuse('this is a private key: keep it secret, and use the public key')
    if (text.toString().split('-----BEGIN ').length > 2)
      throw refuse('it has several keys; write each to a separate file, and name their folder with keys=FOLDER')
    key = kind === 'private' ? createPrivateKey(text) : createPublicKey(text)
  } catch (error) {
    throw error instanceof UsageError ? error : refuse(`this is not a ${kind} key in PEM, or it has a passphrase`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw refuse(`the key is ${key.asymmetricKeyType}, not ed25519`)
  return key
}

export const privateKeyFrom = (path: string): KeyObject => keyFrom(path, 'private')
export const publicKeyFrom = (path: string): KeyObject => keyFrom(path, 'public')
