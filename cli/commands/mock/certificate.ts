/** How clients can trust a mock that speaks TLS, by its certificate. */
import { X509Certificate } from 'node:crypto'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { readBytes } from '../../../suites/harness/catalogue/named-file.ts'

/** `tls` of a target file. */
export interface MockTrust {
  readonly ca?: string
  readonly server_name?: string
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * @param path the certificates of the mock, its own first
 * @param targetFile from whose folder the target file names it
 * @throws UsageError when the file cannot be read
 */
export function trustOf(path: string, url: string, targetFile: string): MockTrust {
  const chain = readBytes(path, 'the certificate').toString('latin1').match(CERTIFICATE) ?? []
  const own = new X509Certificate(chain[0] ?? '')
  const named = nameFor(own, new URL(url).hostname)
  return {
    ...(isSelfSigned(new X509Certificate(chain.at(-1) ?? '')) && { ca: pathFrom(targetFile, path) }),
    ...(named !== undefined && { server_name: named }),
  }
}

/** A client that trusts it needs no other one. */
const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)

/** The first name of the certificate, if it does not cover the host of the URL. */
function nameFor(certificate: X509Certificate, host: string): string | undefined {
  const bare = host.replaceAll(/[[\]]/g, '')
  if (certificate.checkIP(bare) !== undefined || certificate.checkHost(bare) !== undefined) return undefined
  return /(?:^|, )DNS:([\w.-]+)/.exec(certificate.subjectAltName ?? '')?.[1]
}

/** The user's path if it is absolute, otherwise relative to the folder of the target file. */
const pathFrom = (file: string, path: string): string =>
  isAbsolute(path) ? path : relative(dirname(resolve(file)), resolve(path))
