/** Reads the certificates that a target file names. Mistakes in them are reported with their location in that file. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { whyUnreadable } from '../catalogue/named-file.ts'
import { compact } from '../http/compact.ts'
import type { TlsSettings } from './network.ts'
import type { YamlMistake } from './yaml/source.ts'

/** `tls` of a target file; paths are relative to its folder. */
export type TlsEntry = Omit<TlsSettings, 'serverName'> & { readonly server_name?: string }

type FileName = 'ca' | 'cert' | 'key'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const LOCKED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m

/** Why a text is not a file of certificates. */
function faultOfCertificates(pem: string): string | undefined {
  const certificates = pem.match(CERTIFICATE)
  if (!certificates) return 'contains no certificate; it has to be PEM, with a line -----BEGIN CERTIFICATE-----'
  try {
    for (const certificate of certificates) new X509Certificate(certificate)
    return undefined
  } catch {
    return 'contains an unreadable certificate; export it again as PEM'
  }
}

const faults: Readonly<Record<FileName, (pem: string) => string | undefined>> = {
  ca: faultOfCertificates,
  cert: faultOfCertificates,
  key: (pem) =>
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)
      ? undefined
      : 'contains no private key; it has to be PEM, with a line -----BEGIN PRIVATE KEY-----',
}

/** Why a client certificate and its key do not work together. */
function faultOfPair({ cert, key, passphrase }: TlsSettings): [name: keyof TlsEntry, message: string] | undefined {
  try {
    createSecureContext({ cert, key, passphrase })
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (/KEY_VALUES_MISMATCH|KEY_TYPE_MISMATCH/.test(`${code}`))
      return ['key', 'is not the key of the certificate in tls.cert; name the two that belong together']
    // One wrong passphrase in several hundred decrypts a key to bytes that are not a key. The error then does not
    // mention encryption, and without a passphrase it may not either, so the text of the key file decides.
    const unlocks = !/DECRYPT|PASSPHRASE|PASSWORD|INTERRUPTED/i.test(`${code} ${message}`)
    if (LOCKED.test(key ?? '') || !unlocks)
      return passphrase === undefined
        ? ['key', `is locked by a passphrase; name it in tls.passphrase, preferably as \${NAME}`]
        : [
            'passphrase',
            `does not open the key in tls.key${unlocks ? ` (${code}); where it is right, lock the key with AES again` : ''}`,
          ]
    return ['key', `cannot be used (${code ?? 'unknown error'}); export it again as PEM`]
  }
}

/** Reads the files that `tls` names, and returns every mistake with its location. */
export function readCertificates(
  { server_name, ...entry }: TlsEntry,
  folder: string,
): { readonly tls: TlsSettings; readonly mistakes: readonly YamlMistake[] } {
  const mistakes: YamlMistake[] = []
  const report = (name: keyof TlsEntry, message: string): void =>
    void mistakes.push({ location: ['tls', name], message })
  const texts: Partial<Record<FileName, string>> = {}
  for (const name of ['ca', 'cert', 'key'] as const) {
    const path = entry[name]
    if (path === undefined) continue
    try {
      const pem = readFileSync(resolve(folder, path), 'utf8')
      const fault = faults[name](pem)
      if (fault === undefined) texts[name] = pem
      else report(name, fault)
    } catch (cause) {
      const why = whyUnreadable(cause)
      report(name, `names a file that cannot be read: ${why}; paths begin at the folder of the target file`)
    }
  }
  if (entry.cert !== undefined && entry.key === undefined)
    report('cert', 'needs tls.key, the private key of this certificate')
  if (entry.key !== undefined && entry.cert === undefined) report('key', 'needs tls.cert, the certificate of this key')
  if (entry.passphrase !== undefined && entry.key === undefined) report('passphrase', 'needs tls.key, which it opens')
  const tls: TlsSettings = { ...texts, ...compact({ passphrase: entry.passphrase, serverName: server_name }) }
  const pair = mistakes.length === 0 && tls.cert !== undefined ? faultOfPair(tls) : undefined
  if (pair) report(...pair)
  return { tls, mistakes }
}
