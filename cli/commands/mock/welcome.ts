/** The first output of the mock: address, keys, a request to try, a target file. */
import { X509Certificate } from 'node:crypto'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { readBytes } from '../../../suites/harness/catalogue/named-file.ts'
import { shellWord } from '../../../suites/harness/http/shell.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import type { MockRoles } from '../../mock-target-file.ts'
import { keysOf } from './ready.ts'

interface Welcome {
  readonly url: string
  /** The faults and variants that it was started with. */
  readonly deviating: readonly string[]
  readonly roles: MockRoles
  /** The target file: its text, and where it was written. */
  readonly target: string
  readonly path: string | undefined
  readonly cert: string | undefined
  readonly tls: ReturnType<typeof trustOf> | undefined
}

/** The path of the target file in the printed command. */
export const TARGET_FILE = 'target.yaml'

export const welcome = ({ url, deviating, roles, target, path, cert, tls }: Welcome): string =>
  [
    `The mock listens at ${url}`,
    ...deviating,
    '',
    'Keys, valid only for this mock:',
    ...keyLines(roles),
    '',
    'Try it:',
    `  ${curlOf(url, roles, tls?.ca === undefined ? undefined : cert, tls?.server_name)}`,
    '',
    ...(path === undefined
      ? ['Certify it with this target file (--target-file writes it):', target.trimEnd().replaceAll(/^/gm, '  ')]
      : [`The target file is ${path}`]),
    '',
    ...(tls !== undefined && tls.ca === undefined
      ? [`A CA signed ${cert}: if this machine does not trust it yet, name its certificate as tls.ca.`]
      : []),
    `  ${PROGRAM} run --target ${shellWord(path ?? TARGET_FILE)} --profile full`,
    '',
  ].join('\n')

const keyLines = (roles: MockRoles): string[] =>
  Object.entries(keysOf(roles)).map(([role, key]) => `  ${role.padEnd(10)}${key}`)

/** If the certificate is for another name, curl connects by that name. */
function curlOf(url: string, { keys, models }: MockRoles, ca: string | undefined, name: string | undefined): string {
  const body = JSON.stringify({ model: models.chat ?? '', messages: [{ role: 'user', content: 'Hello' }] })
  const { hostname, port, host } = new URL(url)
  const trust = ca === undefined ? '' : ` --cacert ${shellWord(ca)}`
  const to = name === undefined ? '' : ` --connect-to ${shellWord(`${name}:${port}:${host}`)}`
  const base = name === undefined ? url : url.replace(hostname, name)
  return `curl -sS${trust}${to} ${base}/v1/chat/completions -H ${shellWord(`authorization: Bearer ${keys.valid}`)} -H 'content-type: application/json' -d ${shellWord(body)}`
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * @param path the certificates of the mock, its own first
 * @param targetFile the target file that gets the path, relative to its folder
 * @throws UsageError when the file cannot be read
 */
export function trustOf(path: string, url: string, targetFile: string) {
  const chain = readBytes(path, 'the certificate').toString('latin1').match(CERTIFICATE) ?? []
  const own = new X509Certificate(chain[0] ?? '')
  const named = nameFor(own, new URL(url).hostname)
  return {
    ...(isSelfSigned(new X509Certificate(chain.at(-1) ?? '')) && { ca: pathFrom(targetFile, path) }),
    ...(named !== undefined && { server_name: named }),
  }
}

/** If so, a client needs to trust only this certificate. */
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
