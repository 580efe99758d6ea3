/** Test certificates for a server, and for a client that the server's key has signed. */
import { generate } from 'selfsigned'

const certificatesFor = (altName: { type: 7; ip: string } | { type: 2; value: string }): ReturnType<typeof generate> =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [altName] },
    ],
    clientCertificate: { cn: 'a client' },
  })

/** Key and certificate of a server at 127.0.0.1, and those of a client signed by the same key. */
export const certificates = await certificatesFor({ type: 7, ip: '127.0.0.1' })

/** The same for a server with this DNS name. */
export const certificatesOf = (value: string): ReturnType<typeof generate> => certificatesFor({ type: 2, value })
