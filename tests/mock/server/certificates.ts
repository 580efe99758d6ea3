/** Certificates for tests: of this machine's loopback, and of a client that it has signed. */
import { generate } from 'selfsigned'

const names = [{ name: 'commonName', value: 'localhost' }]
const extensions = [
  { name: 'basicConstraints' as const, cA: true },
  { name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] },
]

/** Key and certificate of the server, and those of a client that the same key has signed. */
export const certificates = await generate(names, {
  keyType: 'ec',
  algorithm: 'sha256',
  extensions,
  clientCertificate: { cn: 'a client' },
})
