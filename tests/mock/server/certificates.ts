/** Certificates for tests: of this machine's loopback, and of a client that it has signed. */
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

/** Key and certificate of the server, and those of a client that the same key has signed. */
export const certificates = await certificatesFor({ type: 7, ip: '127.0.0.1' })

/** Of a server that is called by a name. */
export const certificatesOf = (value: string): ReturnType<typeof generate> => certificatesFor({ type: 2, value })
