/**
 * DSSE envelopes with a local ed25519 key. The encoding takes one line, and node:crypto does the rest. The sigstore
 * packages are a hundred times as large, and made for a service that works only online.
 */
import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

export interface Envelope {
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  readonly signatures: readonly { readonly keyid?: string; readonly sig: string }[]
}

/** The signed bytes: the type and the text, each with its length before it, so that the encoding is unambiguous. */
export const preAuthenticationEncoding = (type: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload])

/**
 * The OpenSSH fingerprint of a key: it distinguishes keys, but proves nothing. Verifiers in Go compute it for a key
 * without an id, and skip signatures with a different id.
 */
export function keyId(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const parts = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')]
  const wire = Buffer.concat(parts.flatMap((part) => [Buffer.of(0, 0, 0, part.length), part]))
  return `SHA256:${hash('sha256', wire, 'base64').replace(/=+$/, '')}`
}

/** Puts a text into an envelope with the signature of an ed25519 key. */
export function seal(text: string, key: KeyObject): Envelope {
  const payload = Buffer.from(text)
  const sig = sign(null, preAuthenticationEncoding(PAYLOAD_TYPE, payload), key).toString('base64')
  return { payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: [{ keyid: keyId(key), sig }] }
}

/** Whether this key made one of the signatures. Ignores key ids, which are only hints that anyone can write. */
export function isSealedBy({ payloadType, payload, signatures }: Envelope, key: KeyObject): boolean {
  if (payloadType !== PAYLOAD_TYPE) return false
  const signed = preAuthenticationEncoding(payloadType, Buffer.from(payload, 'base64'))
  return signatures.some(({ sig }) => verify(null, signed, key, Buffer.from(sig, 'base64')))
}
