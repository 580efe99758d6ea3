/** `keys=`: trusted keys, each with optional limits on time, profiles and hosts. One of them must have signed. */
import type { KeyObject } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { AnyStatement } from '../../reporters/certificate/any-version.ts'
import { MIB, readBytes } from '../../suites/harness/catalogue/named-file.ts'
import { faultBySchema } from '../../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { YamlSource } from '../../suites/harness/target/yaml/source.ts'
import { faultOfSignature, type NamedBytes } from './file.ts'
import { publicKeyFrom } from './signing-key.ts'

interface Limits {
  readonly name: string
  /** Days (UTC): the first one, and the first one after the period. */
  readonly from?: string
  readonly until?: string
  readonly profiles?: readonly string[]
  readonly hosts?: readonly string[]
}

export interface TrustedKey extends Limits {
  readonly key: KeyObject
}

/** @param path of a folder of public keys, or of a YAML file. @throws UsageError */
export function trustedKeys(path: string): TrustedKey[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return fromFile(path)
  const names = readdirSync(path).filter((name) => /\.(pem|pub)$/.test(name))
  if (names.length === 0)
    throw new UsageError(`${path}: there is no public key in this folder; names end with .pem or .pub`)
  return names.toSorted().map((name) => ({ name, key: publicKeyFrom(join(path, name)) }))
}

function fromFile(path: string): TrustedKey[] {
  const source = new YamlSource(readBytes(path, 'the file of trusted keys', MIB).toString('utf8'), path)
  if (source.syntaxErrors.length > 0) throw new UsageError(...source.syntaxErrors)
  const fault = faultBySchema('trust', source.value)
  if (fault !== undefined) throw new UsageError(`${path}: this is not a file of trusted keys: ${fault}`)
  const { keys } = source.value as { readonly keys: readonly (Limits & { readonly key: string })[] }
  const never = keys.find(({ from = '', until }) => until !== undefined && from >= until)
  if (never) throw new UsageError(`${path}: ${never.name} is never trusted: from has to be before until`)
  return keys.map(({ key, ...limits }) => ({ ...limits, key: publicKeyFrom(resolve(dirname(path), key)) }))
}

/** The trusted keys that have signed a file. @throws UsageError if it is not a certificate */
export const signersOf = (file: NamedBytes, trusted: readonly TrustedKey[]): TrustedKey[] =>
  trusted.filter(({ key }) => faultOfSignature(file, key) === undefined)

/** Why none of the signers is trusted for this statement; undefined if one is. */
export function faultOfTrust(signers: readonly TrustedKey[], statement: AnyStatement): string | undefined {
  const faults = signers.map((signer) => limitMet(signer, statement.predicate))
  return faults.includes(undefined) ? undefined : faults.join('; ')
}

function limitMet({ name, from, until, profiles, hosts }: Limits, said: AnyStatement['predicate']): string | undefined {
  const day = said.finished.slice(0, 10)
  const host = URL.canParse(said.target.base_url) ? new URL(said.target.base_url).host : said.target.base_url
  if (from !== undefined && day < from) return `${name} is trusted from ${from} on, and its run finished ${day}`
  if (until !== undefined && day >= until) return `${name} was trusted until ${until}, and its run finished ${day}`
  if (profiles && !profiles.includes(said.profile)) return `${name} is not trusted with the profile ${said.profile}`
  if (hosts && !hosts.some((pattern) => covers(pattern, host))) return `${name} is not trusted with the host ${host}`
  return undefined
}

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
