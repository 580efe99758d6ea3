/** The demands of `gate` and `verify`: names and values, parsed from `--require`. */
import type { KeyObject } from 'node:crypto'
import { hintFor } from '../../../suites/harness/catalogue/nearest.ts'
import { profiles } from '../../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { faultOfBaseUrl } from '../../../suites/harness/target/base-url.ts'
import { anySpan, parseTimeSpan } from '../../../suites/harness/target/duration.ts'
import { routeDemands } from '../../certificate/authentic.ts'
import type { NamedBytes } from '../../certificate/file.ts'
import { revokedFile, surveillanceFile } from '../../certificate/revoked.ts'
import { publicKeyFrom } from '../../certificate/signing-key.ts'
import { type TrustedKey, trustedKeys } from '../../certificate/trust.ts'

type Operator = '=' | '>='

/** The values of `no=`: what a certificate must not have. */
export const unwanted = [
  'waivers',
  'warnings',
  'not-applicable',
  'challenges',
  'loopback',
  'chosen-seed',
  ...routeDemands,
] as const
export type Unwanted = (typeof unwanted)[number]

interface Kind {
  /** Whether a demand may also set a minimum (`>=`). */
  readonly least?: true
  /** What is wrong with a value; undefined if nothing is. */
  readonly fault: (value: string) => string | undefined
}

/** @param form the required form of a value, for error messages */
const formed = (pattern: RegExp, form: string): Kind['fault'] => {
  return (value) => (pattern.test(value) ? undefined : `write it like ${form}`)
}

const oneOf = (names: readonly string[]): Kind['fault'] => {
  return (value) => (names.includes(value) ? undefined : hintFor(value, names))
}

const any: Kind = { fault: () => undefined }

/** Everything that can be demanded. */
const kinds = {
  profile: { fault: oneOf(profiles) },
  set: { least: true, fault: formed(/^\d+\.\d+\.\d+-\d+$/, '1.0.0-1') },
  contract: { least: true, fault: formed(/^\d+\.\d+\.\d+$/, '1.0.0') },
  'max-age': {
    fault: (value) =>
      parseTimeSpan(value) === undefined ? 'write it like 7d, 36h or 2w, with at most 4 digits' : undefined,
  },
  key: any,
  keys: any,
  revoked: any,
  surveillance: any,
  image: {
    fault: formed(/^(\S+@)?sha256:[0-9a-f]{64}$/, 'sha256:… and 64 hex digits, with or without a name and @ before it'),
  },
  revision: any,
  product: any,
  vendor: any,
  version: any,
  environment: any,
  'base-url': { fault: faultOfBaseUrl },
  challenge: any,
  revisited: { fault: (value) => (anySpan(value) === undefined ? 'write it like 10m, 1h or 7d' : undefined) },
  no: { fault: oneOf(unwanted) },
} as const satisfies Readonly<Record<string, Kind>>

export type DemandName = keyof typeof kinds

export interface Demand {
  readonly name: DemandName
  readonly operator: Operator
  readonly value: string
  /** The demand as the user wrote it. */
  readonly text: string
  readonly key?: KeyObject
  /** For `keys`: at least one of them must have signed. */
  readonly trusted?: readonly TrustedKey[]
  readonly revoked?: NamedBytes
  readonly surveillance?: NamedBytes
}

/** The demands of all `--require`. @throws UsageError, also if one names a key and the certificate may be unsigned */
export function demandsOf(texts: readonly string[] = [], unsigned = false): Demand[] {
  const demands = texts.flatMap((text) => parseDemands(text, publicKeyFrom))
  if (unsigned && demands.some(namesKeys)) throw new UsageError('--unsigned and key= are mutually exclusive')
  return demands
}

/** The demands of one `--require`, separated by commas; `\,` is a comma of a value. @throws UsageError */
export const parseDemands = (text: string, keyFrom: (path: string) => KeyObject): Demand[] =>
  text.split(/(?<!\\),/).map((part) => parseDemand(part.trim().replaceAll('\\,', ','), keyFrom))

function parseDemand(text: string, keyFrom: (path: string) => KeyObject): Demand {
  const refuse = (why: string): UsageError => new UsageError(`--require ${text}: ${why}`)
  const [, name = '', operator = '', value = ''] = /^([^=>]*)(>=|=)(.*)$/s.exec(text) ?? []
  if (isKind(text) && (kinds[text] as Kind).least)
    throw refuse(`write ${text}=… or "${text}>=…", the latter in quotes: a shell takes > for the name of a file`)
  if (operator === '' || value === '')
    throw refuse('write NAME=VALUE, such as profile=core; write a comma inside a value as \\,')
  if (!isKind(name)) throw refuse(`there is no demand '${name}'; ${hintFor(name, Object.keys(kinds))}`)
  const { least, fault }: Kind = kinds[name]
  if (operator === '>=' && !least) throw refuse(`'${name}' takes only =`)
  const wrong = fault(value)
  if (wrong !== undefined) throw refuse(`'${value}' is not a value of ${name}; ${wrong}`)
  const demand = { name, operator: operator as Operator, value, text }
  if (name === 'key') return { ...demand, key: keyFrom(value) }
  if (name === 'keys') return { ...demand, trusted: trustedKeys(value) }
  if (name === 'surveillance') return { ...demand, surveillance: surveillanceFile(value) }
  return name === 'revoked' ? { ...demand, revoked: revokedFile(value) } : demand
}

/** Whether a demand is about the signer. */
export const namesKeys = ({ name }: Demand): boolean => name === 'key' || name === 'keys'

const isKind = (name: string): name is DemandName => Object.hasOwn(kinds, name)
