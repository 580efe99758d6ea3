/** Files that tests of the command write and read. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../suites/harness/report/report.ts'
import { folder } from './command.ts'

/** Writes a file, and returns its path. */
export function written(path: string, text: string | Buffer): string {
  writeFileSync(path, text)
  return path
}

/** A target file with this text, in its own folder. */
export const targetFile = (text: string): string => written(join(folder(), 'target.yaml'), text)

export const textAt = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8')
export const jsonAt = <T>(...path: readonly string[]): T => JSON.parse(textAt(...path)) as T
/** The report of a run with this folder as its `--out`. */
export const reportIn = (out: string): Report => jsonAt<Report>(out, 'report.json')

export const privatePem = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))
export const publicPem = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }))

/** A pair of signing keys, and the paths of its files. */
export function signingKeys(at = folder()) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const files = {
    private: written(join(at, 'key.pem'), privatePem(privateKey)),
    public: written(join(at, 'public.pem'), publicPem(publicKey)),
  }
  return { privateKey, publicKey, ...files }
}
