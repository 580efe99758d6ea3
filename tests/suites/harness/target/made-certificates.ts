/** Certificates for tests: a CA, and certificates that it issues. */
import { generate } from 'selfsigned'

export interface Made {
  readonly key: string
  readonly cert: string
}

export interface Wish {
  /** A host name, an address or a client. */
  readonly name: string
  /** Days from now; valid since yesterday and for a month by default. */
  readonly from?: number
  readonly until?: number
  readonly passphrase?: string
  /** The digest of the signature; sha256 by default. */
  readonly digest?: 'sha1' | 'sha256'
}

const DAY = 86_400_000

function validity({ from = -1, until = 30 }: Wish): { notBeforeDate: Date; notAfterDate: Date } {
  const at = (days: number): Date => new Date(Date.now() + days * DAY)
  return { notBeforeDate: at(from), notAfterDate: at(until) }
}

/** Creates a CA. */
export async function authority(name: string): Promise<Made> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...validity({ name }),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { key, cert }
}

/** A certificate issued by a CA; self-signed without one. */
export async function issued(ca: Made | undefined, wish: Wish): Promise<Made> {
  const { name, passphrase, digest = 'sha256' } = wish
  const isAddress = /^[\d.]+$|:/.test(name)
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: digest,
    ...validity(wish),
    ...(ca ? { ca } : {}),
    ...(passphrase === undefined ? {} : { passphrase }),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames: [isAddress ? { type: 7, ip: name } : { type: 2, value: name }] },
    ],
  })
  return { key, cert }
}
